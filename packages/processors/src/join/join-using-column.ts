import { choice, column } from '../kit/fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { joinKinds, joinUsing, type Table } from './_join.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const joinUsingColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeJoinUsingColumn',
  name: 'Join On Common Column',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Joins its inputs, from first to last, on one column that all of them have. The common column comes first and once, followed by the other columns of each input; a duplicate name gets the suffix `_right`. Nulls match nothing.',
  inputNames: ['multiInput'],
  fields: {
    joinCol: column({ required: true, widget: 'variable_common', title: 'Common column' }),
    joinType: choice(['inner', 'outer', 'leftouter', 'rightouter', 'leftsemi', 'leftanti'], {
      default: 'inner',
      title: 'Join type',
    }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'joins inner; several matches give several rows, nulls none; renames duplicate names',
      fields: { joinCol: 'id' },
      input: [
        table('name string, id int', [
          ['a', 1],
          ['b', 2],
          ['c', null],
        ]),
        table('id int, name string', [
          [1, 'x'],
          [1, 'y'],
          [null, 'z'],
          [3, 'w'],
        ]),
      ],
      output: table('id int, name string, name_right string', [
        [1, 'a', 'x'],
        [1, 'a', 'y'],
      ]),
    },
    {
      name: 'joins three inputs outer; the key is set whichever side has it',
      fields: { joinCol: 'k.1', joinType: 'outer' },
      input: [
        table('`k.1` string, a int', [
          ['é', 1],
          [null, 2],
        ]),
        table('`k.1` string, b int', [
          ['é', 3],
          ['z', 4],
        ]),
        table('`k.1` string, c int', [
          ['z', 5],
          ['y', 6],
        ]),
      ],
      output: table('`k.1` string, a int, b int, c int', [
        ['é', 1, 3, null],
        [null, 2, null, null],
        ['z', null, 4, 5],
        ['y', null, null, 6],
      ]),
    },
    {
      name: 'joins a number and a string outer; the key is a string and is kept if it is not a number',
      fields: { joinCol: 'id', joinType: 'outer' },
      input: [
        table('id int, v string', [
          [1, 'a'],
          [9, 'e'],
        ]),
        table('id string, w string', [
          ['1', 'x'],
          ['N/A', 'p'],
        ]),
      ],
      output: table('id string, v string, w string', [
        ['1', 'a', 'x'],
        ['9', 'e', null],
        ['N/A', null, 'p'],
      ]),
    },
    {
      name: 'returns rows without a match',
      fields: { joinCol: 'id', joinType: 'leftanti' },
      input: [
        table('id int, v string', [
          [1, 'a'],
          [2, 'b'],
          [null, 'c'],
        ]),
        table('id bigint', [[1n], [null]]),
      ],
      output: table('id int, v string', [
        [2, 'b'],
        [null, 'c'],
      ]),
    },
    {
      name: 'returns the left rows with nulls if the right input is empty',
      fields: { joinCol: 'id', joinType: 'leftouter' },
      input: [table('id int', [[1]]), table('id int, v string', [])],
      output: table('id int, v string', [[1, null]]),
    },
    {
      name: 'rejects a column that one input does not have',
      fields: { joinCol: 'id' },
      input: [table('id int', []), table('key int', [])],
      error: 'unknown column "id" in field "joinCol": the input has key',
    },
  ],
  run({ inputs, schemas, engine, fields }) {
    const tables = inputs.map((rows, i): Table => ({ rows, schema: schemas[i] ?? { kind: 'struct', fields: [] } }));
    return tables.reduce((left, right) =>
      joinUsing(left, right, [fields.joinCol], joinKinds[fields.joinType], 'joinCol', engine),
    ).rows;
  },
});
