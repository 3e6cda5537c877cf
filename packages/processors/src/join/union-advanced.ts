import type { StructType } from '@millrace/spark-connect';
import { choice, flag } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { alignColumns, unionInOrder, type UnionColumn } from './_union.ts';

export const unionAdvanced = processor({
  nodeClass: 'fire.nodes.etl.NodeUnionAdvanced',
  name: 'Union Advanced',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Puts the rows of its inputs under one another, matching columns by name (case ignored) or by position. All columns are kept, with null where an input lacks one, or only those that every input has. Names and order come from the first input that has the column; types widen as in Union All. Equal rows stay.',
  inputNames: ['multiInput'],
  fields: {
    allowMissingColumns: flag({
      default: true,
      title: 'Allow missing columns',
      description: 'False: inputs with different columns are refused',
    }),
    configBy: choice(['NAME', 'POSITION'], { default: 'NAME', title: 'Match columns by' }),
    outputFields: choice(['ALL', 'COMMON'], { default: 'ALL', title: 'Columns to keep' }),
  },
  examples: [
    {
      name: 'by name: columns that an input lacks are null',
      input: [
        table('id int, a string', [
          [1, 'x'],
          [null, null],
        ]),
        table('b double, ID bigint', [[0.5, 2n]]),
      ],
      output: table('id bigint, a string, b double', [
        [1n, 'x', null],
        [null, null, null],
        [2n, null, 0.5],
      ]),
    },
    {
      name: 'only the common columns, of three inputs',
      fields: { outputFields: 'COMMON' },
      input: [table('a int, `b.c` int', [[1, 2]]), table('`b.c` int, d int', [[3, 4]]), table('`b.c` int', [])],
      output: table('`b.c` int', [[2], [3]]),
    },
    {
      name: 'by position: the longer input gives the further columns',
      fields: { configBy: 'POSITION' },
      input: [table('a int', [[1]]), table('x int, y string', [[2, 'ü']])],
      output: table('a int, y string', [
        [1, null],
        [2, 'ü'],
      ]),
    },
    {
      name: 'two columns of one name are matched one by one',
      input: [table('a int, a int', [[1, 2]]), table('a int, a int', [[3, 4]])],
      output: table('a int, a int', [
        [1, 2],
        [3, 4],
      ]),
    },
    {
      name: 'empty inputs keep all columns',
      input: [table('a int', []), table('b int', [])],
      output: table('a int, b int', []),
    },
    {
      name: 'a missing column is refused when asked for',
      fields: { allowMissingColumns: 'false' },
      input: [table('a int, b int', []), table('a int', [])],
      error: 'input 2 lacks the column "b"',
    },
  ],
  run({ inputs, schemas, fields, ...context }) {
    const all = fields.configBy === 'NAME' ? byName(schemas) : columnsByPosition(schemas);
    if (!fields.allowMissingColumns) refuseMissing(all);
    const chosen = fields.outputFields === 'ALL' ? all : all.filter(({ from }) => !from.includes(undefined));
    if (chosen.length === 0)
      throw new FieldError(
        'outputFields',
        'the inputs have no column in common',
        'keep ALL columns, or match by POSITION',
      );
    return unionInOrder(alignColumns(inputs, schemas, chosen, context.engine), chosen, context);
  },
});

function columnsByPosition(schemas: readonly StructType[]): UnionColumn[] {
  const width = Math.max(...schemas.map((s) => s.fields.length));
  return Array.from({ length: width }, (_, at) => ({
    name: schemas.find((s) => at < s.fields.length)?.fields[at]?.name ?? '',
    from: schemas.map((s) => (at < s.fields.length ? at : undefined)),
  }));
}

/** The second `a` of one input belongs to the second `a` of another. */
function byName(schemas: readonly StructType[]): UnionColumn[] {
  const columns = new Map<string, { name: string; from: (number | undefined)[] }>();
  schemas.forEach(({ fields }, i) => {
    const occurrences = new Map<string, number>();
    fields.forEach(({ name }, at) => {
      const lower = name.toLowerCase();
      const nth = (occurrences.get(lower) ?? 0) + 1;
      occurrences.set(lower, nth);
      const key = `${nth} ${lower}`;
      const column = columns.get(key) ?? { name, from: schemas.map(() => undefined) };
      column.from[i] = at;
      columns.set(key, column);
    });
  });
  return [...columns.values()];
}

function refuseMissing(columns: readonly UnionColumn[]): void {
  for (const { name, from } of columns) {
    const lacking = from.indexOf(undefined);
    if (lacking >= 0)
      throw new FieldError(
        'allowMissingColumns',
        `input ${lacking + 1} lacks the column "${name}"`,
        'allow missing columns, or add it before this node',
      );
  }
}
