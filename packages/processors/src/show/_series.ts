import { functions as F, type Column, type DataFrame, type StructType } from '@millrace/spark-connect';
import { fromInput } from '../kit/chart-fields.ts';
import { requireColumn, requireColumns, uniqueNames } from '../kit/columns.ts';

interface SeriesFields {
  readonly xCol?: string | undefined;
  /** Sort by the x column; a column to sort by instead. */
  readonly xSortCol?: boolean;
  readonly ySortCol?: string | undefined;
  readonly yCols: readonly string[];
  /** Names of the series, by position; blank ones keep the column's. */
  readonly reNameYColumns?: readonly string[];
  readonly maxValuesToDisplay: number;
}

/** The rows of a chart, with the distinct names of its columns: x and the series. */
export interface PlottedSeries {
  readonly data: DataFrame;
  readonly x?: string;
  readonly y: readonly string[];
  readonly from: Readonly<Record<string, string>>;
}

/** Takes the first rows of x and the series: in the order of a column (ties in the order of the rest), else as they come. */
export function plot(input: DataFrame, schema: StructType, fields: SeriesFields): PlottedSeries {
  const x = fields.xCol === undefined ? undefined : requireColumn(schema, fields.xCol, 'xCol').name;
  const series = requireColumns(schema, fields.yCols, 'yCols').map((c) => c.name);
  const columns = [...(x === undefined ? [] : [x]), ...series];
  const seriesNames = series.map((name, i) => fields.reNameYColumns?.[i]?.trim() || name);
  const names = uniqueNames([...(x === undefined ? [] : [x]), ...seriesNames], '_');
  const keys = sortKeys(schema, fields, x);
  const rows = keys.length === 0 ? input : input.orderBy(...keys, ...columns.map((name) => F.columnNamed(name)));
  const data = rows
    .limit(fields.maxValuesToDisplay)
    .select(...columns.map((name, i) => F.columnNamed(name).alias(names[i] ?? name)));
  const from = fromInput(names, columns);
  return x === undefined ? { data, y: names, from } : { data, x, y: names.slice(1), from };
}

function sortKeys(schema: StructType, { ySortCol, xSortCol = false }: SeriesFields, x: string | undefined): Column[] {
  if (ySortCol !== undefined) return [F.columnNamed(requireColumn(schema, ySortCol, 'ySortCol').name)];
  return xSortCol && x !== undefined ? [F.columnNamed(x)] : [];
}
