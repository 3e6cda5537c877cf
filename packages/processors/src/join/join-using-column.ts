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
    'Joins its inputs, from the first to the last, on one column that all of them have. The column comes first and once, then the other columns of each input; a name that is taken already gets `_right`. Nulls join with nothing.',
  inputNames: ['multiInput'],
  fields: {
    joinCol: column({ required: true, widget: 'variable_common', title: 'Common column' }),
    joinType: choice(['inner', 'outer', 'leftouter', 'rightouter', 'leftsemi', 'leftanti'], {
      default: 'inner',
      title: 'Join',
    }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'inner join; several matches give several rows, nulls none, equal names are told apart',
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
      name: 'outer join of three inputs: the key is there whichever side has it',
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
      name: 'outer join of a number and text: the key is text, and stays where it is no number',
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
      name: 'rows without a partner',
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
      name: 'an empty right side leaves the left with nulls',
      fields: { joinCol: 'id', joinType: 'leftouter' },
      input: [table('id int', [[1]]), table('id int, v string', [])],
      output: table('id int, v string', [[1, null]]),
    },
    {
      name: 'a column that one input lacks is named',
      fields: { joinCol: 'id' },
      input: [table('id int', []), table('key int', [])],
      error: '"joinCol" names the column "id", which the input does not have (it has key)',
    },
  ],
  run({ inputs, schemas, engine, fields }) {
    const tables = inputs.map((rows, i): Table => ({ rows, schema: schemas[i] ?? { kind: 'struct', fields: [] } }));
    return tables.reduce((left, right) =>
      joinUsing(left, right, [fields.joinCol], joinKinds[fields.joinType], 'joinCol', engine),
    ).rows;
  },
});
