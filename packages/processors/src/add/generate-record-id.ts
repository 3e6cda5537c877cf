import { functions as F, types, Window, type Column } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { choice, text } from '../kit/fields.ts';
import { integer } from '../kit/number-fields.ts';
import { list } from '../kit/list-fields.ts';
import { numberRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const kind = choice(['INTEGER', 'LONG', 'String'], {
  default: 'LONG',
  aliases: { Int64: 'LONG', Int32: 'INTEGER' },
  title: 'Type',
});

export const generateRecordId = processor({
  nodeClass: 'fire.nodes.etl.NodeGenerateRecordID',
  name: 'Record ID',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Numbers the rows from a start value, as INTEGER, LONG or zero-padded strings, in a new first or last column. Numbers the whole table in input order, or each group (null is a group) by the order columns (nulls first), then in input order. The order of the rows is preserved; a string longer than the number of digits is not truncated.',
  fields: {
    outputCol: text({ default: 'RecordID', title: 'New column' }),
    startValue: integer({ default: 1, title: 'First number' }),
    dataType: { ...kind, specs: (name) => kind.specs(name).map((spec) => ({ ...spec, default: 'Int64' })) },
    size: integer({ default: 6, min: 1, max: 100, title: 'Digits of a string' }),
    position: choice(['first', 'last'], { default: 'last', title: 'Column position' }),
    generationScope: choice(['entire_table', 'within_group'], { default: 'entire_table', title: 'Number within' }),
    groupByCols: list({ kind: 'column', widget: 'variable', title: 'Group by' }),
    orderByCols: list({ kind: 'column', widget: 'variable', title: 'Order by' }),
  },
  examples: [
    {
      name: 'numbers rows from a start value in input order, in the last column',
      fields: { startValue: '10' },
      input: table('name string', [['b'], [null], ['a']]),
      output: table('name string, RecordID bigint', [
        ['b', 10n],
        [null, 11n],
        ['a', 12n],
      ]),
      ordered: true,
    },
    {
      name: 'writes zero-padded strings in the first column and does not truncate longer numbers',
      fields: { dataType: 'String', size: '3', startValue: '999', position: 'first', outputCol: 'no.' },
      input: table('`a.b` int', [[1], [2]]),
      output: table('`no.` string, `a.b` int', [
        ['999', 1],
        ['1000', 2],
      ]),
      ordered: true,
    },
    {
      name: 'numbers rows within groups by an order column, with ties and null groups; preserves the row order',
      fields: { generationScope: 'within_group', groupByCols: 'g', orderByCols: 'n', dataType: 'INTEGER' },
      input: table('g string, n int', [
        ['a', 2],
        ['b', 1],
        ['a', 1],
        [null, 5],
        ['a', 1],
        [null, null],
      ]),
      output: table('g string, n int, RecordID int', [
        ['a', 2, 3],
        ['b', 1, 1],
        ['a', 1, 1],
        [null, 5, 2],
        ['a', 1, 2],
        [null, null, 1],
      ]),
      ordered: true,
    },
    {
      name: 'adds the new column to an empty input',
      fields: { dataType: 'Int64' },
      input: table('a int', []),
      output: table('a int, RecordID bigint', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const { outputCol, startValue, dataType, size, generationScope } = fields;
    const columnsNamed = (names: readonly string[], field: string): Column[] =>
      requireColumns(
        schema,
        names.filter((name) => name !== ''),
        field,
      ).map(({ name }) => F.columnNamed(name));
    const { rows, position, restore } = numberRows(input, schema, engine);
    const groups = generationScope === 'within_group' ? columnsNamed(fields.groupByCols, 'groupByCols') : [];
    const order = generationScope === 'within_group' ? columnsNamed(fields.orderByCols, 'orderByCols') : [];
    const number = F.rowNumber()
      .over(Window.partitionBy(...groups).orderBy(...order, position))
      .cast(types.long)
      .plus(F.lit(BigInt(startValue) - 1n));
    const id = { LONG: () => number, INTEGER: () => number.cast(types.integer), String: () => pad(number, size) }[
      dataType
    ]();
    const result = restore(rows.withColumn(outputCol, id));
    if (fields.position === 'last') return result;
    const others = schema.fields.filter((f) => f.name.toLowerCase() !== outputCol.toLowerCase());
    return result.select(F.columnNamed(outputCol).alias(outputCol), ...others.map((f) => F.columnNamed(f.name)));
  },
});

const pad = (number: Column, size: number): Column => {
  const text = number.cast(types.string);
  return F.call('lpad', text, F.call('greatest', F.call('length', text), F.lit(size)), '0');
};
