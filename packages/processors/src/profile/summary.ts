import { functions as F, types, type Column, type DataType, type StructField } from '@millrace/spark-connect';
import { aggregate } from '../core/aggregates.ts';
import { asText } from '../core/cast.ts';
import { requireColumns } from '../core/columns.ts';
import { columns, text } from '../core/fields.ts';
import { isNumber } from '../core/numbers.ts';
import { processor, table, type Surroundings } from '../core/processor.ts';
import { quantile, sortedValues } from '../core/quantile.ts';
import { stack } from '../core/stack.ts';

const statistics = ['count', 'mean', 'min', '25%', '50%', '75%', 'max', 'stddev', 'variance'] as const;

export const summary = processor({
  nodeClass: 'fire.nodes.ml.NodeSummary',
  name: 'Summary',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Describes columns: count of values, mean, least, quartiles, greatest, standard deviation and variance, as text. Nulls are left out. Quartiles are elements of the column, found exactly. Text is taken as numbers where it holds them, except for its least and greatest; other types have only count, least and greatest.',
  fields: {
    title: text({ default: 'Summary' }),
    colNames: columns({ required: true, title: 'Columns' }),
    path: text({ description: 'Where to save the table, as CSV in place of what is there; not saved when empty' }),
  },
  outputs: ['summary', 'input'],
  defaultOutput: 'input',
  examples: [
    {
      name: 'an even number of values: quartiles are elements, never between two; nulls do not count',
      fields: { colNames: ['a', 'b'] },
      input: table('id string, a int, b double', [
        ['w', 6, 3e7],
        ['x', 0, null],
        ['y', 3, 1e7],
        ['z', 3, 2e7],
      ]),
      ordered: true,
      output: [
        table('summary string, a string, b string', [
          ['count', '4', '3'],
          ['mean', '3.0', '2.0E7'],
          ['min', '0', '1.0E7'],
          ['25%', '0', '1.0E7'],
          ['50%', '3', '2.0E7'],
          ['75%', '3', '3.0E7'],
          ['max', '6', '3.0E7'],
          ['stddev', '2.449489742783178', '1.0E7'],
          ['variance', '6.0', '1.0E14'],
        ]),
        table('id string, a int, b double', [
          ['w', 6, 3e7],
          ['x', 0, null],
          ['y', 3, 1e7],
          ['z', 3, 2e7],
        ]),
      ],
    },
    {
      name: 'an odd number of values; text that holds numbers is described as numbers; a date has least and greatest',
      fields: { colNames: ['n', 't', 'd'], title: 'Five' },
      input: table('n bigint, t string, d date', [
        [5n, '10', '2024-02-29'],
        [-1n, '9', '1969-12-31'],
        [2n, 'x', null],
        [1n, null, '2024-02-29'],
        [3n, '2', '2024-01-01'],
      ]),
      results: [
        {
          type: 'table',
          title: 'Five',
          data: table('summary string, n string, t string, d string', [
            ['count', '5', '4', '4'],
            ['mean', '2.0', '7.0', null],
            ['min', '-1', '10', '1969-12-31'],
            ['25%', '1', '2.0', null],
            ['50%', '2', '9.0', null],
            ['75%', '3', '10.0', null],
            ['max', '5', 'x', '2024-02-29'],
            ['stddev', '2.23606797749979', '4.358898943540674', null],
            ['variance', '5.0', '19.0', null],
          ]),
        },
      ],
    },
    {
      name: 'one row: no deviation; a name with a dot',
      fields: { colNames: '["größe.m"]' },
      input: table('`größe.m` double', [[0.0005]]),
      results: [
        {
          type: 'table',
          title: 'Summary',
          data: table('summary string, `größe.m` string', [
            ['count', '1'],
            ...['mean', 'min', '25%', '50%', '75%', 'max'].map((name) => [name, '5.0E-4']),
            ['stddev', null],
            ['variance', null],
          ]),
        },
      ],
    },
    {
      name: 'an empty input: counts are 0, the rest is null',
      fields: { colNames: ['a', 's'] },
      input: table('a double, s string', []),
      ordered: true,
      output: [
        table('summary string, a string, s string', [
          ['count', '0', '0'],
          ...['mean', 'min', '25%', '50%', '75%', 'max', 'stddev', 'variance'].map((name) => [name, null, null]),
        ]),
        table('a double, s string', []),
      ],
    },
    {
      name: 'a column that is not there is named, with those that are',
      fields: { colNames: ['a', 'c'] },
      input: table('a double, b string', []),
      error: '"c"',
    },
  ],
  run({ input, schema, engine, fields }) {
    const described = requireColumns(schema, fields.colNames, 'colNames').map((column, i) =>
      describe(column, `c${i}_`, engine),
    );
    const found = input
      .agg(...described.flatMap((d) => d.aggregates))
      .withColumns(described.flatMap((d) => d.quartiles));
    const parts = stack(
      found,
      'summary',
      statistics,
      described.flatMap((d) => [texts(d, engine), doubles(d)]),
    );
    const rows = parts.select(
      F.col('summary'),
      ...described.map(({ name, prefix }) =>
        F.coalesce(F.col(`${prefix}text`), asText(F.col(`${prefix}double`), types.double, engine)).alias(name),
      ),
    );
    return {
      outputs: [rows, input],
      results: [{ type: 'table', title: fields.title, data: rows, limit: statistics.length }],
      ...(fields.path === undefined
        ? {}
        : {
            saves: [
              {
                data: rows,
                format: 'csv',
                path: fields.path,
                mode: 'overwrite',
                singleFile: true,
                options: { header: 'true' },
              },
            ],
          }),
    };
  },
});

