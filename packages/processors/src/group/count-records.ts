import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import { byPosition, requireColumns } from '../kit/columns.ts';
import { choices } from '../kit/choices.ts';
import { columns } from '../kit/list-fields.ts';
import { isNumber } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { stack } from '../kit/stack.ts';
import { oneZero } from '../kit/zero.ts';

const options = ['TOTAL_RECORDS', 'NON_NULL_RECORDS', 'DISTINCT_RECORDS', 'SUM_VALUES'] as const;

const counts = {
  TOTAL_RECORDS: () => F.count(),
  NON_NULL_RECORDS: (column) => F.count(column),
  DISTINCT_RECORDS: (column, type, engine) => F.countDistinct(oneZero(column, type, engine)),
  SUM_VALUES: (column, type) => sumOf(column, type),
} as const satisfies Record<
  (typeof options)[number],
  (column: Column, type: DataType, engine: RunContext['engine']) => Column
>;

/** Summed as a decimal if there are no fractions to lose, and read from its text: Sail's cast loses digits. */
function sumOf(column: Column, type: DataType): Column {
  if (!isNumber(type)) return F.lit(null).cast(types.double);
  if (type.kind === 'double' || type.kind === 'float') return F.sum(column.cast(types.double));
  const exact = F.sum(column.cast(types.decimal(38, type.kind === 'decimal' ? type.scale : 0)));
  return exact.cast(types.string).cast(types.double);
}

export const countRecords = processor({
  nodeClass: 'fire.nodes.etl.NodeCountRecords',
  name: 'CountRecords',
  type: 'shellcommand',
  category: 'Data-Preparation/Others',
  description:
    'Shows, for each selected column or for each column if none is selected, the number of rows, of non-null values and of distinct non-null values, and the sum as a double (null if the column is not numeric): the selected counts, or all four. The input is passed on unchanged.',
  inputs: { min: 1, max: 1 },
  fields: {
    selectColumnsToCount: columns({ title: 'Columns' }),
    countOption: choices(options, { title: 'What to count' }),
  },
  examples: [
    {
      name: 'counts all four of numbers and strings',
      fields: { selectColumnsToCount: ['n', 'a.b'] },
      input: table('n int, `a.b` string, c int', [
        [1, 'x', 0],
        [1, null, 0],
        [3, 'é', 0],
      ]),
      output: table('n int, `a.b` string, c int', [
        [1, 'x', 0],
        [1, null, 0],
        [3, 'é', 0],
      ]),
      results: [
        {
          type: 'table',
          title: 'Count Records',
          data: table(
            'column string, TOTAL_RECORDS bigint, NON_NULL_RECORDS bigint, DISTINCT_RECORDS bigint, SUM_VALUES double',
            [
              ['n', 3n, 3n, 2n, 5],
              ['a.b', 3n, 2n, 2n, null],
            ],
          ),
        },
      ],
    },
    {
      name: 'counts some of them of all columns, duplicate names included',
      fields: { countOption: ['NON_NULL_RECORDS'] },
      input: table('a int, a int', [[1, null]]),
      output: table('a int, a int', [[1, null]]),
      results: [
        {
          type: 'table',
          title: 'Count Records',
          data: table('column string, NON_NULL_RECORDS bigint', [
            ['a', 1n],
            ['a', 0n],
          ]),
        },
      ],
    },
    {
      name: 'counts nothing in an empty input',
      fields: { countOption: ['TOTAL_RECORDS', 'SUM_VALUES'] },
      input: table('x double', []),
      output: table('x double', []),
      results: [
        {
          type: 'table',
          title: 'Count Records',
          data: table('column string, TOTAL_RECORDS bigint, SUM_VALUES double', [['x', 0n, null]]),
        },
      ],
    },
  ],
  run({ input, schema, engine, fields }) {
    const selection = requireColumns(schema, fields.selectColumnsToCount, 'selectColumnsToCount').map((c) => c.index);
    const positions = selection.length > 0 ? selection : schema.fields.map((_, i) => i);
    const selectedOptions =
      fields.countOption.length > 0 ? options.filter((o) => fields.countOption.includes(o)) : options;
    const { rows, columns: own } = byPosition(input, schema, '_c');
    const counters = selectedOptions.map((option) =>
      positions.map((i) =>
        counts[option](own[i] ?? F.lit(null), schema.fields[i]?.type ?? types.void, engine).alias(`${option}_${i}`),
      ),
    );
    const data = stack(
      rows.agg(...counters.flat()),
      'column',
      positions.map((i) => schema.fields[i]?.name ?? ''),
      selectedOptions.map((option) => ({
        name: option,
        values: positions.map((i) => F.columnNamed(`${option}_${i}`)),
      })),
    );
    return { outputs: [input], results: [{ type: 'table', title: 'Count Records', data }] };
  },
});
