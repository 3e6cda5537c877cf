import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import {
  loadCatalogue,
  type Example,
  type ExampleTable,
  type Outcome,
  type Processor,
  type Python,
  type Result,
  type Save,
  type StoredFields,
  type RunContext,
} from '@millrace/processors';
import { parseSchema, typeName, type CollectedTable, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import { parseDataset, textList, type Dataset } from '@millrace/workflow';
import { runError } from '@millrace/errors';
import type { SessionCode } from '@millrace/engines/host';
import { isForSpark, reasonOfCode } from '../faults/code-faults.ts';
import type { ComposeInput } from '../plan/compose.ts';
import { LocalFiles } from '@millrace/file-space';
import { guardPlans } from '@millrace/engines/guard-plans';
import { servePages, withOrigin } from './serve-pages.ts';

/** What an example run gave, whole. Nothing was computed where `unverified` says that the engine is not to run it. */
export interface ExampleOutcome extends Pick<Outcome, 'unverified' | 'warnings'> {
  readonly saves: readonly Save[];
  readonly rejected: CollectedTable | undefined;
  /** Schemas that the processor tells and the engine does not, one line each. */
  readonly otherSchemas: readonly string[];
  readonly outputs: readonly CollectedTable[];
  readonly results: readonly { readonly result: Result; readonly data: CollectedTable | undefined }[];
}

const stored = (fields: Example['fields'] = {}): StoredFields => ({
  names: () => Object.keys(fields),
  text: (name) => {
    const value = fields[name];
    return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
  },
  list: (name) => {
    const value = fields[name];
    return typeof value === 'string' ? textList(value) : value;
  },
});

/** No values, one or several as a list. */
export const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

export const collectedOf = (table: ExampleTable): CollectedTable => ({
  schema: parseSchema(table.schema),
  rows: table.rows,
});

/** What examples are run with; those of nodes that need Python want its worker. */
export interface ExampleEngine {
  readonly session: SparkSession;
  readonly python?: Python;
  readonly code?: SessionCode;
}

/** Runs one example of a processor on an engine's session. */
export async function runExample(
  processor: Processor,
  example: Example,
  { session, python, code }: ExampleEngine,
  engine: 'sail' | 'spark',
): Promise<ExampleOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-example-'));
  await using server = example.pages && (await servePages(example.pages));
  await using files = new LocalFiles(folder, server?.policy);
  try {
    await writeFiles(folder, example.files ?? {});
    const around: RunContext = {
      session,
      engine,
      onePartition: true,
      files,
      dataset: (uuid) => datasetOf(example.datasets?.[uuid]),
      now: '2024-02-29T12:34:56.789Z',
      seed: 42n,
      ...(python === undefined ? {} : { python }),
      ...(code === undefined ? {} : { code: engine === 'sail' ? code.composing : code }),
    };
    const inputs = await inputsOf(example, around);
    const fields = stored(server === undefined ? example.fields : withOrigin(example.fields, server));
    const outcome = await composeExample(processor, fields, inputs, around);
    const { unverified, saves } = outcome;
    return engine === 'sail' && unverified !== undefined ? notRun(unverified, saves) : await collect(outcome, engine);
  } catch (error) {
    if (engine === 'sail' && isForSpark(error)) return notRun(reasonOfCode(error));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const notRun = (unverified: string, saves: readonly Save[] = []): ExampleOutcome => ({
  unverified,
  saves,
  rejected: undefined,
  outputs: [],
  results: [],
  otherSchemas: [],
});

async function writeFiles(folder: string, files: NonNullable<Example['files']>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** The inputs of an example, with what the nodes that come before it make of the first one. */
async function inputsOf(example: Example, around: RunContext): Promise<readonly ComposeInput[]> {
  const inputs: ComposeInput[] = asList(example.input).map((t) => {
    const { schema, rows } = collectedOf(t);
    return { df: around.session.createDataFrame(rows, schema), schema };
  });
  for (const before of example.after ?? []) {
    const one = (await loadCatalogue()).get(before.nodeClass);
    const [first] = inputs;
    if (one === undefined || first === undefined) throw new Error(`nothing goes through ${before.nodeClass}`);
    const { outputs, learned } = await composeExample(one, stored(before.fields), [first], around);
    const [df = first.df] = outputs;
    inputs[0] = { df, schema: await df.schema(), learned: learned?.[0] };
  }
  return inputs;
}

function composeExample(
  processor: Processor,
  fields: StoredFields,
  inputs: readonly ComposeInput[],
  around: RunContext,
): Promise<Outcome> {
  const [first] = inputs;
  return processor.compose({
    ...around,
    input: first?.df ?? around.session.range(0),
    inputs: inputs.map(({ df }) => df),
    schema: first?.schema ?? { kind: 'struct', fields: [] },
    schemas: inputs.map(({ schema }) => schema),
    learned: inputs.map(({ learned }) => learned),
    trains: true,
    stored: fields,
  });
}

/** All rows of an outcome. */
async function collect(outcome: Outcome, engine: 'sail' | 'spark'): Promise<ExampleOutcome> {
  const { unverified, warnings, saves = [], rejects } = outcome;
  const guard = guardPlans(engine);
  const tableOf = (df: DataFrame): Promise<CollectedTable> => {
    guard(df.relation);
    return df.table();
  };
  const outputs: CollectedTable[] = [];
  const otherSchemas: string[] = [];
  for (const [at, output] of outcome.outputs.entries()) {
    const table = await tableOf(output);
    outputs.push(table);
    const declared = outcome.schemas?.[at];
    if (declared !== undefined && typeName(declared) !== typeName(table.schema))
      otherSchemas.push(`output ${at + 1} is said to be ${typeName(declared)} and is ${typeName(table.schema)}`);
  }
  const results = [];
  for (const result of outcome.results ?? [])
    results.push({ result, data: 'data' in result ? await tableOf(result.data) : undefined });
  return {
    outputs,
    results,
    saves,
    rejected: rejects && (await tableOf(rejects.rows)),
    unverified,
    warnings,
    otherSchemas,
  };
}

const datasetOf = (record: Readonly<Record<string, unknown>> | undefined): Dataset | undefined => {
  if (record === undefined) return undefined;
  const parsed = parseDataset(record);
  if (!parsed.ok)
    throw runError('dataset-unreadable', { problem: parsed.problems[0]?.message ?? 'the dataset cannot be read' });
  return parsed.dataset;
};
