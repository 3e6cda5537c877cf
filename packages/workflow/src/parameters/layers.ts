import type { Catalogue, ProcessorSpec } from '../catalogue.ts';
import { fieldList } from '../fields.ts';
import { problem } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import { labelIn, nodeLabel } from '../problems/quote.ts';
import type { Workflow, WorkflowNode } from '../document/types.ts';
import { parseParameterText } from './parse-parameters.ts';
import { substitute } from './substitute.ts';

/** The sources of a parameter's value, the strongest first. */
export const PARAMETER_PRECEDENCE = ['execution', 'schedule', 'workflow', 'node', 'project', 'global'] as const;

export type ParameterLayer = (typeof PARAMETER_PRECEDENCE)[number];

export type ParameterLayers = { readonly [L in ParameterLayer]?: ReadonlyMap<string, string> };

/** A parameter's value and the layer that it comes from. */
export interface ParameterValue {
  readonly value: string;
  readonly layer: ParameterLayer;
}

/** The node class whose fields `names` and `values` define parameters. */
export const PARAMETER_NODE = 'fire.nodes.util.NodeSpecifyParameters';

/** The value of each parameter by precedence: execution > schedule > workflow > Parameter node > project > global. */
export function mergeParameters(layers: ParameterLayers): ReadonlyMap<string, ParameterValue> {
  const values = new Map<string, ParameterValue>();
  for (const layer of PARAMETER_PRECEDENCE.toReversed()) {
    for (const [name, value] of layers[layer] ?? []) values.set(name, { value, layer });
  }
  return values;
}

/**
 * The parameters of a run: the given layers, the workflow's own `--var` text, and its Parameter nodes, whose values may
 * mention parameters of the other layers. Warnings have the labels of the fields if the catalogue is given.
 */
export function parametersOf(
  workflow: Workflow,
  otherLayers: Omit<ParameterLayers, 'workflow' | 'node'> = {},
  catalogue?: Catalogue,
): { readonly values: ReadonlyMap<string, string>; readonly problems: readonly Problem[] } {
  const text = parseParameterText(workflow.parameters);
  const outer = { ...otherLayers, workflow: text.values };
  const node = nodeParameters(workflow, plain(outer), catalogue?.get(PARAMETER_NODE));
  return { values: plain({ ...outer, node: node.values }), problems: [...text.problems, ...node.problems] };
}

function plain(layers: ParameterLayers): ReadonlyMap<string, string> {
  return new Map([...mergeParameters(layers)].map(([name, { value }]) => [name, value]));
}

function nodeParameters(workflow: Workflow, outer: ReadonlyMap<string, string>, spec: ProcessorSpec | undefined) {
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  for (const node of workflow.nodes.filter((entry) => entry.nodeClass === PARAMETER_NODE)) {
    const names = fieldList(node, 'names') ?? [];
    const valueList = fieldList(node, 'values') ?? [];
    if (names.length !== valueList.length) problems.push(lengthsDiffer(node, spec, names, valueList));
    for (const [index, name] of names.entries()) {
      const value = valueList[index];
      if (name !== '' && value !== undefined) values.set(name, substitute(value, outer).text);
    }
  }
  return { values, problems };
}

function lengthsDiffer(
  node: WorkflowNode,
  spec: ProcessorSpec | undefined,
  names: readonly string[],
  values: readonly string[],
): Problem {
  const valuesLabel = labelIn(spec, 'values');
  const lengths = new Map([
    [labelIn(spec, 'names'), names.length],
    [valuesLabel, values.length],
  ]);
  const [params, location] = [
    { node: nodeLabel(node), lengths },
    { nodeId: node.id, field: 'values' },
  ];
  return names.some((name, i) => name !== '' && i >= values.length)
    ? problem('rows-incomplete', { ...params, field: valuesLabel }, location)
    : problem('rows-differ', params, location);
}
