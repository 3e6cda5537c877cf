import { functions as F, type Column } from '@millrace/spark-connect';
import { castOrNull } from '../kit/cast.ts';
import { requireColumn, requireColumns } from '../kit/columns.ts';
import { column, flag, layout, text } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { type } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const select = processor({
  nodeClass: 'fire.nodes.etl.NodeSelect',
  name: 'Select',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Gives the listed columns in their order, renamed and cast where asked for; dropped columns are left out. With propagation all other columns follow in input order. Without listed columns all columns are meant. A value that does not fit its new type becomes null.',
  fields: {
    General: layout(),
    selected: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        renameCols: text({ title: 'New name' }),
        colType: type({ title: 'New type' }),
      },
      { key: 'inputCols' },
    ),
    drop: layout(),
    dropInputCols: columns({ title: 'Columns to drop' }),
    inputColumnPropagation: flag({ default: false, widget: 'array_single', title: 'Keep all other columns' }),
  },
  examples: [
    {
      name: 'chosen columns in order, renamed and cast; the rest goes',
      fields: { inputCols: ['c', 'a'], renameCols: ['', 'id'], colType: ['INTEGER', ''] },
      input: table('a int, b string, c string', [
        [1, 'x', '7'],
        [null, null, 'seven'],
      ]),
      output: table('c int, id int', [
        [7, 1],
        [null, null],
      ]),
    },
    {
      name: 'others follow with propagation; dropped columns do not; names with dots',
      fields: {
        inputCols: ['c', 'd'],
        renameCols: ['größe.cm'],
        dropInputCols: ['a.b', 'd'],
        inputColumnPropagation: 'true',
      },
      input: table('`a.b` int, b string, c double, d int', [
        [1, 'x', 1.5, 4],
        [2, null, null, 5],
      ]),
      output: table('`größe.cm` double, b string', [
        [1.5, 'x'],
        [null, null],
      ]),
    },
    {
      name: 'nothing listed: all but the dropped ones; an empty input stays empty',
      fields: { dropInputCols: ['b'] },
      input: table('a int, b int', []),
      output: table('a int', []),
    },
    {
      name: 'two columns of one name are refused',
      fields: { inputCols: ['a', 'b'], renameCols: ['x', 'X'] },
      input: table('a int, b int', [[1, 2]]),
      error: 'two columns are named "X"',
    },
  ],
  run({ input, schema, fields, engine }) {
    const dropped = requireColumns(schema, fields.dropInputCols, 'dropInputCols').map((c) => c.index);
    const listed = fields.selected.map((rule) => ({ ...requireColumn(schema, rule.inputCols, 'inputCols'), rule }));
    const chosen = listed
      .filter((c) => !dropped.includes(c.index))
      .map(({ name, type: from, rule }) => {
        const to = rule.colType;
        const cell = F.columnNamed(name);
        return {
          name: rule.renameCols ?? name,
          value: to === undefined ? cell : castOrNull(cell, { from, to, name, field: 'colType', engine }),
        };
      });
    const used = [...dropped, ...listed.map((c) => c.index)];
    const others = schema.fields.flatMap(({ name }, i) =>
      used.includes(i) ? [] : [{ name, value: F.columnNamed(name) }],
    );
    const output = fields.inputColumnPropagation || listed.length === 0 ? [...chosen, ...others] : chosen;
    return input.select(...named(output));
  },
});

function named(columns: readonly { readonly name: string; readonly value: Column }[]): Column[] {
  const names = columns.map((c) => c.name.toLowerCase());
  const twice = columns.find((c, i) => names.indexOf(c.name.toLowerCase()) < i);
  if (twice !== undefined)
    throw new FieldError('renameCols', `two columns are named "${twice.name}"`, 'give them different names');
  return columns.map(({ name, value }) => value.alias(name));
}
