import { functions as F, type StructField } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { column } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const crosstab = processor({
  nodeClass: 'fire.nodes.ml.NodeCrosstab',
  name: 'Cross Tab',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    "Counts the rows for every pair of values of two columns: one row per value of the first column and one column per value of the second, both sorted as text. Null appears as the text 'null'. The input is passed on unchanged.",
  fields: {
    firstColumn: column({ required: true, title: 'First column', description: 'Its values become the rows' }),
    secondColumn: column({ required: true, title: 'Second column', description: 'Its values become the columns' }),
  },
  examples: [
    {
      name: 'counts pairs, missing pairs as 0 and null as a value',
      fields: { firstColumn: 'city', secondColumn: 'kind' },
      input: table('city string, kind string', [
        ['Rome', 'x'],
        ['Oslo', null],
        ['Rome', 'x'],
        [null, 'b'],
        ['Oslo', 'x'],
      ]),
      output: table('city string, kind string', [
        ['Rome', 'x'],
        ['Oslo', null],
        ['Rome', 'x'],
        [null, 'b'],
        ['Oslo', 'x'],
      ]),
      results: [
        {
          type: 'table',
          title: 'Cross Tab',
          data: table('city_kind string, b bigint, null bigint, x bigint', [
            ['Oslo', 0n, 1n, 1n],
            ['Rome', 0n, 0n, 2n],
            ['null', 1n, 0n, 0n],
          ]),
        },
      ],
    },
    {
      name: 'shows numbers as text; names and values with dots and backticks',
      fields: { firstColumn: 'a.b', secondColumn: 'q`t' },
      input: table('`a.b` int, `q``t` string', [
        [10, 'v.1'],
        [9, 'w`'],
        [10, 'w`'],
      ]),
      results: [
        {
          type: 'table',
          data: table('`a.b_q``t` string, `v.1` bigint, `w``` bigint', [
            ['10', 1n, 1n],
            ['9', 0n, 1n],
          ]),
        },
      ],
    },
    {
      name: 'counts a column against itself',
      fields: { firstColumn: 'x', secondColumn: 'x' },
      input: table('x boolean', [[true], [false], [true]]),
      results: [
        {
          type: 'table',
          data: table('x_x string, `false` bigint, `true` bigint', [
            ['false', 1n, 0n],
            ['true', 0n, 2n],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives a table without rows',
      fields: { firstColumn: 'x', secondColumn: 'y' },
      input: table('x string, y string', []),
      output: table('x string, y string', []),
      results: [{ type: 'table', data: table('x_y string', []) }],
    },
    {
      name: 'shows floating-point numbers as Spark does',
      fields: { firstColumn: 'x', secondColumn: 'y' },
      input: table('x double, y float', [
        [1e7, 0.5],
        [1e-5, 0.5],
        [NaN, null],
      ]),
      results: [
        {
          type: 'table',
          data: table('x_y string, `0.5` bigint, null bigint', [
            ['1.0E-5', 1n, 0n],
            ['1.0E7', 1n, 0n],
            ['NaN', 0n, 1n],
          ]),
        },
      ],
    },
  ],
  run({ input, schema, fields, engine }) {
    const [first, second] = [
      requireColumn(schema, fields.firstColumn, 'firstColumn'),
      requireColumn(schema, fields.secondColumn, 'secondColumn'),
    ];
    const textOf = ({ name, type }: StructField) =>
      F.coalesce(asText(F.columnNamed(name), type, engine), F.lit('null'));
    const heading = `${first.name}_${second.name}`;
    const data = input
      .select(textOf(first).alias('first'), textOf(second).alias('second'))
      .groupBy(F.col('first').alias(heading))
      .pivot('second')
      .agg(F.count())
      .na.fill(0n)
      .orderBy(F.columnNamed(heading));
    return { outputs: [input], results: [{ type: 'table', title: 'Cross Tab', data }] };
  },
});
