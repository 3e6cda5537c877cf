import { loadCatalogue } from '@millrace/processors';
import { parseWorkflow, type Workflow } from '@millrace/workflow';
import { withLabels } from '../../src/faults/label-fields.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;
/** A workflow's nodes by name, each with its class below `fire.nodes`, its fields and the names of those that it reads. */
export type Nodes = Readonly<
  Record<string, readonly [nodeClass: string, fields: Fields, ...inputs: readonly string[]]>
>;

const catalogue = await loadCatalogue();

export function workflowOf(nodes: Nodes): Workflow {
  const names = Object.keys(nodes);
  const id = (name: string): string => String(names.indexOf(name) + 1);
  const parsed = parseWorkflow({
    name: 'learns',
    nodes: Object.entries(nodes).map(([name, [nodeClass, fields]]) => ({
      id: id(name),
      name,
      type: catalogue.get(`fire.nodes.${nodeClass}`)?.type ?? 'transform',
      nodeClass: `fire.nodes.${nodeClass}`,
      fields: Object.entries(fields).map(([field, value]) => ({
        name: field,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    })),
    edges: Object.entries(nodes)
      .flatMap(([name, [, , ...inputs]]) => inputs.map((input) => ({ source: id(input), target: id(name) })))
      .map((edge, i) => ({ id: i + 1, ...edge })),
  });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.workflow;
}

/** Words about a node of a graph as a person reads them: with the labels of its fields for their stored names. */
export function labelled(words: string, nodes: Nodes, node: string): string {
  return withLabels(words, catalogue.get(`fire.nodes.${nodes[node]?.[0]}`));
}

/** The same for a pattern. */
export function labelledPattern({ source, flags }: RegExp, nodes: Nodes, node: string): RegExp {
  const fields = catalogue.get(`fire.nodes.${nodes[node]?.[0]}`)?.fields ?? [];
  const escaped = fields.map((one) => ({
    ...one,
    title: one.title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`),
  }));
  return new RegExp(withLabels(source, { fields: escaped }), flags);
}

/** A node that reads comma-separated rows of a file under names and types: `x DOUBLE, kind STRING`. */
export const reading = (path: string, columns: string) => {
  const pairs = columns.split(',').map((one) => one.trim().split(' '));
  return [
    'dataset.NodeDatasetCSV',
    {
      path,
      header: 'true',
      outputColNames: pairs.map(([name = '']) => name),
      outputColTypes: pairs.map(([, type = '']) => type),
    },
  ] as const;
};
