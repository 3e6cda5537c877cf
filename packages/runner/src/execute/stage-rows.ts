import type { Save } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import type { RunOutput } from '../results/events.ts';
import { isSorted } from '../plan/wide.ts';
import { inOrder, limitsOf } from './in-order.ts';
import type { NodeContext } from './node-context.ts';
import { materializeRows, sortedAmong, type Output } from './outputs.ts';

/** The node of a save. */
interface SavingNode {
  readonly node: WorkflowNode;
  readonly inputs: readonly Output[];
  readonly prepare: (df: DataFrame) => DataFrame;
  /** Returns the materialized rows of an output, else what `prepare` makes of a DataFrame. */
  readonly materialized: (df: DataFrame) => DataFrame;
}

/** Writes the rows of a save next to its target, in the order that a sort gave them; returns the file as a result. */
export async function stageRows(
  context: NodeContext,
  save: Save,
  { node, inputs, prepare, materialized }: SavingNode,
): Promise<RunOutput> {
  const { path, format } = save;
  const file = (isWritten: boolean) => ({
    type: 'file' as const,
    nodeId: node.id,
    title: path,
    path,
    format,
    written: isWritten,
  });
  if ('write' in save) {
    const staged = await context.stage(node, save, false);
    return staged && save.facts ? { ...file(true), model: await save.facts() } : file(staged);
  }
  const sorted = context.around.engine === 'sail' && isSorted(save.data.relation, sortedAmong(inputs));
  if ('lines' in save && save.lines !== undefined) {
    const lines = { ...save.lines, rows: await toSave(context, prepare(save.lines.rows), sorted) };
    return file(await context.stage(node, { ...save, lines }, sorted));
  }
  const data = await toSave(context, materialized(save.data), sorted);
  return file(await context.stage(node, { ...save, data }, sorted));
}

async function toSave(context: NodeContext, rows: DataFrame, sorted: boolean): Promise<DataFrame> {
  if (context.around.engine === 'spark') return rows;
  return limitsOf(rows.relation).length > 0 ? (await materializeRows(context, rows, sorted)).df : inOrder(rows);
}
