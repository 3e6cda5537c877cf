import { askThread, type ThreadEnd } from '@millrace/file-space/threads';
import { isJsonList, isJsonObject, type Workflow } from '@millrace/workflow';
import { Problem } from '../problems.ts';
import { turns } from '../timing/turns.ts';

/** Ids of nodes, and edges between two of them. */
export interface Drawing {
  readonly nodes: readonly string[];
  readonly edges: readonly (readonly [source: string, target: string])[];
  /** Nodes that stay together, each in one group. */
  readonly groups: readonly { readonly nodes: readonly string[]; readonly isCard: boolean }[];
}

/** Pixels of a node's upper left corner. */
export type NodePosition = readonly [x: number, y: number];

/** Milliseconds that a drawing may take. */
const longest = 10_000;
/** Megabytes of JavaScript values that it may take. */
const heapMb = 512;

const inTurn = turns(1);

/** The same graph with its nodes in new places: from left to right as rows flow, those of a group together. Fails with UNPROCESSABLE after 10 s. */
export async function arrange(workflow: Workflow): Promise<Workflow> {
  const nodeIds = new Set(workflow.nodes.map(({ id }) => id));
  const edges = workflow.edges.flatMap(({ source, target }) =>
    nodeIds.has(source) && nodeIds.has(target) ? [[source, target] as const] : [],
  );
  const nodes = [...nodeIds];
  const positions = await inTurn(() => positionsOf({ nodes, edges, groups: groupsOf(workflow, nodeIds) }));
  const positionOf = new Map(nodes.map((id, i) => [id, positions[i]]));
  return {
    ...workflow,
    nodes: workflow.nodes.map((node) => {
      const [x, y] = positionOf.get(node.id) ?? [0, 0];
      return { ...node, x: `${Math.round(x)}px`, y: `${Math.round(y)}px` };
    }),
  };
}

/** The groups in which the page draws nodes, as far as they are sound: of several that name a node the first has it. */
function groupsOf({ raw }: Workflow, nodeIds: ReadonlySet<string>): Drawing['groups'] {
  const { nodeGroups } = raw;
  const remaining = new Set(nodeIds);
  return (isJsonList(nodeGroups) ? nodeGroups : []).flatMap((group) => {
    if (!isJsonObject(group) || !isJsonList(group['nodes'])) return [];
    const nodes = group['nodes'].filter((id) => typeof id === 'string' && remaining.delete(id)) as readonly string[];
    return nodes.length === 0 ? [] : [{ nodes, isCard: group['collapsed'] === true }];
  });
}

/** In a thread of its own: a large graph takes seconds, in which nobody else would be served. */
async function positionsOf(drawing: Drawing): Promise<readonly NodePosition[]> {
  const module = new URL('./arrange-worker.ts', import.meta.url);
  const tooLarge = new Problem(
    'UNPROCESSABLE',
    `a graph of ${drawing.nodes.length} nodes and ${drawing.edges.length} edges is too large to arrange: split it`,
  );
  const errorOf = (end: ThreadEnd, cause = new Error('the layout thread has ended')): Error =>
    end === 'fault' ? cause : tooLarge;
  try {
    return await askThread({ module, heapMb, errorOf }, drawing, AbortSignal.timeout(longest));
  } catch (error) {
    throw error instanceof RangeError ? tooLarge : error;
  }
}
