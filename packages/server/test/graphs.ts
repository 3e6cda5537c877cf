import type { NewExecution } from '../src/executions/enqueue.ts';

/** A node of a graph: class below `fire.nodes.`, fields by name. */
export interface NodeDraft {
  readonly nodeClass: string;
  readonly type?: string;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
}

/** A graph of nodes one behind the other, as a client would write it. */
export function inARow(name: string, nodes: readonly NodeDraft[]): Record<string, unknown> {
  return {
    name,
    uuid: '',
    category: '-',
    description: '',
    parameters: null,
    nodes: nodes.map(({ nodeClass, type = 'transform', name: nodeName, fields = {} }, i) => ({
      id: String(i + 1),
      name: nodeName ?? nodeClass.slice(nodeClass.lastIndexOf('.') + 1),
      type,
      nodeClass: `fire.nodes.${nodeClass}`,
      x: `${100 * i}px`,
      y: '0px',
      fields: Object.entries(fields).map(([field, value]) => ({
        name: field,
        value: typeof value === 'string' ? value : JSON.stringify(value),
        widget: 'textfield',
      })),
    })),
    edges: nodes.slice(1).map((_, i) => ({ id: i + 1, source: String(i + 1), target: String(i + 2) })),
    dataSetDetails: [],
  };
}

export const csv = (path: string, names: readonly string[], types: readonly string[]): NodeDraft => ({
  nodeClass: 'dataset.NodeDatasetCSV',
  type: 'dataset',
  fields: { path, outputColNames: names, outputColTypes: types },
});

export const sql = (text: string): NodeDraft => ({ nodeClass: 'etl.NodeSQL', fields: { tempTable: 't', sql: text } });

export const print: NodeDraft = { nodeClass: 'util.NodePrintFirstNRows', fields: { n: '20' } };

/** Computes for hours, on one core. */
export const endless = sql(
  'select sum(a.id * b.id % 7) as s from range(0, 10000000, 1, 1) a cross join range(0, 10000000, 1, 1) b where a.id % 3 <> b.id % 5',
);

/** A run of a workflow's first version, as it is queued. */
export const draftOf = (
  { id, projectId, userId }: { readonly id: number; readonly projectId: number; readonly userId: number },
  queuedAt: number,
): NewExecution => ({
  workflowId: id,
  workflowVersion: 1,
  projectId,
  userId,
  scheduleId: null,
  lane: null,
  name: 'Lost',
  category: '',
  description: '',
  jobId: 'lost',
  runKey: 'lost',
  clock: queuedAt,
  seed: '1',
  graph: '{}',
  parameters: '{}',
  wish: 'sail',
  libJars: '',
  sparkConfig: '',
  emailOnSuccess: null,
  emailOnFailure: null,
  queuedAt,
});
