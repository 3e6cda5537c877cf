import { types, type Column, type DataFrame } from '@millrace/spark-connect';
import { byPosition, requireColumn, uniqueNames } from '../kit/columns.ts';
import { choice, column, flag, layout, text } from '../kit/fields.ts';
import { columns, list, rows } from '../kit/list-fields.ts';
import { type } from '../kit/type-fields.ts';
import { joinOn, type JoinedRows, type JoinKind, type KeyPair, type Table } from './_join.ts';
import { freeName, numberRows, rowNumberBy } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { sideColumns, sideValue, type SideChoice } from './_side-fields.ts';
import { missing } from '../kit/field-shape.ts';

const left = table('id int, name string', [
  [1, 'a'],
  [2, 'b'],
  [null, 'c'],
]);
const right = table('key int, name string', [
  [1, 'x'],
  [3, 'ü'],
  [null, 'z'],
]);
const field = 'leftTableJoinColumn';
const both = 'id int, name string, key int, name_right string';

export const join = processor({
  nodeClass: 'fire.nodes.etl.NodeJoin',
  name: 'Join Advanced',
  type: 'join2inputs',
  category: 'Data-Preparation/Join-Union',
  description:
    'Joins two inputs on pairs of columns, or row by row by position, and returns six outputs: left rows without a match, joined rows, right rows without a match, and the left, right and full outer joins. All columns of each side are returned, or the selected ones, optionally cast (a value that cannot be cast becomes null) and renamed; a right column with a duplicate name gets the suffix `_right`. Nulls match nothing.',
  inputNames: ['Left', 'Right'],
  outputs: ['LeftAnti', 'Join', 'RightAnti', 'LeftOuter', 'RightOuter', 'FullOuter'],
  fields: {
    join: layout(),
    joinBy: choice(['Position', 'Specific Fields'], {
      default: 'Specific Fields',
      title: 'Join by',
      widget: 'array_single',
    }),
    pairs: rows(
      {
        leftTableJoinColumn: column({ required: true, title: 'Left column' }),
        rightTableJoinColumn: column({ required: true, input: 1, title: 'Right column' }),
      },
      {
        key: 'leftTableJoinColumn',
        widgets: { leftTableJoinColumn: 'key_array_join', rightTableJoinColumn: 'value_array_join' },
      },
    ),
    select: layout(),
    leftFields: rows(
      {
        selectLeftFields: column({ required: true, title: 'Left column' }),
        dataTypeLeftFields: type({ title: 'Type' }),
        renameLeftFields: text({ title: 'New name' }),
      },
      { key: 'selectLeftFields' },
    ),
    rightFields: rows(
      {
        selectRightFields: column({ required: true, input: 1, title: 'Right column' }),
        dataTypeRightFields: type({ title: 'Type' }),
        renameRightFields: text({ title: 'New name' }),
      },
      { key: 'selectRightFields' },
    ),
    drop: layout(),
    inputPropagateSchema: flag({ default: false, title: 'Include the other columns' }),
    types: list({ widget: 'variablesTypeFilter', title: 'Types shown in the form' }),
    dropLeftFields: columns({ title: 'Left columns to drop' }),
    dropRightFields: columns({ input: 1, title: 'Right columns to drop' }),
  },
  examples: [
    {
      name: 'returns all six outputs; matches nothing with nulls; renames duplicate names',
      fields: { leftTableJoinColumn: ['id'], rightTableJoinColumn: ['key'] },
      input: [left, right],
      output: [
        table('id int, name string', [
          [2, 'b'],
          [null, 'c'],
        ]),
        table(both, [[1, 'a', 1, 'x']]),
        table('key int, name string', [
          [3, 'ü'],
          [null, 'z'],
        ]),
        table(both, [
          [1, 'a', 1, 'x'],
          [2, 'b', null, null],
          [null, 'c', null, null],
        ]),
        table(both, [
          [1, 'a', 1, 'x'],
          [null, null, 3, 'ü'],
          [null, null, null, 'z'],
        ]),
        table(both, [
          [1, 'a', 1, 'x'],
          [2, 'b', null, null],
          [null, 'c', null, null],
          [null, null, 3, 'ü'],
          [null, null, null, 'z'],
        ]),
      ],
    },
    {
      name: 'selects, casts and renames columns; the key need not be selected',
      fields: {
        leftTableJoinColumn: ['id'],
        rightTableJoinColumn: ['id'],
        selectLeftFields: ['v', 'a.b'],
        dataTypeLeftFields: ['INTEGER', ''],
        renameLeftFields: ['number', ''],
        dropRightFields: ['id'],
      },
      input: [
        table('id int, v string, `a.b` int', [
          [1, '7', 8],
          [2, 'x', 9],
        ]),
        table('id int, w string', [
          [1, 'p'],
          [2, 'q'],
        ]),
      ],
      output: [
        table('number int, `a.b` int', []),
        table('number int, `a.b` int, w string', [
          [7, 8, 'p'],
          [null, 9, 'q'],
        ]),
        table('w string', []),
        table('number int, `a.b` int, w string', [
          [7, 8, 'p'],
          [null, 9, 'q'],
        ]),
        table('number int, `a.b` int, w string', [
          [7, 8, 'p'],
          [null, 9, 'q'],
        ]),
        table('number int, `a.b` int, w string', [
          [7, 8, 'p'],
          [null, 9, 'q'],
        ]),
      ],
    },
    {
      name: 'joins row by row',
      fields: { joinBy: 'Position' },
      input: [table('a int', [[5], [null], [5]]), table('b string', [['x'], ['y']])],
      output: [
        table('a int', [[5]]),
        table('a int, b string', [
          [5, 'x'],
          [null, 'y'],
        ]),
        table('b string', []),
        table('a int, b string', [
          [5, 'x'],
          [null, 'y'],
          [5, null],
        ]),
        table('a int, b string', [
          [5, 'x'],
          [null, 'y'],
        ]),
        table('a int, b string', [
          [5, 'x'],
          [null, 'y'],
          [5, null],
        ]),
      ],
    },
    {
      name: 'takes an empty input',
      fields: { leftTableJoinColumn: ['a'], rightTableJoinColumn: ['b'] },
      input: [table('a int', [[1]]), table('b int', [])],
      output: [
        table('a int', [[1]]),
        table('a int, b int', []),
        table('b int', []),
        table('a int, b int', [[1, null]]),
        table('a int, b int', []),
        table('a int, b int', [[1, null]]),
      ],
    },
    {
      name: 'requires columns to join on',
      input: [left, right],
      error: 'field "leftTableJoinColumn" is required',
    },
  ],
  run({ inputs, schemas, engine, fields }) {
    const [one, two] = inputs.map((input, i): Table => ({ rows: input, schema: schemas[i] ?? types.struct([]) }));
    if (one === undefined || two === undefined) throw new TypeError('the node requires two inputs');
    const sides = [choiceOf('Left'), choiceOf('Right')] as const;
    const own = [sideColumns(one.schema, sides[0]), sideColumns(two.schema, sides[1])] as const;
    const isByPosition = fields.joinBy === 'Position';
    const tables = isByPosition ? ([withNumber(one, engine), withNumber(two, engine)] as const) : ([one, two] as const);
    const pairs = isByPosition
      ? [[one.schema.fields.length, two.schema.fields.length] as const]
      : pairsOf(fields.pairs, one, two);
    const joinBy = (kind: JoinKind): JoinedRows => joinOn(tables[0], tables[1], pairs, kind, field, engine);
    const names = namesOfBoth(
      own[0].map((c) => c.name),
      own[1].map((c) => c.name),
    );
    const values = (side: 0 | 1, columns: readonly Column[]): Column[] =>
      own[side].map((c) => sideValue(c, columns, (side === 0 ? one : two).schema, sides[side].fields.type, engine));
    const matches = (kind: JoinKind): DataFrame => {
      const { rows, left: l, right: r } = joinBy(kind);
      return rows.select(...[...values(0, l), ...values(1, r)].map((c, i) => c.alias(names[i] ?? '')));
    };
    const single = (side: 0 | 1): DataFrame => {
      const { rows, left: l } = side === 0 ? joinBy('left_anti') : rightAnti(tables, pairs, engine);
      return rows.select(...values(side, l).map((c, i) => c.alias(own[side][i]?.name ?? '')));
    };
    return {
      outputs: [
        single(0),
        matches('inner'),
        single(1),
        matches('left_outer'),
        matches('right_outer'),
        matches('full_outer'),
      ],
    };

    function choiceOf(side: 'Left' | 'Right'): SideChoice {
      return {
        selection:
          side === 'Left'
            ? fields.leftFields.map((f) => ({
                column: f.selectLeftFields,
                type: f.dataTypeLeftFields,
                name: f.renameLeftFields,
              }))
            : fields.rightFields.map((f) => ({
                column: f.selectRightFields,
                type: f.dataTypeRightFields,
                name: f.renameRightFields,
              })),
        others: fields.inputPropagateSchema,
        dropped: side === 'Left' ? fields.dropLeftFields : fields.dropRightFields,
        fields: { selection: `select${side}Fields`, dropped: `drop${side}Fields`, type: `dataType${side}Fields` },
      };
    }
  },
});

