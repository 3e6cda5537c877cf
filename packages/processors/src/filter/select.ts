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
    'Returns the listed columns in order, optionally renamed and cast, without the dropped columns. All other columns can be kept and follow in input order. If no columns are listed, all columns are returned. A value that cannot be cast to its new type becomes null.',
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
      name: 'returns the listed columns in order, renamed and cast, and drops the others',
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
      name: 'keeps the other columns except the dropped ones; takes names with dots',
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
      name: 'returns all columns except the dropped ones if none is listed; keeps an empty input empty',
      fields: { dropInputCols: ['b'] },
      input: table('a int, b int', []),
      output: table('a int', []),
    },
    {
      name: 'rejects duplicate column names',
      fields: { inputCols: ['a', 'b'], renameCols: ['x', 'X'] },
      input: table('a int, b int', [[1, 2]]),
      error: 'duplicate column name "X"',
    },
  ],
  run({ input, schema, fields, engine }) {
    const dropped = requireColumns(schema, fields.dropInputCols, 'dropInputCols').map((c) => c.index);
    const rules = fields.selected.map((rule) => ({ ...requireColumn(schema, rule.inputCols, 'inputCols'), rule }));
    const columns = rules
      .filter((c) => !dropped.includes(c.index))
      .map(({ name, type: from, rule }) => {
        const to = rule.colType;
        const cell = F.columnNamed(name);
        return {
          name: rule.renameCols ?? name,
          value: to === undefined ? cell : castOrNull(cell, { from, to, name, field: 'colType', engine }),
        };
      });
    const usedPositions = [...dropped, ...rules.map((c) => c.index)];
    const others = schema.fields.flatMap(({ name }, i) =>
      usedPositions.includes(i) ? [] : [{ name, value: F.columnNamed(name) }],
    );
    const output = fields.inputColumnPropagation || rules.length === 0 ? [...columns, ...others] : columns;
    return input.select(...nameColumns(output));
  },
});

function nameColumns(columns: readonly { readonly name: string; readonly value: Column }[]): Column[] {
  const names = columns.map((c) => c.name.toLowerCase());
  const twice = columns.find((c, i) => names.indexOf(c.name.toLowerCase()) < i);
  if (twice !== undefined)
    throw new FieldError(
      'renameCols',
      `duplicate column name "${twice.name}" in field "renameCols"`,
      'use different names',
    );
  return columns.map(({ name, value }) => value.alias(name));
}
