import { requireColumn } from '../kit/columns.ts';
import { choice, column } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { isOneSided, outputNames, joinKinds, joinOn } from './_join.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const joinOnColumns = processor({
  nodeClass: 'fire.nodes.etl.JoinOnColumns',
  name: 'Join On Columns',
  type: 'join2inputs',
  category: 'Data-Preparation/Join-Union',
  description:
    'Joins two inputs on pairs of left and right columns. All columns of both are kept, keys included; a right column whose name the left input already has gets the suffix `_right`. Nulls match nothing. A left semi join returns the left rows that have a match, with only the left columns.',
  inputNames: ['Left', 'Right'],
  fields: {
    joinType: choice(['inner', 'outer', 'left_outer', 'right_outer', 'leftsemi'], {
      default: 'inner',
      aliases: { leftouter: 'left_outer', rightouter: 'right_outer' },
      title: 'Join type',
    }),
    pairs: rows(
      {
        leftTableJoinColumn: column({ required: true, title: 'Left column' }),
        rightTableJoinColumn: column({ required: true, input: 1, title: 'Right column' }),
      },
      {
        key: 'leftTableJoinColumn',
        required: true,
        widgets: { leftTableJoinColumn: 'key_array_join', rightTableJoinColumn: 'value_array_join' },
      },
    ),
  },
  examples: [
    {
      name: 'keeps both keys; renames duplicate names; matches nothing with nulls',
      fields: { leftTableJoinColumn: ['id'], rightTableJoinColumn: ['id'] },
      input: [
        table('id int, name string', [
          [1, 'a'],
          [2, 'b'],
          [null, 'c'],
        ]),
        table('id int, name string', [
          [1, 'x'],
          [1, 'y'],
          [null, 'z'],
        ]),
      ],
      output: table('id int, name string, id_right int, name_right string', [
        [1, 'a', 1, 'x'],
        [1, 'a', 1, 'y'],
      ]),
    },
    {
      name: 'joins outer on two pairs of different names and types',
      fields: { joinType: 'outer', leftTableJoinColumn: ['a.b', 'n'], rightTableJoinColumn: ['é', 'm'] },
      input: [
        table('`a.b` string, n int', [
          ['x', 1],
          ['x', 2],
        ]),
        table('`é` string, m decimal(5,2)', [
          ['x', '1.00'],
          ['x', '2.50'],
        ]),
      ],
      output: table('`a.b` string, n int, `é` string, m decimal(5,2)', [
        ['x', 1, 'x', '1.00'],
        ['x', 2, null, null],
        [null, null, 'x', '2.50'],
      ]),
    },
    {
      name: 'joins an input with duplicate names on another column',
      fields: { joinType: 'left_outer', leftTableJoinColumn: ['k'], rightTableJoinColumn: ['k'] },
      input: [table('v int, v int, k int', [[1, 2, 3]]), table('k int, v int', [[4, 5]])],
      output: table('v int, v int, k int, k_right int, v_right int', [[1, 2, 3, null, null]]),
    },
    {
      name: 'returns no rows for a semi join with an empty right input',
      fields: { joinType: 'leftsemi', leftTableJoinColumn: ['id'], rightTableJoinColumn: ['id'] },
      input: [table('id int, v int', [[1, 2]]), table('id int', [])],
      output: table('id int, v int', []),
    },
  ],
  run({ inputs, schemas, engine, fields }) {
    const [left, right] = inputs.map((rows, i) => ({
      rows,
      schema: schemas[i] ?? { kind: 'struct' as const, fields: [] },
    }));
    if (left === undefined || right === undefined) throw new TypeError('the node requires two inputs');
    const kind = joinKinds[fields.joinType];
    const pairs = fields.pairs.map(
      (pair) =>
        [
          requireColumn(left.schema, pair.leftTableJoinColumn, 'leftTableJoinColumn').index,
          requireColumn(right.schema, pair.rightTableJoinColumn, 'rightTableJoinColumn').index,
        ] as const,
    );
    const join = joinOn(left, right, pairs, kind, 'leftTableJoinColumn', engine);
    const columns = isOneSided(kind) ? join.left : [...join.left, ...join.right];
    const names = outputNames(left.schema, right.schema);
    return join.rows.select(...columns.map((c, i) => c.alias(names[i] ?? '')));
  },
});
