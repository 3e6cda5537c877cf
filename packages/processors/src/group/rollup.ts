import { functions as F } from '@millrace/spark-connect';
import { aggregatesOf } from '../kit/aggregates.ts';
import { requireColumns } from '../kit/columns.ts';
import { choice, column } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { aggregateSets } from './_grouping-sets.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const rollup = processor({
  nodeClass: 'fire.nodes.etl.NodeRollup',
  name: 'Rollup',
  type: 'transform',
  category: 'Data-Preparation/Group',
  description:
    'Aggregates over all the columns, then over all but the last, and so on down to the grand total. In a subtotal, the columns that are not part of it are null; the key of a group of nulls is also null. Aggregates are named `<operation>_<column>` and ignore nulls. An empty input gives no rows.',
  fields: {
    rollupCols: columns({ required: true, title: 'Columns' }),
    aggregates: rows(
      {
        aggregateCols: column({ required: true, title: 'Column' }),
        aggregateOperations: choice(['sum', 'avg', 'min', 'max'], { required: true, title: 'Operation' }),
      },
      { key: 'aggregateCols', required: true },
    ),
  },
  examples: [
    {
      name: 'computes totals by land and town, by land, and of all rows; separates a null key from the subtotal',
      fields: { rollupCols: ['land', 'town'], aggregateCols: ['n'], aggregateOperations: ['sum'] },
      input: table('land string, town string, n int', [
        ['N', 'Oslo', 1],
        ['N', 'Bergen', 2],
        ['I', null, 3],
        ['I', 'Rome', null],
      ]),
      output: table('land string, town string, sum_n bigint', [
        ['N', 'Oslo', 1n],
        ['N', 'Bergen', 2n],
        ['I', null, 3n],
        ['I', 'Rome', null],
        ['N', null, 3n],
        ['I', null, 3n],
        [null, null, 6n],
      ]),
    },
    {
      name: 'aggregates a grouping column; takes NaN and Unicode',
      fields: { rollupCols: ['ü'], aggregateCols: ['ü', 'x', 'x'], aggregateOperations: ['min', 'max', 'avg'] },
      input: table('`ü` date, x double', [
        ['2024-01-01', 1],
        ['2024-01-01', Number.NaN],
        ['2023-01-01', 2],
      ]),
      output: table('`ü` date, `min_ü` date, max_x double, avg_x double', [
        ['2024-01-01', '2024-01-01', Number.NaN, Number.NaN],
        ['2023-01-01', '2023-01-01', 2, 2],
        [null, '2023-01-01', Number.NaN, Number.NaN],
      ]),
    },
    {
      name: 'returns no rows for an empty input',
      fields: { rollupCols: ['a'], aggregateCols: ['n'], aggregateOperations: ['sum'] },
      input: table('a int, n int', []),
      output: table('a int, sum_n bigint', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    requireColumns(schema, fields.rollupCols, 'rollupCols');
    const sets = input.rollup(...fields.rollupCols.map(F.columnNamed));
    return aggregateSets(
      sets,
      aggregatesOf(fields.aggregates, schema, engine),
      schema.fields.map((f) => f.name),
    );
  },
});
