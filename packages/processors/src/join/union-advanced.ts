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
    'Returns the rows of all inputs, matching columns by name (ignoring case) or by position. Keeps all columns, with nulls for the columns that an input does not have, or only those that every input has. The name and position of a column come from the first input that has it; types are widened as in Union All. Duplicate rows are kept.',
  inputNames: ['multiInput'],
  fields: {
    allowMissingColumns: flag({
      default: true,
      title: 'Allow missing columns',
      description: 'If false, inputs with different columns are rejected',
    }),
    configBy: choice(['NAME', 'POSITION'], { default: 'NAME', title: 'Match columns by' }),
    outputFields: choice(['ALL', 'COMMON'], { default: 'ALL', title: 'Columns to keep' }),
  },
  examples: [
    {
      name: 'matches by name and fills missing columns with null',
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
      name: 'keeps only the common columns of three inputs',
      fields: { outputFields: 'COMMON' },
      input: [table('a int, `b.c` int', [[1, 2]]), table('`b.c` int, d int', [[3, 4]]), table('`b.c` int', [])],
      output: table('`b.c` int', [[2], [3]]),
    },
    {
      name: 'matches by position; the wider input adds its further columns',
      fields: { configBy: 'POSITION' },
      input: [table('a int', [[1]]), table('x int, y string', [[2, 'ü']])],
      output: table('a int, y string', [
        [1, null],
        [2, 'ü'],
      ]),
    },
    {
      name: 'matches duplicate names one by one',
      input: [table('a int, a int', [[1, 2]]), table('a int, a int', [[3, 4]])],
      output: table('a int, a int', [
        [1, 2],
        [3, 4],
      ]),
    },
    {
      name: 'keeps all columns of empty inputs',
      input: [table('a int', []), table('b int', [])],
      output: table('a int, b int', []),
    },
    {
      name: 'rejects a missing column if missing columns are not allowed',
      fields: { allowMissingColumns: 'false' },
      input: [table('a int, b int', []), table('a int', [])],
      error: 'missing column "b" in input 2',
    },
  ],
  run({ inputs, schemas, fields, ...context }) {
    const all = fields.configBy === 'NAME' ? byName(schemas) : columnsByPosition(schemas);
    if (!fields.allowMissingColumns) refuseMissing(all);
    const columns = fields.outputFields === 'ALL' ? all : all.filter(({ from }) => !from.includes(undefined));
    if (columns.length === 0)
      throw new FieldError(
        'outputFields',
        'the inputs have no columns in common',
        'keep ALL columns, or match columns by POSITION',
      );
    return unionInOrder(alignColumns(inputs, schemas, columns, context.engine), columns, context);
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
        `missing column "${name}" in input ${lacking + 1}`,
        'allow missing columns, or add the column before this node',
      );
  }
}
