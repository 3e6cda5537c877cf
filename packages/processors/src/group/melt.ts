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
    'Turns columns into rows, as pandas does: for each row and each value column one row with the id columns, the name of the column (under `var_name`, "variable" where not given) and its value (under `value_name`, "value"). Nulls make rows too. Without value columns all but the ids are taken. Values of different types become the type that holds all, else text.',
  fields: {
    id_vars: columns({ title: 'Id columns' }),
    value_vars: columns({ title: 'Value columns' }),
    value_name: text({ title: 'Name of the column of values' }),
    var_name: text({ title: 'Name of the column of names' }),
  },
  examples: [
    {
      name: 'a row for each cell, nulls too',
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
      name: 'all other columns, of several types, under names of its own',
      fields: { id_vars: ['k.1'], var_name: 'what', value_name: 'ü' },
      input: table('a int, `k.1` string, b double', [[1, 'x', 2.5]]),
      output: table('`k.1` string, what string, `ü` double', [
        ['x', 'a', 1],
        ['x', 'b', 2.5],
      ]),
    },
    {
      name: 'numbers and dates together become text; without ids',
      fields: { value_vars: ['x', 'd'] },
      input: table('x double, d date', [[1e7, '2024-01-01']]),
      output: table('variable string, value string', [
        ['x', '1.0E7'],
        ['d', '2024-01-01'],
      ]),
    },
    {
      name: 'an empty input gives no rows',
      fields: { id_vars: ['id'] },
      input: table('id int, a bigint', []),
      output: table('id int, variable string, value bigint', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const ids = requireColumns(schema, fields.id_vars, 'id_vars').map((c) => c.index);
    const chosen = requireColumns(schema, fields.value_vars, 'value_vars').map((c) => c.index);
    const values = chosen.length > 0 ? chosen : schema.fields.map((_, i) => i).filter((i) => !ids.includes(i));
    if (values.length === 0)
      throw new FieldError(
        'value_vars',
        'there is no value column: every column is an id',
        'leave a column out of the ids',
      );
    const names = {
      nameColumn: fields.var_name?.trim() || 'variable',
      valueColumn: fields.value_name?.trim() || 'value',
    };
    return unpivot(input, schema, { ids, values, ...names }, engine);
  },
});
