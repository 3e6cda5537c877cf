// Code for PySpark of the examples of processors, run by Python on an engine.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { loadCatalogue, type Example, type Outcome, type Processor } from '@millrace/processors';
import { SparkSession, type CollectedTable } from '@millrace/spark-connect';
import { parseWorkflow, type WorkflowNode } from '@millrace/workflow';
import { compareTables } from '@millrace/parity/compare';
import { collectedOf } from '../src/examples/examples.ts';
import type { ComposedNode } from '../src/explain/compose-workflow.ts';
import { pythonScript } from '../src/explain/python/script.ts';
import type { EngineSession } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import { servePages } from '../src/examples/serve-pages.ts';
import { resultTable, runPython, type Program, type ProgramResult } from './explain-python.ts';

const catalogue = await loadCatalogue();

/** Address by which a Python process joins the session. PySpark sends a token in plain text to `localhost` alone. */
export const addressOf = ({ session }: EngineSession): string => {
  const { port, token, userId, sessionId } = session.client.remote;
  return `sc://localhost:${port}/;${token === undefined ? '' : `token=${token};`}user_id=${userId};session_id=${sessionId}`;
};

/** The same session without its guard, which knows no views that a Python process made. */
export const unguarded = (engine: EngineSession): Promise<SparkSession> => SparkSession.connect(addressOf(engine));

/** A node of a processor, without fields. */
export function nodeOf({ name, type, nodeClass }: Processor): WorkflowNode {
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

interface ExampleProgram extends Program, Case {
  readonly expected: readonly CollectedTable[];
  readonly missing: readonly string[];
}

/** What of an example's code is not as it promises. */
export interface Difference extends Case {
  readonly problem: string;
}

/** Programs for PySpark of examples: noted while the examples are composed, and run together. */
export class ExampleCode implements AsyncDisposable {
  readonly #engine: EngineSession;
  readonly #programs: ExampleProgram[] = [];
  readonly #folders: string[] = [];
  readonly #servers = new AsyncDisposableStack();

  constructor(engine: EngineSession) {
    this.#engine = engine;
  }

  /** The same processor, whose code is noted when it is composed; one that is not run has no outputs. */
  noting({ processor, example }: Case, { isRun = true } = {}): Processor {
    return {
      ...processor,
      compose: async (input) => {
        const outcome = await processor.compose(input);
        assert.ok(input.files instanceof LocalFiles);
        await this.#note({ processor, example }, outcome, input.files);
        return isRun ? outcome : { outputs: [] };
      },
    };
  }

  async #note({ processor, example }: Case, outcome: Outcome, files: LocalFiles): Promise<void> {
    const { output = [] } = example;
    const { root } = files;
    // as long as the folder that it stands for: plans may count its letters
    const copy = await mkdtemp(root.slice(0, -6));
    this.#folders.push(copy);
    await cp(root, copy, { recursive: true });
    const server = example.pages && this.#servers.use(await servePages(example.pages));
    const urlOf = (file: string): string | undefined =>
      files.urlOf(file)?.replace(/^http:\/\/[^/]*\//, server?.origin ?? '');
    const { code, variables, missing } = await pythonScript({
      title: example.name,
      nodes: [alone(processor, { ...outcome, saves: [] })],
      compatibility: 'spark4' as const,
      session: this.#engine.session,
      root,
      urlOf,
    });
    this.#programs.push({
      name: `${processor.nodeClass}: ${example.name}`,
      code: code.replaceAll(root.slice(1), copy.slice(1)),
      variables: variables.get('1') ?? [],
      missing,
      processor,
      example,
      expected: ('schema' in output ? [output] : output).map(collectedOf),
    });
  }

  /** How many programs there are. */
  get count(): number {
    return this.#programs.length;
  }

  /** Runs the programs, and gives the examples whose rows are not what they promise. */
  async differences(): Promise<Difference[]> {
    const results = await runPython(addressOf(this.#engine), this.#programs);
    const reading = await unguarded(this.#engine);
    const wrong: Difference[] = [];
    for (const [number, { processor, example, name, expected, missing, code }] of this.#programs.entries()) {
      const problem = missing[0] ?? (await firstDifference(reading, number, results[number], expected));
      if (problem !== undefined) wrong.push({ processor, example, problem: `${name}\n  ${problem}\n${code}` });
    }
    reading.client.close();
    return wrong;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#servers.disposeAsync();
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}

/** How the variables of a program differ from tables; undefined if they do not. */
export async function firstDifference(
  session: SparkSession,
  number: number,
  result: ProgramResult | undefined,
  expected: readonly CollectedTable[],
): Promise<string | undefined> {
  if (result === undefined || 'error' in result) return result?.error ?? 'it did not run';
  try {
    for (const [i, table] of expected.entries()) {
      const difference = compareTables(table, await resultTable(session, number, result, i));
      if (difference !== undefined) return difference.detail;
    }
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

/** What pyspark asks a server for before it makes a DataFrame of rows; Sail does not know these by itself. */
export const pysparkConfig = {
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

/** True for code whose rows come back as a file: an explanation does not run it, and its code for PySpark says so. */
const runsScala = ({ processor, example }: Case): boolean =>
  processor.type === 'scala' || example.fields?.['codeEngine'] === 'scala';

/** True for examples that promise rows and have code for PySpark: what Python learns has no form there, and the code says so. */
export const hasCode = ({ processor, example }: Case): boolean => {
  const { error, output, after = [] } = example;
  return (
    error === undefined &&
    output !== undefined &&
    !processor.needs.includes('python') &&
    !runsScala({ processor, example }) &&
    processor.nodeClass !== tooDeep &&
    !after.some(({ nodeClass }) => inPython(nodeClass))
  );
};
