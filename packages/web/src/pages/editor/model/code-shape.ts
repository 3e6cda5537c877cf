import { valueOf, type GraphNode } from './graph.ts';

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
  ['fire.nodes.code.NodeSpark', 'scala'],
  ['fire.nodes.code.NodeDataBricksScala', 'scala'],
]);

/** The shape of the code of a node; undefined if it is neither Python nor Scala. Classes of custom nodes end in a uuid. */
export const codeShapeOf = (nodeClass: string): CodeShape | undefined =>
  shapes.get(nodeClass.replace(/^(fire\.nodes\.etl\.NodeCustomPySpark)_.+/, '$1'));

/** The name of the table that Scala code registers as its result. */
export const resultTableOf = (node: GraphNode): string => valueOf(node, 'outTempTable').trim() || 'outDF';

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
