import { functions as F } from '@millrace/spark-connect';
import { aggregatesOf } from '../kit/aggregates.ts';
import { requireColumns } from '../kit/columns.ts';
import { choice, column } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { aggregateSets } from './_grouping-sets.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const cube = processor({
  nodeClass: 'fire.nodes.etl.NodeCube',
  name: 'Cube',
  type: 'transform',
  category: 'Data-Preparation/Group',
  description:
    'Aggregates over every combination of the columns, from all of them down to the grand total. In a subtotal, the columns that are not part of it are null; so is the key of a group of nulls. Aggregates are named `<operation>_<column>` and ignore nulls. An empty input gives no rows.',
  fields: {
    cubeCols: columns({ required: true, title: 'Columns' }),
    aggregates: rows(
      {
        aggregateCols: column({ required: true, title: 'Column' }),
        aggregateOperations: choice(['sum', 'avg', 'min', 'max', 'count'], { required: true, title: 'Operation' }),
      },
      { key: 'aggregateCols', required: true },
    ),
  },
  examples: [
    {
      name: 'computes totals of every combination; separates a null key from the subtotal',
      fields: { cubeCols: ['a', 'b'], aggregateCols: ['n', 'n'], aggregateOperations: ['sum', 'count'] },
      input: table('a string, b string, n int', [
        ['x', 'p', 1],
        ['x', 'q', 2],
        ['y', 'p', null],
        [null, 'p', 4],
      ]),
      output: table('a string, b string, sum_n bigint, count_n bigint', [
        ['x', 'p', 1n, 1n],
        ['x', 'q', 2n, 1n],
        ['y', 'p', null, 0n],
        [null, 'p', 4n, 1n],
        ['x', null, 3n, 2n],
        ['y', null, null, 0n],
        [null, null, 4n, 1n],
        [null, 'p', 5n, 2n],
        [null, 'q', 2n, 1n],
        [null, null, 7n, 3n],
      ]),
    },
    {
      name: 'aggregates the values of a grouping column instead of the nulls of the subtotals',
      fields: { cubeCols: ['a.b'], aggregateCols: ['a.b', 'm'], aggregateOperations: ['max', 'avg'] },
      input: table('`a.b` int, m decimal(5,2)', [
        [1, '0.01'],
        [2, '0.01'],
        [2, '0.02'],
      ]),
      output: table('`a.b` int, `max_a.b` int, avg_m decimal(9,6)', [
        [1, 1, '0.010000'],
        [2, 2, '0.015000'],
        [null, 2, '0.013333'],
      ]),
    },
    {
      name: 'returns no rows for an empty input',
      fields: { cubeCols: ['a'], aggregateCols: ['n'], aggregateOperations: ['sum'] },
      input: table('a int, n int', []),
      output: table('a int, sum_n bigint', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    requireColumns(schema, fields.cubeCols, 'cubeCols');
    const sets = input.cube(...fields.cubeCols.map(F.columnNamed));
    return aggregateSets(
      sets,
      aggregatesOf(fields.aggregates, schema, engine),
      schema.fields.map((f) => f.name),
    );
  },
});
