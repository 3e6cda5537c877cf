import { functions as F, type StructType } from '@millrace/spark-connect';
import { choice, expression } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { joinKinds, joinUsing, type Table } from './_join.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const joinUsingColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeJoinUsingColumns',
  name: 'Join On Common Columns',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Joins its inputs, from first to last, on columns that all of them have. The common columns come first and once, followed by the other columns of each input; a duplicate name gets the suffix `_right`. Nulls match nothing. The joined rows can be filtered by a condition.',
  inputNames: ['multiInput'],
  fields: {
    joinCols: columns({
      required: true,
      widget: 'variables_common',
      title: 'Common columns',
      description: 'A list, or names separated by spaces or commas',
    }),
    joinType: choice(['inner', 'outer', 'left_outer', 'right_outer', 'leftsemi'], {
      default: 'inner',
      aliases: { leftouter: 'left_outer', rightouter: 'right_outer' },
      title: 'Join type',
    }),
    whereClause: expression({ title: 'Rows to keep', description: 'A Spark SQL condition over the joined columns' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'joins on two columns listed as text; a null in either matches nothing',
      fields: { joinCols: 'c1 c2' },
      input: [
        table('c1 int, c2 string, a int', [
          [1, 'x', 1],
          [1, null, 2],
          [2, 'y', 3],
        ]),
        table('c2 string, c1 int, b int', [
          ['x', 1, 4],
          [null, 1, 5],
          ['y', 1, 6],
        ]),
      ],
      output: table('c1 int, c2 string, a int, b int', [[1, 'x', 1, 4]]),
    },
    {
      name: 'takes a list of names with spaces and Unicode; filters the rows of an outer join',
      fields: { joinCols: ['my key', 'ü'], joinType: 'outer', whereClause: 'a is null or b is null' },
      input: [
        table('`my key` int, `ü` date, a int', [
          [1, '2024-01-01', 1],
          [2, '2024-01-01', 2],
        ]),
        table('`my key` int, `ü` date, b int', [
          [1, '2024-01-01', 3],
          [3, '2024-01-01', 4],
        ]),
      ],
      output: table('`my key` int, `ü` date, a int, b int', [
        [2, '2024-01-01', 2, null],
        [3, '2024-01-01', null, 4],
      ]),
    },
    {
      name: 'joins strings with numbers by value; other strings match nothing',
      fields: { joinCols: ['id'], joinType: 'leftsemi' },
      input: [table('id string', [['01'], ['x'], ['2'], [null]]), table('id int', [[1], [3]])],
      output: table('id string', [['01']]),
    },
    {
      name: 'returns no rows for empty inputs',
      fields: { joinCols: ['id'], joinType: 'right_outer' },
      input: [table('id int, a int', []), table('id int, b int', [])],
      output: table('id int, a int, b int', []),
    },
  ],
  run({ inputs, schema, schemas, engine, fields }) {
    const keys = fields.joinCols.flatMap((name) => namesIn(name, schema));
    const tables = inputs.map((rows, i): Table => ({ rows, schema: schemas[i] ?? { kind: 'struct', fields: [] } }));
    const { rows } = tables.reduce((left, right) =>
      joinUsing(left, right, keys, joinKinds[fields.joinType], 'joinCols', engine),
    );
    return fields.whereClause === undefined ? rows : rows.filter(F.expr(fields.whereClause));
  },
});

/** A name of the schema as it stands, else the names between its blanks and commas. */
const namesIn = (text: string, { fields }: StructType): string[] =>
  fields.some((f) => f.name.toLowerCase() === text.toLowerCase())
    ? [text]
    : text.split(/[\s,]+/).filter((part) => part !== '');
