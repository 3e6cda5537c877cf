import { parseWorkflow, type Workflow } from '@millrace/workflow';

/** A node as a test writes it. */
export interface Draft {
  readonly nodeClass: string;
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
}

/** A workflow of nodes in a row. */
export const inARow = (drafts: readonly Draft[]): Workflow =>
  workflowOfDrafts(
    drafts,
    drafts.slice(1).map((_, i) => [i + 1, i + 2]),
  );

/** A workflow of nodes with the ids 1, 2, … and edges between them. */
export function workflowOfDrafts(drafts: readonly Draft[], wires: readonly (readonly [number, number])[]): Workflow {
  const nodes = drafts.map(({ nodeClass, type = 'transform', fields = {} }, i) => ({
    id: String(i + 1),
    name: nodeClass.split('.').at(-1),
    type,
    nodeClass: `fire.nodes.${nodeClass}`,
    fields: Object.entries(fields).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  }));
  const edges = wires.map(([from, to], i) => ({ id: i + 1, source: String(from), target: String(to) }));
  const parsed = parseWorkflow({ name: 'auto', nodes, edges });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.workflow;
}

export const csv = (path: string, names: string, types: string): Draft => ({
  nodeClass: 'dataset.NodeDatasetCSV',
  type: 'dataset',
  fields: { path, outputColNames: names.split(' '), outputColTypes: types.split(' ') },
});
export const sql = (text: string): Draft => ({ nodeClass: 'etl.NodeSQL', fields: { tempTable: 't', sql: text } });
export const print: Draft = { nodeClass: 'util.NodePrintFirstNRows', fields: { n: '20' } };
