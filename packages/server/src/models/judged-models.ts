import type { Manifest } from '@millrace/runner';
import { FieldError } from '@millrace/processors/field-error';
import { fieldFlag, fieldText, type Workflow, type WorkflowNode } from '@millrace/workflow';
import type { Db } from '../store/database.ts';
import { storable } from '../store/zero-bytes.ts';
import { metricsOf, type KeptMetric, type Metric, type ModelRecord, type Teller } from './record.ts';
import { ProjectModels } from './registry.ts';

/** A node that tells how good a registered model is. */
interface Judge {
  readonly node: WorkflowNode;
  readonly metrics: readonly Metric[];
}

/** Nodes of a run whose metrics are those of a registered model, which they name. */
export function judgesOf({ nodes }: Workflow, manifest: Pick<Manifest, 'nodes'>, teller: Teller): readonly Judge[] {
  const reports = new Map(manifest.nodes.map((report) => [report.id, report]));
  return nodes
    .filter((node) => namedBy(node) !== '')
    .map((node) => {
      const report = reports.get(node.id);
      return { node, metrics: report === undefined ? [] : metricsOf(report, teller) };
    })
    .filter(({ metrics }) => metrics.length > 0);
}

const namedBy = (node: WorkflowNode): string => (fieldText(node, 'modelUUID') ?? '').trim();

/** Finds the versions that nodes name. Gives what keeps their metrics there, and what went wrong. */
export async function judgedModels(
  db: Db,
  projectId: number,
  judges: readonly Judge[],
): Promise<{ faults: readonly string[]; keep: (tx: Db) => Promise<void> }> {
  const models = new ProjectModels(db, projectId);
  const faults: string[] = [];
  const found: (Judge & { readonly id: number })[] = [];
  for (const judge of judges)
    try {
      const champion = fieldFlag(judge.node, 'useChampion') === true;
      const { id } = await models.version({ reference: namedBy(judge.node), champion, field: 'modelUUID' });
      found.push({ ...judge, id });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const { id, name } = judge.node;
      faults.push(`no model keeps the metrics of node ${id} ${name}, "modelUUID": ${error.message}; ${error.remedy}`);
    }
  return {
    faults,
    keep: async (tx) => {
      // in one order, so that no two runs wait for each other
      for (const one of found.toSorted((a, b) => a.id - b.id)) await keepMetrics(tx, one);
    },
  };
}

/** True for a metric that the node which tells this one told earlier: ids and names alone may be those of another workflow's node. */
const isOfSameNode = (
  earlier: KeptMetric,
  { workflow: own }: ModelRecord,
  { nodeId, node, workflow }: Metric,
): boolean => {
  // one kept without a workflow is mostly of the run that made the version
  const isOfWorkflow =
    earlier.workflow === undefined
      ? own === null || own.id === workflow?.id
      : earlier.workflow !== null && earlier.workflow.id === workflow?.id;
  return isOfWorkflow && earlier.nodeId === nodeId && earlier.node === node;
};

/** Metrics of a node take the place of those that it told before; those that other runs tell at the same time stay. */
async function keepMetrics(tx: Db, { id, metrics }: Judge & { readonly id: number }): Promise<void> {
  for (;;) {
    const row = await tx.selectFrom('modelVersions').select('record').where('id', '=', id).executeTakeFirst();
    // somebody may have deleted it since
    if (row === undefined) return;
    const known = JSON.parse(row.record) as ModelRecord;
    const others = known.metrics.filter((one) => !metrics.some((told) => isOfSameNode(one, known, told)));
    const record = storable(JSON.stringify({ ...known, metrics: [...others, ...metrics] }));
    const { numUpdatedRows } = await tx
      .updateTable('modelVersions')
      .set({ record })
      .where('id', '=', id)
      .where('record', '=', row.record)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
}