interface Described {
  readonly name: string;
  /** Begins the names of the column's statistics: `c0_count`, `c0_25%`. */
  readonly prefix: string;
  /** What one pass over the rows finds, and what follows from that. */
  readonly aggregates: readonly Column[];
  readonly quartiles: readonly [string, Column][];
  /** Types of the statistics that the column has. */
  readonly types: Readonly<Partial<Record<(typeof statistics)[number], DataType>>>;
}

function describe({ name, type }: StructField, prefix: string, engine: Surroundings['engine']): Described {
  const value = F.columnNamed(name);
  const named = (statistic: string, column: Column): Column => column.alias(`${prefix}${statistic}`);
  const ends = (['min', 'max'] as const).map((end) => named(end, aggregate(end, value, type, engine)));
  const counted = [named('count', F.count(value)), ...ends];
  const always = { count: types.long, min: type, max: type };
  if (type.kind !== 'string' && !isNumber(type))
    return { name, prefix, aggregates: counted, quartiles: [], types: always };
  const numbers = type.kind === 'string' ? value.tryCast(types.double) : value;
  const numeric = type.kind === 'string' ? types.double : type;
  const decimal = type.kind === 'decimal';
  // quartiles of decimals are doubles in Spark's summary
  const quartile = decimal ? types.double : numeric;
  return {
    name,
    prefix,
    aggregates: [
      ...counted,
      named('mean', aggregate('avg', numbers, numeric, engine)),
      named('stddev', F.stddev(numbers)),
      named('variance', F.variance(numbers)),
      named('sorted', sortedValues(decimal ? numbers.cast(types.double) : numbers)),
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
const texts = ({ prefix, types: known }: Described, engine: Surroundings['engine']) => ({
  name: `${prefix}text`,
  values: statistics.map((statistic) => {
    const type = known[statistic];
    const none = type === undefined || type.kind === 'double';
    return none ? F.lit(null, types.string) : asText(F.col(`${prefix}${statistic}`), type, engine);
  }),
});

/** The others as they are: one expression then writes them all, which an engine plans in a fraction of the time. */
const doubles = ({ prefix, types: known }: Described) => ({
  name: `${prefix}double`,
  values: statistics.map((statistic) =>
    known[statistic]?.kind === 'double' ? F.col(`${prefix}${statistic}`) : F.lit(null, types.double),
  ),
});