/** The pairs of columns to join on, by position. Throws a `FieldError` if there are none, or for an unknown column. */
function pairsOf(
  pairs: readonly { readonly leftTableJoinColumn: string; readonly rightTableJoinColumn: string }[],
  l: Table,
  r: Table,
): KeyPair[] {
  if (pairs.length === 0) throw missing(field, 'choose at least one pair of columns, or join by Position');
  return pairs.map((pair) => [
    requireColumn(l.schema, pair.leftTableJoinColumn, field).index,
    requireColumn(r.schema, pair.rightTableJoinColumn, 'rightTableJoinColumn').index,
  ]);
}

/** Names of the columns of a join, each once: those of the right side that the left one has get a suffix. */
const namesOfBoth = (ofLeft: readonly string[], ofRight: readonly string[]): string[] =>
  uniqueNames([...uniqueNames(ofLeft, '_left'), ...ofRight], '_right');

/** The rows of the right table without a match: its left anti join with the left one. */
const rightAnti = (
  [ofLeft, ofRight]: readonly [Table, Table],
  pairs: readonly KeyPair[],
  engine: RunContext['engine'],
): JoinedRows => {
  const swappedPairs = pairs.map(([l, r]): KeyPair => [r, l]);
  return joinOn(ofRight, ofLeft, swappedPairs, 'left_anti', field, engine);
};

/** The table with the number of each row, by its position, as one more column at the end. */
function withNumber({ rows, schema }: Table, engine: RunContext['engine']): Table {
  const { rows: numberedRows, position } = numberRows(rows, schema, engine);
  const plain = byPosition(numberedRows, types.struct([...schema.fields, types.field('', types.long)]), '_c');
  const number = rowNumberBy(plain.columns.at(-1) ?? position);
  const names = schema.fields.map((f) => f.name);
  return {
    rows: plain.rows
      .select(...plain.columns.slice(0, -1), number.alias('_number'))
      .toDF(...names, freeName(schema, '_number')),
    schema: types.struct([...schema.fields, types.field('_number', types.long)]),
  };
}
