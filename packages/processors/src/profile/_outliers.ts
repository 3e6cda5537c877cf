import { functions as F, types, type Column, type DataFrame, type StructType } from '@millrace/spark-connect';
import { number } from '../kit/number-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { column } from '../kit/fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { freeName } from '../kit/order.ts';
import { quantile, sortValues } from '../kit/quantile.ts';

const share = { min: 0, max: 1 };
export const lowerQuantile = number({ default: 0.25, ...share, title: 'Lower quantile' });
export const upperQuantile = number({ default: 0.75, ...share, title: 'Upper quantile' });

/** Columns, each with quantiles of its own. */
export const outlierRows = () =>
  rows(
    {
      inputCols: column({ required: true, title: 'Column' }),
      lowerQuantiles: lowerQuantile,
      upperQuantiles: upperQuantile,
    },
    { key: 'inputCols', required: true },
  );

interface Rule {
  readonly column: string;
  readonly lower: number;
  readonly upper: number;
}

/** How far beyond the quantiles a value may lie, in distances between them. Source: J. W. Tukey's box plot. */
const reach = F.lit(1.5, types.double);

/** Appends `is_<column>_outlier` for each rule. The quantiles are elements of the column; null and NaN are left out of them. */
export function flagOutliers(input: DataFrame, schema: StructType, rules: readonly Rule[], field: string): DataFrame {
  const names = requireNumbers(
    schema,
    rules.map((r) => r.column),
    field,
  ).map((c) => c.name);
  const values = names.map((name) => F.columnNamed(name).cast(types.double));
  const bounds = freeName(schema, '_bounds');
  const quantiles = input.agg(
    ...values.map((v, i) => sortValues(F.when(v.isNaN().not(), v), types.double).alias(`s${i}`)),
  );
  const pairs = rules.map(({ lower, upper }, i) =>
    fence(quantile(F.col(`s${i}`), lower), quantile(F.col(`s${i}`), upper)),
  );
  const withBounds = quantiles.select(F.call('array', ...pairs.flat()).alias(bounds));
  const bound = (i: number): Column => F.call('get', F.columnNamed(bounds), i);
  const flags = names.map((name, i): [string, Column] => {
    const value = values[i] ?? F.lit(null);
    return [
      `is_${name}_outlier`,
      F.coalesce(value.isNaN(), F.lit(false))
        .or(value.lt(bound(2 * i)))
        .or(value.gt(bound(2 * i + 1))),
    ];
  });
  return input.crossJoin(withBounds).withColumns(flags).drop(F.columnNamed(bounds));
}

function fence(low: Column, high: Column): [Column, Column] {
  const margin = high.minus(low).times(reach);
  return [low.minus(margin), high.plus(margin)];
}
