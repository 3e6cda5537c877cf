import {
  functions as F,
  types,
  type Column,
  type DataFrame,
  type DataType,
  type StructType,
} from '@millrace/spark-connect';
import { aggregate } from '../kit/aggregates.ts';
import { castOrNull } from '../kit/cast.ts';
import { uniqueNames } from '../kit/columns.ts';
import { leaveToSpark } from '../kit/guard.ts';
import { isMissing } from './_missing.ts';
import { asUnit } from '../kit/unit.ts';

export type Statistic = 'mean' | 'median' | 'mode';

export interface Imputation {
  readonly name: string;
  readonly type: DataType;
  readonly statistic: Statistic;
  /** A value that counts as missing besides null and NaN. */
  readonly alsoMissing?: Column;
}

/**
 * Puts a statistic of the values that are there for those that are missing, in place and in the column's type. The
 * statistics are one aggregate, joined to every row. A column without any value stays as it is.
 */
export function impute(
  input: DataFrame,
  schema: StructType,
  rules: readonly Imputation[],
  engine: 'sail' | 'spark',
): DataFrame {
  if (rules.length === 0) return input;
  const existing = schema.fields.map((f) => f.name);
  const fills = uniqueNames([...existing, ...rules.map((_, i) => `_fill${i}`)], '_').slice(existing.length);
  const missing = rules.map(({ name, type, alsoMissing }) => {
    const cell = F.columnNamed(name);
    return alsoMissing === undefined ? isMissing(cell, type) : isMissing(cell, type).or(cell.eq(alsoMissing));
  });
  const statistics = rules.map((rule, i) =>
    statisticOf(rule, F.when((missing[i] ?? F.lit(false)).not(), F.columnNamed(rule.name)), engine).alias(
      fills[i] ?? '',
    ),
  );
  const replacements = rules.map(({ name }, i): readonly [string, Column] => {
    const cell = F.columnNamed(name);
    return [name, F.when(missing[i] ?? F.lit(false), F.coalesce(F.columnNamed(fills[i] ?? ''), cell)).otherwise(cell)];
  });
  return input
    .crossJoin(input.agg(...statistics))
    .withColumns(replacements)
    .drop(...fills.map((name) => F.columnNamed(name)));
}

/** The largest sum of whole numbers that doubles hold exactly, in whatever order they are added up. */
const largestExact = 2 ** 53;

/** Sail's mean of bigints that becomes a bigint again, which must not hang on the order of its sum. */
export function exactMean(present: Column): Column {
  const size = F.sum(F.call('abs', present.cast(types.double)));
  const fallback = leaveToSpark(
    F.call('concat', F.lit('the mean of these numbers depends on the order of summation: '), size.cast(types.string)),
  );
  const mean = F.when(size.gt(F.lit(largestExact, types.double)), fallback.cast(types.double)).otherwise(
    F.avg(present),
  );
  return asUnit('exact-mean', mean, present, types.double);
}

function statisticOf({ name, type, statistic }: Imputation, present: Column, engine: 'sail' | 'spark'): Column {
  const back = (value: Column): Column =>
    castOrNull(value, { from: types.double, to: type, name, field: 'inputCols', engine });
  switch (statistic) {
    case 'mean': {
      const isLong = type.kind === 'long' && engine === 'sail';
      const mean = isLong ? exactMean(present) : aggregate('avg', present, type, engine);
      return type.kind === 'decimal' ? mean.tryCast(type) : back(mean);
    }
    case 'median':
      return back(F.call('median', present));
    case 'mode':
      // the smallest of several; Sail knows no mode of booleans
      return type.kind === 'boolean'
        ? F.call('mode', present.cast(types.integer), true).cast(type)
        : F.call('mode', present, true);
  }
}
