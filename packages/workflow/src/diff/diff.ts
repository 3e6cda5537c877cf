import { serialiseWorkflow } from '../document/serialise.ts';
import type { Workflow } from '../document/types.ts';
import { indexGraph } from '../graph/graph.ts';
import { canonicalJson } from '../json/compare.ts';
import { isJsonList } from '../json/json.ts';
import type { JsonObject } from '../json/json.ts';
import { diffEdges } from './diff-edges.ts';
import { diffKeys, diffNode, WHOLE } from './diff-nodes.ts';
import type { WorkflowDiff } from './types.ts';

/** What differs between two graphs, by structure: nodes are matched by id, fields by name, edges by their ends. */
export function diffWorkflows(before: Workflow, after: Workflow): WorkflowDiff {
  const old = indexGraph(before);
  const now = indexGraph(after);
  return {
    attributes: diffKeys(attributesOf(before), attributesOf(after), new Set()),
    nodesAdded: [...now.nodes.values()].filter((node) => !old.nodes.has(node.id)),
    nodesRemoved: [...old.nodes.values()].filter((node) => !now.nodes.has(node.id)),
    nodesChanged: [...now.nodes.values()].flatMap((node) => {
      const older = old.nodes.get(node.id);
      return (older && diffNode(older, node)) ?? [];
    }),
    ...diffEdges(old, now),
  };
}

/** True when two graphs are the same but for the order in which things are written. */
export function isEmptyDiff(diff: WorkflowDiff): boolean {
  return Object.values(diff).every((list) => list.length === 0);
}

/** True if a run could give other rows: more than positions, names and texts differ. */
export function changesMeaning(diff: WorkflowDiff): boolean {
  const { attributes, nodesChanged, ...rest } = diff;
  const means = ({ name }: { readonly name: string }): boolean => !WORDS.has(name);
  return (
    Object.values(rest).some((list) => list.length > 0) ||
    attributes.some(means) ||
    nodesChanged.some((node) => node.fields.length > 0 || node.attributes.some(means))
  );
}

/**
 * Keys that are only for people (`engine` is preserved for other clients and has no effect here; the page draws
 * `nodeGroups`).
 */
const WORDS = new Set([
  'name',
  'uuid',
  'version',
  'category',
  'description',
  'details',
  'examples',
  'iconImage',
  'path',
  'engine',
  'nodeGroups',
]);

function attributesOf(workflow: Workflow): JsonObject {
  const { nodes: _nodes, edges: _edges, dataSetDetails, ...attributes } = serialiseWorkflow(workflow, WHOLE);
  if (!isJsonList(dataSetDetails)) return attributes;
  const sorted = dataSetDetails.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return { ...attributes, dataSetDetails: sorted };
}
