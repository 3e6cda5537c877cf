import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { unpivot } from './_unpivot.ts';

export const melt = processor({
  nodeClass: 'fire.nodes.etl.NodeMelt',
  name: 'Melt',
  type: 'transform',
  category: 'Data-Preparation/Group',
  description:
    'Unpivots columns into rows, as melt of pandas does. Returns one row for each row and each value column, with the ID columns, the name of the value column (in a column named "variable" by default) and its value (in a column named "value" by default). Nulls also give rows. If no value columns are selected, all columns except the ID columns are used. Values of different types are cast to their common type, or to strings.',
  fields: {
    id_vars: columns({ title: 'ID columns' }),
    value_vars: columns({ title: 'Value columns' }),
    value_name: text({ title: 'Name of the column for values' }),
    var_name: text({ title: 'Name of the column for names' }),
  },
  examples: [
    {
      name: 'returns a row for each cell, nulls included',
      fields: { id_vars: ['id'], value_vars: ['a', 'b'] },
      input: table('id int, a int, b int, c int', [
        [1, 10, null, 0],
        [null, 30, 40, 0],
      ]),
      output: table('id int, variable string, value int', [
        [1, 'a', 10],
        [1, 'b', null],
        [null, 'a', 30],
        [null, 'b', 40],
      ]),
    },
    {
      name: 'takes all other columns, of several types, under chosen names',
      fields: { id_vars: ['k.1'], var_name: 'what', value_name: 'ü' },
      input: table('a int, `k.1` string, b double', [[1, 'x', 2.5]]),
      output: table('`k.1` string, what string, `ü` double', [
        ['x', 'a', 1],
        ['x', 'b', 2.5],
      ]),
    },
    {
      name: 'casts numbers and dates to strings; takes no ID columns',
      fields: { value_vars: ['x', 'd'] },
      input: table('x double, d date', [[1e7, '2024-01-01']]),
      output: table('variable string, value string', [
        ['x', '1.0E7'],
        ['d', '2024-01-01'],
      ]),
    },
    {
      name: 'returns no rows for an empty input',
      fields: { id_vars: ['id'] },
      input: table('id int, a bigint', []),
      output: table('id int, variable string, value bigint', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const ids = requireColumns(schema, fields.id_vars, 'id_vars').map((c) => c.index);
    const selection = requireColumns(schema, fields.value_vars, 'value_vars').map((c) => c.index);
    const values = selection.length > 0 ? selection : schema.fields.map((_, i) => i).filter((i) => !ids.includes(i));
    if (values.length === 0)
      throw new FieldError(
        'value_vars',
        'no value columns: every column is an ID column',
        'remove a column from the ID columns',
      );
    const names = {
      nameColumn: fields.var_name?.trim() || 'variable',
      valueColumn: fields.value_name?.trim() || 'value',
    };
    return unpivot(input, schema, { ids, values, ...names }, engine);
  },
});
