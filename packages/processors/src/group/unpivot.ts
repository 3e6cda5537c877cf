import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { flag, layout } from '../kit/fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { unpivot as unpivoted } from './_unpivot.ts';

export const unpivot = processor({
  nodeClass: 'fire.nodes.etl.NodeTransposeColumns',
  name: 'Unpivot',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Unpivots data columns into rows: returns one row for each row and each data column, with the key columns, the name of the data column in `name` and its value in `value`. Nulls also give rows. All columns that are neither keys nor dropped can be used as data columns; they are also used if none is selected. Values of different types are cast to their common type, or to strings.',
  fields: {
    transpose: layout(),
    keyCols: columns({ title: 'Key columns' }),
    dataCols: columns({ title: 'Data columns' }),
    dropInputCols: columns({ title: 'Columns to drop' }),
    inputColumnPropagation: flag({ default: false, title: 'Use all other columns as data columns' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'unpivots two data columns and drops a column that is neither key nor data',
      fields: { keyCols: ['city'], dataCols: ['jan', 'feb'] },
      input: table('city string, jan double, feb double, note string', [
        ['Oslo', -4.5, null, 'x'],
        [null, 1, 2, null],
      ]),
      output: table('city string, name string, value double', [
        ['Oslo', 'jan', -4.5],
        ['Oslo', 'feb', null],
        [null, 'jan', 1],
        [null, 'feb', 2],
      ]),
    },
    {
      name: 'unpivots all other columns except the dropped ones; keeps a key named name',
      fields: { keyCols: ['name'], dropInputCols: ['x.y'], inputColumnPropagation: 'true' },
      input: table('name string, `x.y` int, `ü` int, b decimal(4,1)', [['k', 1, 2, '3.5']]),
      output: table('name string, name_ string, value decimal(11,1)', [
        ['k', 'ü', '2.0'],
        ['k', 'b', '3.5'],
      ]),
    },
    {
      name: 'returns no rows for an empty input',
      fields: { keyCols: ['k'], dataCols: ['a'] },
      input: table('k int, a string', []),
      output: table('k int, name string, value string', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const positions = (names: readonly string[], field: string): number[] =>
      requireColumns(schema, names, field).map((c) => c.index);
    const ids = positions(fields.keyCols, 'keyCols');
    const selection = positions(fields.dataCols, 'dataCols');
    const dropped = positions(fields.dropInputCols, 'dropInputCols');
    const others = schema.fields.map((_, i) => i).filter((i) => !ids.includes(i) && !selection.includes(i));
    const all = fields.inputColumnPropagation || selection.length === 0 ? [...selection, ...others] : selection;
    const values = all.filter((i) => !dropped.includes(i));
    if (values.length === 0)
      throw new FieldError('dataCols', 'no data columns', 'choose a column that is neither a key nor dropped');
    return unpivoted(input, schema, { ids, values, nameColumn: 'name', valueColumn: 'value' }, engine);
  },
});
