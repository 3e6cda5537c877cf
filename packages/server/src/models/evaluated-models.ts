import type { Manifest } from '@millrace/runner';
import { FieldError } from '@millrace/processors/field-error';
import { fieldFlag, fieldText, type Workflow, type WorkflowNode } from '@millrace/workflow';
import type { Db } from '../store/database.ts';
import { storable } from '../store/zero-bytes.ts';
import { metricsOf, type StoredMetric, type Metric, type ModelRecord, type MetricSource } from './record.ts';
import { ProjectModels } from './registry.ts';

/** A node that evaluates a registered model. */
interface Evaluation {
  readonly node: WorkflowNode;
  readonly metrics: readonly Metric[];
}

/** Nodes of a run whose metrics are those of a registered model, which they name. */
export function evaluationsOf(
  { nodes }: Workflow,
  manifest: Pick<Manifest, 'nodes'>,
  source: MetricSource,
): readonly Evaluation[] {
  const reports = new Map(manifest.nodes.map((report) => [report.id, report]));
  return nodes
    .filter((node) => modelReference(node) !== '')
    .map((node) => {
      const report = reports.get(node.id);
      return { node, metrics: report === undefined ? [] : metricsOf(report, source) };
    })
    .filter(({ metrics }) => metrics.length > 0);
}

const modelReference = (node: WorkflowNode): string => (fieldText(node, 'modelUUID') ?? '').trim();

/** Finds the versions that nodes name. Returns what keeps their metrics there, and what went wrong. */
export async function evaluatedModels(
  db: Db,
  projectId: number,
  judges: readonly Evaluation[],
): Promise<{ faults: readonly string[]; save: (tx: Db) => Promise<void> }> {
  const models = new ProjectModels(db, projectId);
  const faults: string[] = [];
  const evaluations: (Evaluation & { readonly id: number })[] = [];
  for (const judge of judges)
    try {
      const champion = fieldFlag(judge.node, 'useChampion') === true;
      const { id } = await models.version({ reference: modelReference(judge.node), champion, field: 'modelUUID' });
      evaluations.push({ ...judge, id });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const { id, name } = judge.node;
      faults.push(
        `the metrics of node ${id} ${name} are not stored with a model: field "modelUUID": ${error.message}; ${error.remedy}`,
      );
    }
  return {
    faults,
    save: async (tx) => {
      // in one order, so that no two runs wait for each other
      for (const one of evaluations.toSorted((a, b) => a.id - b.id)) await storeMetrics(tx, one);
    },
  };
}

/** True for a metric that the node which reports this one reported earlier: ids and names alone may be those of another workflow's node. */
const isOfSameNode = (
  earlier: StoredMetric,
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

/** Metrics of a node take the place of those that it reported before; those that other runs report at the same time stay. */
async function storeMetrics(tx: Db, { id, metrics }: Evaluation & { readonly id: number }): Promise<void> {
  for (;;) {
    const row = await tx.selectFrom('modelVersions').select('record').where('id', '=', id).executeTakeFirst();
    // it may have been deleted since
    if (row === undefined) return;
    const previous = JSON.parse(row.record) as ModelRecord;
    const others = previous.metrics.filter((one) => !metrics.some((own) => isOfSameNode(one, previous, own)));
    const record = storable(JSON.stringify({ ...previous, metrics: [...others, ...metrics] }));
    const { numUpdatedRows } = await tx
      .updateTable('modelVersions')
      .set({ record })
      .where('id', '=', id)
      .where('record', '=', row.record)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
}
