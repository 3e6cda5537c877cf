import {
  functions as F,
  types,
  type Column,
  type DataFrame,
  type DataType,
  type StructField,
  type StructType,
} from '@millrace/spark-connect';
import { aggregate } from '../kit/aggregates.ts';
import { asText } from '../kit/cast.ts';
import { isNumber } from '../kit/numbers.ts';
import type { RunContext } from '../contract/context.ts';
import { quantile, sortValues } from '../kit/quantile.ts';
import { stack } from '../kit/stack.ts';
import { tryCast } from '../kit/text-cast.ts';

export const statistics = ['count', 'mean', 'min', '25%', '50%', '75%', 'max', 'stddev', 'variance'] as const;

export interface Described extends StructField {
  /** Text that holds numbers is described as numbers. */
  readonly textAsNumbers: boolean;
}

/** A row for each statistic and a column of text for each of the columns: Spark's `summary`, with the variance. */
export function describe(input: DataFrame, columns: readonly Described[], engine: RunContext['engine']): DataFrame {
  const columnStatistics = columns.map((column, i) => statisticsOf(column, `c${i}_`, engine));
  const one = input
    .agg(...columnStatistics.flatMap((d) => d.aggregates))
    .withColumns(columnStatistics.flatMap((d) => d.quartiles));
  const parts = stack(
    one,
    'summary',
    statistics,
    columnStatistics.flatMap((d) => [texts(d, engine), doubles(d)]),
  );
  return parts.select(
    F.col('summary'),
    ...columnStatistics.map(({ name, prefix }) =>
      F.coalesce(F.col(`${prefix}text`), asText(F.col(`${prefix}double`), types.double, engine)).alias(name),
    ),
  );
}

/** The schema of what `describe` gives. */
export const descriptionOf = (columns: readonly Described[]): StructType =>
  types.struct(['summary', ...columns.map(({ name }) => name)].map((name) => types.field(name, types.string)));

interface Statistics {
  readonly name: string;
  /** Begins the names of the column's statistics: `c0_count`, `c0_25%`. */
  readonly prefix: string;
  /** What one pass over the rows finds, and what follows from that. */
  readonly aggregates: readonly Column[];
  readonly quartiles: readonly [string, Column][];
  /** Types of the statistics that the column has. */
  readonly types: Readonly<Partial<Record<(typeof statistics)[number], DataType>>>;
}

function statisticsOf(
  { name, type, textAsNumbers }: Described,
  prefix: string,
  engine: RunContext['engine'],
): Statistics {
  const value = F.columnNamed(name);
  const alias = (statistic: string, column: Column): Column => column.alias(`${prefix}${statistic}`);
  const ends = (['min', 'max'] as const).map((end) => alias(end, aggregate(end, value, type, engine)));
  const countAndEnds = [alias('count', F.count(value)), ...ends];
  const always = { count: types.long, min: type, max: type };
  if (!isNumber(type) && !(textAsNumbers && type.kind === 'string'))
    return { name, prefix, aggregates: countAndEnds, quartiles: [], types: always };
  const numbers = type.kind === 'string' ? tryCast(value, type, types.double, engine) : value;
  const numeric = type.kind === 'string' ? types.double : type;
  const decimal = type.kind === 'decimal';
  // shown as text, in which engines' last digits would be other rows: left to Spark
  const variance = F.variance(numbers);
  // quartiles of decimals are doubles in Spark's summary
  const quartile = decimal ? types.double : numeric;
  return {
    name,
    prefix,
    aggregates: [
      ...countAndEnds,
      alias('mean', aggregate('avg', numbers, numeric, engine)),
      alias('stddev', F.sqrt(variance)),
      alias('variance', variance),
      alias('sorted', decimal ? sortValues(numbers.cast(types.double), types.double) : sortValues(numbers, numeric)),
    ],
    quartiles: (
      [
        ['25%', 0.25],
        ['50%', 0.5],
        ['75%', 0.75],
      ] as const
    ).map(([statistic, p]) => [`${prefix}${statistic}`, quantile(F.col(`${prefix}sorted`), p)]),
    types: {
      ...always,
      mean: decimal ? type : types.double,
      '25%': quartile,
      '50%': quartile,
      '75%': quartile,
      stddev: types.double,
      variance: types.double,
    },
  };
}

/** The statistics that are no doubles, as text. */
const texts = ({ prefix, types: statisticTypes }: Statistics, engine: RunContext['engine']) => ({
  name: `${prefix}text`,
  values: statistics.map((statistic) => {
    const type = statisticTypes[statistic];
    const none = type === undefined || type.kind === 'double';
    return none ? F.lit(null, types.string) : asText(F.col(`${prefix}${statistic}`), type, engine);
  }),
});

/** The others as they are: one expression then writes them all, which an engine plans in a fraction of the time. */
const doubles = ({ prefix, types: statisticTypes }: Statistics) => ({
  name: `${prefix}double`,
  values: statistics.map((statistic) =>
    statisticTypes[statistic]?.kind === 'double' ? F.col(`${prefix}${statistic}`) : F.lit(null, types.double),
  ),
});
