import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import {
  FieldError,
  loadCatalogue,
  type Example,
  type ExampleTable,
  type Outcome,
  type Processor,
  type Python,
  type Result,
  type Save,
  type StoredFields,
  type Surroundings,
} from '@millrace/processors';
import {
  parseSchema,
  SparkError,
  typeName,
  type CollectedTable,
  type DataFrame,
  type SparkSession,
} from '@millrace/spark-connect';
import { parseDataset, textList, type Dataset } from '@millrace/workflow';
import { compareTables } from '@millrace/parity/compare';
import { RunError } from '@millrace/errors';
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
  text: (name) => {
    const value = fields[name];
    return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
  },
  list: (name) => {
    const value = fields[name];
    return typeof value === 'string' ? textList(value) : value;
  },
});

const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

export const collectedOf = (given: ExampleTable): CollectedTable => ({
  schema: parseSchema(given.schema),
  rows: given.rows,
});

/** What examples are run with; those of nodes that need Python want its worker. */
export interface ExampleEngine {
  readonly session: SparkSession;
  readonly python?: Python;
}

/** Runs one example of a processor on an engine's session. */
export async function runExample(
  processor: Processor,
  example: Example,
  { session, python }: ExampleEngine,
  engine: 'sail' | 'spark',
): Promise<ExampleOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-example-'));
  await using served = example.pages && (await servePages(example.pages));
  await using files = new LocalFiles(folder, served?.policy);
  try {
    for (const [name, content] of Object.entries(example.files ?? {})) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    const inputs: ComposeInput[] = asList(example.input).map((t) => {
      const { schema, rows } = collectedOf(t);
      return { df: session.createDataFrame(rows, schema), schema };
    });
    const around: Surroundings = {
      session,
      engine,
      onePartition: true,
      files,
      dataset: (uuid) => datasetOf(example.datasets?.[uuid]),
      now: '2024-02-29T12:34:56.789Z',
      seed: 42n,
      ...(python === undefined ? {} : { python }),
    };
    const composed = (one: Processor, fields: StoredFields, [first, ...others]: readonly ComposeInput[]) => {
      const all = first === undefined ? [] : [first, ...others];
      return one.compose({
        ...around,
        input: first?.df ?? session.range(0),
        inputs: all.map(({ df }) => df),
        schema: first?.schema ?? { kind: 'struct', fields: [] },
        schemas: all.map(({ schema }) => schema),
        learned: all.map(({ learned }) => learned),
        trains: true,
        stored: fields,
      });
    };
    for (const before of example.after ?? []) {
      const one = (await loadCatalogue()).get(before.nodeClass);
      const [first] = inputs;
      if (one === undefined || first === undefined) throw new Error(`nothing goes through ${before.nodeClass}`);
      const { outputs, learned } = await composed(one, stored(before.fields), [first]);
      const [df = first.df] = outputs;
      inputs[0] = { df, schema: await df.schema(), learned: learned?.[0] };
    }
    const fields = stored(served === undefined ? example.fields : withOrigin(example.fields, served));
    const outcome = await composed(processor, fields, inputs);
    const { unverified, warnings, saves = [], rejects } = outcome;
    if (engine === 'sail' && unverified !== undefined)
      return { unverified, saves, rejected: undefined, outputs: [], results: [], otherSchemas: [] };
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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const datasetOf = (record: Readonly<Record<string, unknown>> | undefined): Dataset | undefined => {
  if (record === undefined) return undefined;
  const parsed = parseDataset(record);
  if (!parsed.ok)
    throw new RunError('BAD_DATASET', parsed.problems[0]?.message ?? 'the dataset cannot be read', 'mend its record');
  return parsed.dataset;
};

/** Runs an example and says in one line each what differs from what it promises; nothing when it holds. */
export async function checkExample(
  processor: Processor,
  example: Example,
  on: ExampleEngine,
  engine: 'sail' | 'spark',
): Promise<string[]> {
  let outcome: ExampleOutcome;
  try {
    outcome = await runExample(processor, example, on, engine);
  } catch (error) {
    if (!(error instanceof FieldError || error instanceof SparkError || error instanceof RunError)) throw error;
    if (example.error === undefined) return [`failed: ${error.message}`];
    return error.message.includes(example.error) ? [] : [`failed with "${error.message}", not with "${example.error}"`];
  }
  if (example.error !== undefined) return [`should fail with "${example.error}" and did not`];
  const problems = [...outcome.otherSchemas];
  if (engine === 'sail' && (outcome.unverified ?? example.unverified) !== undefined)
    return example.unverified !== undefined && outcome.unverified?.includes(example.unverified)
      ? []
      : [`said to be unverified because of "${outcome.unverified}", not "${example.unverified}"`];
  const { ordered = false } = example;
  const expected = asList(example.output);
  if (example.output !== undefined && expected.length !== outcome.outputs.length)
    problems.push(`${outcome.outputs.length} outputs, not ${expected.length}`);
  expected.forEach((wanted, i) => {
    const got = outcome.outputs[i];
    const difference = got && compareTables(collectedOf(wanted), got, { ordered });
    if (difference !== undefined) problems.push(`output ${i + 1}, ${difference.what}: ${difference.detail}`);
  });
  if (example.rejected !== undefined) {
    const difference = outcome.rejected && compareTables(collectedOf(example.rejected), outcome.rejected);
    if (outcome.rejected === undefined) problems.push('no rows are rejected');
    if (difference !== undefined) problems.push(`rejected rows, ${difference.what}: ${difference.detail}`);
  }
  const warned = outcome.warnings ?? [];
  if (
    warned.length !== (example.warnings ?? []).length ||
    !(example.warnings ?? []).every((text, i) => warned[i]?.includes(text))
  )
    problems.push(`warnings: ${JSON.stringify(warned)}`);
  const saves = outcome.saves.map((save) =>
    Object.fromEntries(
      Object.entries(save).filter(([name]) => !['data', 'model', 'write', 'facts', 'lines'].includes(name)),
    ),
  );
  if (example.saves !== undefined && !isDeepStrictEqual(saves, example.saves))
    problems.push(`saves: ${JSON.stringify(saves)}`);
  example.results?.forEach((wanted, i) => {
    const got = outcome.results[i];
    if (got === undefined) {
      problems.push(`result ${i + 1} is missing`);
      return;
    }
    const { result, data } = got;
    if (result.type !== wanted.type) problems.push(`result ${i + 1} is a ${result.type}, not a ${wanted.type}`);
    if (wanted.title !== undefined && result.title !== wanted.title)
      problems.push(`result ${i + 1} is titled "${result.title}", not "${wanted.title}"`);
    if (wanted.kind !== undefined && (result.type !== 'chart' || result.chart.kind !== wanted.kind))
      problems.push(`result ${i + 1} is no ${wanted.kind} chart`);
    if (wanted.text !== undefined && (result.type !== 'text' || !result.text.includes(wanted.text)))
      problems.push(`result ${i + 1} does not say "${wanted.text}"`);
    const difference = wanted.data && data && compareTables(collectedOf(wanted.data), data, { ordered: true });
    if (difference !== undefined) problems.push(`result ${i + 1}, ${difference.what}: ${difference.detail}`);
  });
  if (example.results !== undefined && outcome.results.length > example.results.length)
    problems.push(`${outcome.results.length} results, not ${example.results.length}`);
  return problems;
}
