/**
 * What the code of a node takes and returns: one DataFrame, a list of them, lists of both, variables of a script, or one
 * DataFrame of Polars.
 */
export type PythonShape = 'one' | 'many' | 'lists' | 'script' | 'polars';

const shapes: ReadonlyMap<string, PythonShape> = new Map([
  ['fire.nodes.etl.NodePySpark', 'one'],
  ['fire.nodes.code.NodeMultiInputPySpark', 'many'],
  ['fire.nodes.code.NodeMultiInputToMultiOutputPySpark', 'lists'],
  ['fire.nodes.etl.NodePolars', 'polars'],
  ['fire.nodes.etl.NodeRunPythonCode', 'script'],
  ['fire.nodes.etl.NodeJython', 'script'],
  ['fire.nodes.etl.NodeCustomPySpark', 'one'],
]);

/** The shape of the Python code of a node; undefined if its code is not Python. Classes of custom nodes end in a uuid. */
export const pythonShapeOf = (nodeClass: string): PythonShape | undefined =>
  shapes.get(nodeClass.replace(/^(fire\.nodes\.etl\.NodeCustomPySpark)_.+/, '$1'));

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
