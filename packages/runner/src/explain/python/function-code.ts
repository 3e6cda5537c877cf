import { plainRows, type Result } from '@millrace/processors';
import type { SparkSession } from '@millrace/spark-connect';
import type { InputRef } from '@millrace/workflow';
import { pace } from '../../pace.ts';
import type { ComposedNode } from '../compose-workflow.ts';
import { call, layOut } from './doc.ts';
import { ProgramScope } from './program-scope.ts';
import { relationCode } from './relation.ts';
import { noForm, type Scope } from './scope.ts';
import { importsOf, ProgramBody, rowsIn } from './script.ts';
import { indented, pyString, pyText } from './text.ts';

/** An output of a node, by its number from 0. */
export type OutputRef = Pick<InputRef, 'nodeId' | 'output'>;

/** What the function takes and returns: one DataFrame, several and one, or lists of both. */
export type FunctionShape = 'one' | 'many' | 'lists';

export interface FunctionOptions {
  readonly shape: FunctionShape;
  /** Nodes outside of the function whose outputs it takes, with these outputs. */
  readonly sources: readonly ComposedNode[];
  /** Nodes that the function does the work of, each behind those that it reads. */
  readonly nodes: readonly ComposedNode[];
  readonly inputs: readonly OutputRef[];
  readonly outputs: readonly OutputRef[];
  /** Returns rows that stand in plans. */
  readonly session: SparkSession;
}

export interface FunctionCode {
  readonly code: string;
  /** The statements of each node. */
  readonly ofNodes: ReadonlyMap<string, string>;
  /** What nodes need that code cannot express, in a few words, by their ids. */
  readonly unwritten: ReadonlyMap<string, string>;
}

/** Rows of a shown table that has no limit of its own. */
const tableLimit = 1_000;

/** Some nodes of a graph as the function `myfn` of a code node. */
export async function functionCode(options: FunctionOptions): Promise<FunctionCode> {
  const { sources, nodes, outputs, session } = options;
  const breathe = pace();
  const outside = new Set(sources.flatMap((one) => relationsOfOutputs(one)));
  const rows = await rowsIn(nodes, session, outside);
  const program = new ProgramScope({ root: '', rows, loaded: new Map() });
  const body = new ProgramBody({ nodes: [...sources, ...nodes], wantsModel: () => false, show: shown }, program);
  const received = receive(body, options);
  for (const node of nodes) {
    await breathe();
    body.add(node);
  }
  const { ofNodes, variables, unwritten } = body;
  const results = outputs.map(({ nodeId, output }) => variables.get(nodeId)?.[output] ?? 'None');
  const result = options.shape === 'lists' ? `[${results.join(', ')}]` : (results[0] ?? 'None');
  const parts = [...(received.length === 0 ? [] : [received.join('\n')]), ...ofNodes.values(), `return ${result}`];
  const text = parts.join('\n\n');
  const imports = importsOf(program, text);
  const taken = options.shape === 'one' ? 'inDF' : 'inDFs';
  const head = `def myfn(spark, workflowContext, id, ${taken}, cust_dict):`;
  const before = imports.length === 0 ? '' : `${imports.join('\n')}\n\n\n`;
  return { code: `${before}${head}\n${indented(text)}\n`, ofNodes, unwritten };
}

const relationsOfOutputs = (node: ComposedNode) =>
  node.kind === 'composed' ? node.outputs.map(({ df }) => plainRows(df.relation)) : [];

/** Has the inputs in variables; the statements for that, if they come in a list. */
function receive(body: ProgramBody, { shape, inputs }: FunctionOptions): readonly string[] {
  return inputs.flatMap(({ nodeId, output }, i) => {
    const name = shape === 'one' ? 'inDF' : undefined;
    const variable = body.receive(nodeId, output, name);
    return name === undefined ? [`${variable} = inDFs[${i}]`] : [];
  });
}

/** What a node shows, as statements of code that shows it too. */
function shown(result: Result, scope: Scope): readonly string[] {
  const { type, title } = result;
  if (type === 'text') {
    const method = result.format === 'html' ? 'outHTML' : 'outStr';
    return [layOut(call(`workflowContext.${method}`, ['id', pyString(title), pyText(result.text)]))];
  }
  if (type !== 'table') return noForm(`a ${type} that it shows`);
  const table = relationCode(result.data.relation, scope);
  const limit = String(result.limit ?? tableLimit);
  return [layOut(call('workflowContext.outDataFrame', ['id', pyString(title), table, limit]))];
}
