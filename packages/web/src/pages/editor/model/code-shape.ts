import type { FieldSpec } from './catalogue.ts';
import { valueOf, type Graph, type GraphNode } from './graph.ts';

/**
 * What the Python code of a node takes and returns: one DataFrame, a list of them, lists of both, variables of a script,
 * or one DataFrame of Polars.
 */
export type PythonShape = 'one' | 'many' | 'lists' | 'script' | 'polars';

/** The shape of the code of a node: Python, or statements of Scala that register a table. */
export type CodeShape = PythonShape | 'scala';

const shapes: ReadonlyMap<string, CodeShape> = new Map([
  ['fire.nodes.etl.NodePySpark', 'one'],
  ['fire.nodes.code.NodeMultiInputPySpark', 'many'],
  ['fire.nodes.code.NodeMultiInputToMultiOutputPySpark', 'lists'],
  ['fire.nodes.etl.NodePolars', 'polars'],
  ['fire.nodes.etl.NodeRunPythonCode', 'script'],
  ['fire.nodes.etl.NodeJython', 'script'],
  ['fire.nodes.etl.NodeCustomPySpark', 'one'],
  ['fire.nodes.etl.NodeScala', 'scala'],
  ['fire.nodes.etl.NodeUDFScala', 'scala'],
  ['fire.nodes.code.NodeSpark', 'scala'],
  ['fire.nodes.code.NodeDataBricksScala', 'scala'],
]);

/** The shape of the code of a node; undefined if it is neither Python nor Scala. Classes of custom nodes end in a uuid. */
export const codeShapeOf = (nodeClass: string): CodeShape | undefined =>
  shapes.get(nodeClass.replace(/^(fire\.nodes\.etl\.NodeCustomPySpark)_.+/, '$1'));

/** The name of the table that Scala code registers as its result. */
export const resultTableOf = (node: GraphNode): string => valueOf(node, 'outTempTable').trim() || 'outDF';

/** The code of a node in the last saved version of its workflow. */
export interface SavedCode {
  readonly version: number;
  readonly code: string;
}

/**
 * The saved code of a node that has other code now; undefined if it is the same, or the version does not have the node.
 * Versions are null for workflows that were never saved.
 */
export function savedCodeOf(
  saved: Graph,
  version: number | null,
  node: GraphNode,
  { name, default: empty }: Pick<FieldSpec, 'name' | 'default'>,
): SavedCode | undefined {
  const before = saved.nodes.find(({ id }) => id === node.id);
  if (version === null || before === undefined || before.nodeClass !== node.nodeClass) return undefined;
  const code = codeIn(before, name) ?? empty;
  return code === (codeIn(node, name) ?? empty) ? undefined : { version, code };
}

/** The text of a field with line breaks as the editor writes them. */
const codeIn = (node: GraphNode, name: string): string | undefined =>
  node.fields.find((field) => field.name === name)?.value?.replaceAll(/\r\n?/g, '\n');

/** A problem of one line of code. */
export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The line that a message of failed code names; undefined if it names none. */
export function lineProblemOf(message: string): LineProblem | undefined {
  const [, line, rest] = /\bline (\d+) of the code: ([^]*)$/.exec(message) ?? [];
  return line === undefined || rest === undefined || Number(line) < 1
    ? undefined
    : { line: Number(line), message: rest };
}
