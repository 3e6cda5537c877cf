// Code for PySpark of the examples of processors, run by Python on an engine.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { loadCatalogue, type Example, type Outcome, type Processor } from '@millrace/processors';
import { SparkSession, type CollectedTable } from '@millrace/spark-connect';
import { parseWorkflow, type WorkflowNode } from '@millrace/workflow';
import { compareTables } from '../src/compare.ts';
import { collectedOf, runExample } from '../src/examples.ts';
import type { ComposedNode } from '../src/explain/compose-workflow.ts';
import { pythonScript } from '../src/explain/python/script.ts';
import type { EngineHost, EngineSession } from '../src/host.ts';
import { LocalFiles } from '../src/files/local-files.ts';
import { servePages } from '../src/serve-pages.ts';
import { madeTable, runPython, type Program, type Told } from './explain-python.ts';

const catalogue = await loadCatalogue();

/** Address by which a Python process joins the session. PySpark sends a token in plain text to `localhost` alone. */
export const addressOf = ({ session }: EngineSession): string => {
  const { port, token, userId, sessionId } = session.client.remote;
  return `sc://localhost:${port}/;${token === undefined ? '' : `token=${token};`}user_id=${userId};session_id=${sessionId}`;
};

/** The same session without its guard, which knows no views that a Python process made. */
export const unguarded = (engine: EngineSession): Promise<SparkSession> => SparkSession.connect(addressOf(engine));

function nodeOf({ name, type, nodeClass }: Processor): WorkflowNode {
  const parsed = parseWorkflow({
    name: 'one',
    nodes: [{ id: '1', name, type, nodeClass, fields: [] }],
    edges: [],
  });
  const node = parsed.ok ? parsed.workflow.nodes[0] : undefined;
  assert.ok(node);
  return node;
}

/** One node without inputs, as the printer gets it. */
const alone = (processor: Processor, outcome: Outcome): ComposedNode => ({
  kind: 'composed',
  node: nodeOf(processor),
  processor,
  inputs: [],
  outcome,
  outputs: outcome.outputs.map((df) => ({ df, schema: { kind: 'struct', fields: [] } })),
});

export interface Case {
  readonly processor: Processor;
  readonly example: Example;
}

interface Written extends Program, Case {
  readonly expected: readonly CollectedTable[];
  readonly missing: readonly string[];
}

/** Writes the program of an example, without running it here; none for an example that promises no output. */
async function write(
  { processor, example }: Case,
  { session, kind }: EngineSession,
  folders: string[],
  servers: AsyncDisposableStack,
): Promise<Written[]> {
  const { error, output } = example;
  if (error !== undefined || output === undefined) return [];
  let program: Program & { readonly missing: readonly string[] } = {
    name: '',
    code: '',
    variables: [],
    missing: [],
  };
  const watched: Processor = {
    ...processor,
    async compose(given) {
      const outcome = await processor.compose(given);
      assert.ok(given.files instanceof LocalFiles);
      const root = given.files.root;
      // as long as the folder that it stands for: plans may count its letters
      const kept = await mkdtemp(root.slice(0, -6));
      folders.push(kept);
      await cp(root, kept, { recursive: true });
      const served = example.pages && servers.use(await servePages(example.pages));
      const { files } = given;
      const urlOf = (file: string): string | undefined =>
        files.urlOf(file)?.replace(/^http:\/\/[^/]*\//, served?.origin ?? '');
      const { code, variables, missing } = await pythonScript({
        title: example.name,
        nodes: [alone(processor, { ...outcome, saves: [] })],
        session,
        root,
        urlOf,
      });
      program = {
        name: `${processor.nodeClass}: ${example.name}`,
        code: code.replaceAll(root.slice(1), kept.slice(1)),
        variables: variables.get('1') ?? [],
        missing,
      };
      return { outputs: [] };
    },
  };
  await runExample(watched, example, { session }, kind);
  return [{ ...program, processor, example, expected: ('schema' in output ? [output] : output).map(collectedOf) }];
}

/** Runs the code of examples on an engine and gives those whose rows are not what they promise, with what is wrong. */
export async function failing(
  kind: 'sail' | 'spark',
  cases: readonly Case[],
  host: EngineHost,
): Promise<(Case & { readonly problem: string })[]> {
  const folders: string[] = [];
  await using servers = new AsyncDisposableStack();
  await using engine = await host.open(kind);
  if (kind === 'sail') await engine.session.setConfig(pysparkConfig);
  try {
    const programs: Written[] = [];
    for (const one of cases) programs.push(...(await write(one, engine, folders, servers)));
    const told = await runPython(addressOf(engine), programs);
    const reading = await unguarded(engine);
    const wrong: (Case & { readonly problem: string })[] = [];
    for (const [number, { processor, example, name, expected, missing, code }] of programs.entries()) {
      const found = missing[0] ?? (await firstDifference(reading, number, told[number], expected));
      if (found !== undefined) wrong.push({ processor, example, problem: `${name}\n  ${found}\n${code}` });
    }
    reading.client.close();
    return wrong;
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

async function firstDifference(
  session: SparkSession,
  number: number,
  told: Told | undefined,
  expected: readonly CollectedTable[],
): Promise<string | undefined> {
  if (told === undefined || 'error' in told) return told?.error ?? 'it did not run';
  try {
    for (const [i, wanted] of expected.entries()) {
      const found = compareTables(wanted, await madeTable(session, number, told, i));
      if (found !== undefined) return found.detail;
    }
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

/** What pyspark asks a server for before it makes a DataFrame of rows; Sail does not know these by itself. */
const pysparkConfig = {
  'spark.sql.session.localRelationSizeLimit': '3221225472',
  'spark.sql.session.localRelationCacheThreshold': '1048576',
  'spark.sql.session.localRelationChunkSizeRows': '10000',
  'spark.sql.session.localRelationChunkSizeBytes': '16777216',
  'spark.sql.session.localRelationBatchOfChunksSizeBytes': '1073741824',
  'spark.sql.execution.pandas.inferPandasDictAsMap': 'false',
  'spark.sql.execution.pandas.convertToArrowArraySafely': 'false',
  'spark.sql.execution.arrow.useLargeVarTypes': 'false',
  'spark.sql.pyspark.inferNestedDictAsStruct.enabled': 'false',
  'spark.sql.pyspark.legacy.inferArrayTypeFromFirstElement.enabled': 'false',
  'spark.sql.pyspark.legacy.inferMapTypeFromFirstPair.enabled': 'false',
  'spark.sql.timestampType': 'TIMESTAMP_LTZ',
};

/** Its hash is nested deeper than PySpark sends, over vectors, which SQL has none of: its code says so. */
export const tooDeep = 'fire.nodes.ml.NodeWordToScoreMapping';

const inPython = (nodeClass: string): boolean => catalogue.get(nodeClass)?.needs.includes('python') ?? false;

/** Examples that have code for PySpark: what Python learns has no form there, and the code says so. */
export const casesWithCode = (): Case[] =>
  [...catalogue]
    .filter(({ needs, nodeClass }) => !needs.includes('python') && nodeClass !== tooDeep)
    .flatMap((processor) => processor.examples.map((example) => ({ processor, example })))
    .filter(({ example: { after = [] } }) => !after.some(({ nodeClass }) => inPython(nodeClass)));
