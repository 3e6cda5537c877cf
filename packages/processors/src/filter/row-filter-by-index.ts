import { functions as F, type Column } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { freeName, numberRows, rowNumberBy } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { invalidValue } from '../kit/field-error.ts';
import { missing } from '../kit/field-shape.ts';

export const rowFilterByIndex = processor({
  nodeClass: 'fire.nodes.etl.NodeRowFilterByIndex',
  name: 'Node Row Filter By Index',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Keeps the rows at the listed positions, counted from 0 in input order: single positions ("0,2"), ranges with both ends included ("1-3, 7-9"), or both. The order of the rows is preserved; positions past the end are ignored. Positions are row_number over monotonically_increasing_id.',
  fields: {
    indexes: text({ widget: 'textarea_small', title: 'Positions' }),
    indexesRange: text({ widget: 'textarea_small', title: 'Ranges of positions' }),
  },
  examples: [
    {
      name: 'keeps single positions in input order, however they are listed',
      fields: { indexes: '2, 0,9' },
      input: table('s string', [['c'], ['a'], [null], ['b']]),
      output: table('s string', [['c'], [null]]),
      ordered: true,
    },
    {
      name: 'combines ranges and single positions without duplicates',
      fields: { indexes: '0,1', indexesRange: '1-2,4-4' },
      input: table('`a.b` int', [[10], [11], [12], [13], [14], [15]]),
      output: table('`a.b` int', [[10], [11], [12], [14]]),
      ordered: true,
    },
    {
      name: 'keeps an empty input empty',
      fields: { indexesRange: '0-5' },
      input: table('a int', []),
      output: table('a int', []),
    },
    {
      name: 'rejects a value that is not a position',
      fields: { indexes: '1,two' },
      input: table('a int', [[1]]),
      error: 'invalid value "two" for field "indexes": must be a position',
    },
    {
      name: 'rejects a node without positions and ranges',
      input: table('a int', [[1]]),
      error: 'field "indexes" is required',
    },
  ],
  run({ input, schema, fields, engine }) {
    const { rows, position, restore } = numberRows(input, schema, engine);
    const name = freeName(schema, '_index');
    const index = F.columnNamed(name);
    const ranges = [
      ...parts(fields.indexes).map((part) => [part, part, part, 'indexes'] as const),
      ...parts(fields.indexesRange).map((part) => {
        const [from = '', to = ''] = part.split(/\s*-\s*/);
        return [part, from, to, 'indexesRange'] as const;
      }),
    ].map(([part, from, to, field]) => within(index, at(from, part, field), at(to, part, field)));
    const [first, ...rest] = ranges;
    if (first === undefined) throw missing('indexes', 'enter positions such as 0,2 or a range such as 1-3');
    const numberedRows = rows.withColumn(name, rowNumberBy(position).minus(1));
    return restore(numberedRows.filter(rest.reduce((any, one) => any.or(one), first)).drop(index));
  },
});

const parts = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function at(text: string, part: string, field: string): bigint {
  if (/^\d{1,18}$/.test(text)) return BigInt(text);
  throw field === 'indexes'
    ? invalidValue(field, part, 'must be a position', 'enter positions from 0, such as 0,2')
    : invalidValue(field, part, 'must be a range of positions', 'enter ranges of positions from 0, such as 1-3');
}

const within = (index: Column, from: bigint, to: bigint): Column => index.between(F.lit(from), F.lit(to));
