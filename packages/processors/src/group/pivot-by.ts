import { functions as F, type Column, type DataType, type InputValue } from '@millrace/spark-connect';
import { aggregatesOf } from '../kit/aggregates.ts';
import { asText } from '../kit/cast.ts';
import { requireColumn, requireColumns } from '../kit/columns.ts';
import { choice, column, layout, text } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { commaList } from '../kit/text.ts';
import { invalidValue } from '../kit/field-error.ts';

export const pivotBy = processor({
  nodeClass: 'fire.nodes.etl.NodePivotBy',
  name: 'Pivot By',
  type: 'transform',
  category: 'Data-Preparation/Group',
  description:
    'Returns one row for each group and one column for each value of the pivot column (or for the listed values, in their order), with the aggregate of the rows that have both. With one aggregate, the columns are named after the values; with several, `<value>_<operation>_<column>`. The column for null is named `null`. If a group has no rows for a value, all aggregates, counts included, are null.',
  fields: {
    aggregate: layout(),
    groupingCols: columns({ title: 'Group by' }),
    aggregates: rows(
      {
        aggregateCols: column({ required: true, title: 'Column' }),
        aggregateOperations: choice(['sum', 'avg', 'min', 'max', 'count'], { required: true, title: 'Operation' }),
      },
      { key: 'aggregateCols', required: true },
    ),
    pivot: layout(),
    pivotCol: column({ required: true, title: 'Pivot column' }),
    uniqueValues: text({
      title: 'Values',
      description: 'Values of the pivot column, separated by commas; if blank, all values',
    }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'adds a column for each value, with null where Spark sorts it; groups without a value have null',
      fields: { groupingCols: ['k'], pivotCol: 'p', aggregateCols: ['n'], aggregateOperations: ['count'] },
      input: table('k string, p string, n int', [
        ['a', 'é', 1],
        ['a', 'é', null],
        ['a', 'v', 2],
        ['b', null, 4],
        [null, 'v', 3],
      ]),
      output: table('k string, `null` bigint, v bigint, `é` bigint', [
        ['a', null, 1n, 1n],
        ['b', 1n, null, null],
        [null, null, 1n, null],
      ]),
    },
    {
      name: 'takes listed numbers and several aggregates',
      fields: {
        groupingCols: ['k'],
        pivotCol: 'a.b',
        uniqueValues: '2, 1',
        aggregateCols: ['n', 'm'],
        aggregateOperations: ['sum', 'avg'],
      },
      input: table('k int, `a.b` bigint, n int, m decimal(4,2)', [
        [1, 1n, 5, '0.01'],
        [1, 1n, 6, '0.02'],
        [1, 3n, 7, '1.00'],
        [2, 2n, 8, null],
      ]),
      output: table('k int, `2_sum_n` bigint, `2_avg_m` decimal(8,6), `1_sum_n` bigint, `1_avg_m` decimal(8,6)', [
        [1, null, null, 11n, '0.015000'],
        [2, 8n, null, null, null],
      ]),
    },
    {
      name: 'takes listed dates and returns one row without groups',
      fields: {
        pivotCol: 'd',
        uniqueValues: '2024-01-01,2024-01-02',
        aggregateCols: ['n'],
        aggregateOperations: ['max'],
      },
      input: table('d date, n int', [
        ['2024-01-01', 5],
        ['2024-01-01', 7],
      ]),
      output: table('`2024-01-01` int, `2024-01-02` int', [[7, null]]),
    },
    {
      name: 'returns no groups and no values for an empty input',
      fields: { groupingCols: ['k'], pivotCol: 'p', aggregateCols: ['n'], aggregateOperations: ['sum'] },
      input: table('k int, p string, n int', []),
      output: table('k int', []),
    },
    {
      name: 'rejects a value that the pivot column cannot hold',
      fields: { pivotCol: 'p', uniqueValues: '1,x', aggregateCols: ['p'], aggregateOperations: ['sum'] },
      input: table('p int', []),
      error: 'invalid value "x" for field "uniqueValues": must be a whole number, as in column "p"',
    },
  ],
  run({ input, schema, engine, fields }) {
    requireColumns(schema, fields.groupingCols, 'groupingCols');
    const { type, name } = requireColumn(schema, fields.pivotCol, 'pivotCol');
    const values = commaList(fields.uniqueValues ?? '');
    const groups = input.groupBy(...fields.groupingCols.map(F.columnNamed));
    const pivot = pivotOf(F.columnNamed(name), type, values, name, engine);
    return groups.pivot(pivot.column, pivot.values).agg(...aggregatesOf(fields.aggregates, schema, engine));
  },
});

const whole: readonly DataType['kind'][] = ['byte', 'short', 'integer', 'long'];

/** The column to pivot on, and its values: whole numbers as such, others by their text. */
function pivotOf(
  pivot: Column,
  type: DataType,
  values: readonly string[],
  name: string,
  engine: RunContext['engine'],
): { readonly column: Column; readonly values: readonly InputValue[] } {
  if (values.length === 0) return { column: pivot, values: [] };
  if (!whole.includes(type.kind)) return { column: asText(pivot, type, engine), values };
  return {
    column: pivot.cast('bigint'),
    values: values.map((value) => {
      if (/^[+-]?\d+$/.test(value)) return BigInt(value);
      throw invalidValue(
        'uniqueValues',
        value,
        `must be a whole number, as in column "${name}"`,
        'enter values of the pivot column',
      );
    }),
  };
}
