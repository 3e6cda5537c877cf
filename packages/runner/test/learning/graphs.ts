import { loadCatalogue } from '@millrace/processors';
import { parseWorkflow, type Workflow } from '@millrace/workflow';

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
