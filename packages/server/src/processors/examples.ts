import type { Example, ExampleTable, Processor } from '@millrace/processors';
import type { rowsOf } from '@millrace/runner/cells';
import { Type, type Static } from 'typebox';
import { component, AnyJson, Nullable } from '../http/types.ts';

const Table = Type.Object({
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rows: Type.Array(Type.Array(AnyJson), { description: 'Values in the format of run results' }),
});

const File = Type.Object({
  path: Type.String(),
  text: Nullable(Type.String({ description: 'null if the file is not text' })),
});

const ExampleOutput = Type.Object({
  type: Type.String(),
  title: Nullable(Type.String()),
  kind: Nullable(Type.String({ description: 'Kind of the chart' })),
  text: Nullable(Type.String({ description: 'A part of the text' })),
  data: Nullable(Table),
});

export const ProcessorExample = component(
  'ProcessorExample',
  Type.Object({
    name: Type.String(),
    fields: Type.Record(
      Type.String(),
      // fast-json-stringify writes a list of such a type as text: the route sends its JSON ready (`sendFixed`)
      Type.Unsafe<string | readonly string[]>({ type: ['string', 'array'], items: { type: 'string' } }),
      { description: 'By name: text, or the elements of a list' },
    ),
    inputs: Type.Array(Table),
    files: Type.Array(File, { description: 'The files of the file space that it reads' }),
    outputs: Type.Array(Table, {
      description: 'Rows, in any order unless `ordered`; empty if only `results` are stated',
    }),
    ordered: Type.Boolean(),
    rejected: Nullable(Table),
    results: Type.Array(ExampleOutput, { description: 'The outputs of the node, in order' }),
    warnings: Type.Array(Type.String()),
    onlySpark: Nullable(Type.String({ description: 'Why Sail is not used for these fields; null if it is' })),
    error: Nullable(Type.String({ description: 'A part of the error that the node fails with; null if it succeeds' })),
  }),
);

type Rows = typeof rowsOf;
type ParseSchema = (ddl: string) => Parameters<Rows>[0]['schema'];

/** The examples of a processor as the interface shows them: their values as in results. */
export async function examplesOf({ examples }: Processor): Promise<Static<typeof ProcessorExample>[]> {
  // read when first asked for: they carry the client of engines
  const [{ rowsOf }, { parseSchema }] = await Promise.all([
    import('@millrace/runner/cells'),
    import('@millrace/spark-connect'),
  ]);
  return examples.map((example) => exampleRecord(example, tableBy(rowsOf, parseSchema)));
}

type TableOf = ReturnType<typeof tableBy>;

const tableBy =
  (rowsOf: Rows, parseSchema: ParseSchema) =>
  ({ schema, rows }: ExampleTable): Static<typeof Table> => {
    const table = rowsOf({ schema: parseSchema(schema), rows }, rows.length);
    return { columns: table.columns, rows: table.rows };
  };

function exampleRecord(example: Example, table: TableOf): Static<typeof ProcessorExample> {
  const { name, fields = {}, input, output, files = {}, results = [], warnings = [] } = example;
  return {
    name,
    fields: { ...fields },
    inputs: listOf(input).map(table),
    files: Object.entries(files).map(([path, content]) => ({
      path,
      text: typeof content === 'string' ? content : null,
    })),
    outputs: listOf(output).map(table),
    ordered: example.ordered ?? false,
    rejected: example.rejected === undefined ? null : table(example.rejected),
    results: results.map(({ type, title, kind, text, data }) => ({
      type,
      title: title ?? null,
      kind: kind ?? null,
      text: text ?? null,
      data: data === undefined ? null : table(data),
    })),
    warnings: [...warnings],
    onlySpark: example.unverified ?? null,
    error: example.error ?? null,
  };
}

const listOf = (tables: ExampleTable | readonly ExampleTable[] | undefined): readonly ExampleTable[] =>
  tables === undefined ? [] : 'schema' in tables ? [tables] : tables;
