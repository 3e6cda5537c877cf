import { functions as F, type DataFrame, type StructType } from '@millrace/spark-connect';
import { chartOf, fromInput, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { requireColumn, uniqueNames } from '../kit/columns.ts';
import { choice, text } from '../kit/fields.ts';
import type { FieldValues } from '../contract/fields.ts';
import type { Outcome } from '../contract/results.ts';

export const geoTitle = { title: text({ default: 'Geo Chart' }), ...styleFields, maxValuesToDisplay };
export const geoMap = {
  displayMode: choice(['regions', 'markers', 'text'], { default: 'markers', widget: 'enum', title: 'Display mode' }),
  resolution: choice(['countries', 'provinces'], { default: 'provinces', widget: 'enum' }),
  region: choice(['world', 'US', 'IN', 'SG', 'AU', 'GB', 'FR', 'CN', 'RU'], { default: 'US', title: 'Region' }),
};

interface RegionColumns {
  readonly place: string;
  readonly value: string;
  /** The fields that name them. */
  readonly fields: readonly [place: string, value: string];
}

/** Puts the values of the first rows on a map, by the names of regions. */
export function geoChart(
  input: DataFrame,
  schema: StructType,
  regionColumns: RegionColumns,
  fields: FieldValues<typeof geoTitle & typeof geoMap>,
): Outcome {
  const columns = [
    requireColumn(schema, regionColumns.place, regionColumns.fields[0]).name,
    requireColumn(schema, regionColumns.value, regionColumns.fields[1]).name,
  ];
  const names = uniqueNames(columns, '_');
  const [place = '', value = ''] = names;
  const { displayMode, resolution, region, maxValuesToDisplay: limit } = fields;
  const data = input.limit(limit).select(...columns.map((name, i) => F.columnNamed(name).alias(names[i] ?? name)));
  const chart = chartOf('map', { place, y: [value], from: fromInput(names, columns) }, fields, {
    displayMode,
    resolution,
    region,
  });
  return { outputs: [input], results: [{ type: 'chart', title: fields.title, data, limit, chart }] };
}
