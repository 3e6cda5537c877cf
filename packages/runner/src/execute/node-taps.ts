import type { Outcome } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import type { RunOutput } from '../results/events.ts';
import { PlanOrder } from '../plan/plan-order.ts';
import type { NodeContext } from './node-context.ts';
import type { Output } from './outputs.ts';
import { collectRejects } from './rejected-rows.ts';
import { stageRows } from './stage-rows.ts';
import { previewOf, show } from './show-results.ts';
import type { RowCounter } from './row-counter.ts';

/** Row counts and results of a node. */
export interface Taps {
  readonly rows: readonly (number | null)[];
  readonly rejected: number;
  readonly shown: readonly RunOutput[];
}

/** A node that has been composed, and its rows as later nodes read them. */
export interface TapTarget {
  readonly node: WorkflowNode;
  readonly outcome: Outcome;
  readonly inputs: readonly Output[];
  readonly outputs: readonly Output[];
  /** What its results say of themselves. */
  readonly about: { readonly of?: 'model' };
  readonly prepare: (df: DataFrame) => DataFrame;
  readonly rowCounter: RowCounter | undefined;
}

/** Counts the rows of a node, collects what it shows and writes what it saves. */
export async function tap(context: NodeContext, target: TapTarget): Promise<Taps> {
  const { node, outcome, inputs, outputs, about, prepare, rowCounter } = target;
  // a result that shows the very output reads the materialized rows instead of computing them again
  const byRelation = new Map(outcome.outputs.map((df, i) => [df.relation, outputs[i]?.df]));
  const materialized = (df: DataFrame): DataFrame => byRelation.get(df.relation) ?? prepare(df);
  const [first] = outputs;
  const [rows, shown, rejects, preview, files] = await Promise.all([
    Promise.all(outputs.map((o) => o.rows)),
    Promise.all(
      (outcome.results ?? []).map(async (result) => ({
        ...(await show(context, node.id, result, materialized)),
        ...about,
        ...('data' in result && result.type !== 'variable' && new PlanOrder(result.data, inputs).order === 'free'
          ? { unordered: true as const }
          : {}),
      })),
    ),
    outcome.rejects === undefined || !context.counts
      ? undefined
      : collectRejects(context, node.id, outcome.rejects, { prepare, rowCounter }),
    context.previews === 0 || first === undefined ? undefined : previewOf(context, node.id, first.df),
    inTurn(outcome.saves ?? [], (save) => stageRows(context, save, { node, inputs, prepare, materialized })),
    inTurn([...outputs.entries()], async ([i, { df }]) => context.inspect?.(node, i, df)),
  ]);
  return {
    rows,
    rejected: rejects?.count ?? 0,
    shown: [...shown, ...(rejects?.shown ?? []), ...(preview === undefined ? [] : [preview]), ...files],
  };
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}
