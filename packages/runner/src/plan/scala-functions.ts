import {
  FieldError,
  type CodeRunner,
  type Outcome,
  type Processor,
  type ProcessorCatalogue,
} from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import { tokenize } from '@millrace/spark-sql';
import { nodeLabel, type Graph, type WorkflowNode } from '@millrace/workflow';
import { RunError, runError } from '@millrace/errors';
import { storedFields } from './stored-fields.ts';

/** Scala code that registers functions, and the node that has it. */
export interface ScalaFunctions {
  readonly label: string;
  readonly code: string;
}

type Find = (nodeId: string) => readonly ScalaFunctions[];

/** What is known of graphs: an editor asks for each of many nodes. */
const known = new WeakMap<Graph['nodes'], Find>();

/** Code of the nodes before another one that registers functions for its query, the nearest node last. */
export function functionsBefore(graph: Pick<Graph, 'nodes' | 'incoming'>, catalogue: ProcessorCatalogue): Find {
  const find = known.get(graph.nodes) ?? finding(graph, catalogue);
  known.set(graph.nodes, find);
  return find;
}

function finding({ nodes, incoming }: Pick<Graph, 'nodes' | 'incoming'>, catalogue: ProcessorCatalogue): Find {
  const registering = new Map<string, ScalaFunctions>();
  for (const node of nodes.values()) {
    const code = codeOf(node, catalogue.get(node.nodeClass));
    if (code !== undefined) registering.set(node.id, { label: nodeLabel(node), code });
  }
  if (registering.size === 0) return () => [];
  return (nodeId) => {
    const before = new Set([nodeId]);
    for (const at of before) for (const { source } of incoming.get(at) ?? []) before.add(source);
    return [...before].toReversed().flatMap((id) => (id === nodeId ? [] : (registering.get(id) ?? [])));
  };
}

function codeOf(node: WorkflowNode, processor: Processor | undefined): string | undefined {
  try {
    return processor?.functions?.(storedFields(node));
  } catch (error) {
    // the node itself reports it
    if (error instanceof FieldError) return undefined;
    throw error;
  }
}

/** How functions are registered by a name in the code. */
const registration = /\budf\s*\.\s*register\s*\(\s*"([^"]+)"/g;

/** The code that a query needs: code whose functions it calls, and code that has names which are not known beforehand. */
export function neededBy(sql: string, all: readonly ScalaFunctions[]): readonly ScalaFunctions[] {
  if (all.length === 0) return [];
  const { tokens } = tokenize(sql);
  const called = new Set(tokens.flatMap(({ key }, i) => (tokens[i + 1]?.key === '(' ? [key.toLowerCase()] : [])));
  return all.filter(({ code }) => {
    const names = [...code.matchAll(registration)].map(([, name = '']) => name.toLowerCase());
    return names.length === 0 || names.some((name) => called.has(name));
  });
}

interface QueryWithFunctions {
  readonly nodeId: string;
  readonly sql: string;
  /** What it reads, by the names in it. */
  readonly tables: Readonly<Record<string, DataFrame>>;
  readonly functions: readonly ScalaFunctions[];
}

/** Runs a query in the process for Scala code, where its functions are. Fails with a RunError that names the node of the code. */
export async function queryWithFunctions(
  runner: CodeRunner,
  { nodeId, sql, tables, functions }: QueryWithFunctions,
): Promise<Outcome> {
  const names = Object.keys(tables);
  const code = [
    ...functions.map((one) => one.code),
    ...names.map((name, i) => `inDFs(${i}).createOrReplaceTempView(${JSON.stringify(name)})`),
    `val outDF = spark.sql(${JSON.stringify(sql)})`,
  ].join('\n');
  const request = { code, nodeId, style: 'scala', inputs: Object.values(tables), outputs: 1, parameters: {} } as const;
  const answer = await runner.run({ ...request, table: 'outDF', root: undefined }).catch((error: unknown) => {
    throw ofQuery(error, functions);
  });
  return { outputs: answer.outputs };
}

/** An error of the code as that of the node that has it: the query itself stands behind the lines of all of them. */
function ofQuery(error: unknown, functions: readonly ScalaFunctions[]): unknown {
  const [, line, message] =
    error instanceof RunError ? (/^line (\d+) of the code: ([^]*)$/.exec(error.message) ?? []) : [];
  if (line === undefined || message === undefined) return error;
  let first = 1;
  for (const { label, code } of functions) {
    const own = Number(line) - first + 1;
    first += code.split('\n').length;
    if (Number(line) < first)
      return runError('code-failed', {
        message: `line ${own} of the functions of node ${label}: ${message}`,
        remedy: `change the code of node ${label}`,
      });
  }
  return runError('code-failed', { message, remedy: 'check the query, and the functions that it calls' });
}
