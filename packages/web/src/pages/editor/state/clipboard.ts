import type { ReactFlowInstance } from '@xyflow/react';
import { clipIn, clipOf, pasted, shiftOf, type Box, type Pasted } from '../model/clip.ts';
import type { Graph } from '../model/graph.ts';
import { chosenNodes, groupsOf } from '../model/groups.ts';
import type { EditorStore } from './store.ts';

/** The selected nodes and groups as a text for the clipboard; undefined for no selection. */
export function copied(store: EditorStore): string | undefined {
  const { graph } = store.getState();
  const chosen = chosenNodes(store.getState());
  return chosen.size === 0 ? undefined : JSON.stringify(clipOf(graph, chosen), undefined, 2);
}

/** The part of React Flow that determines the visible part of the drawing. */
type FlowViewport = Pick<ReactFlowInstance, 'screenToFlowPosition'>;

/** The visible part of the drawing. */
function seen(flow: FlowViewport): Box | undefined {
  const frame = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (frame === undefined) return undefined;
  const from = flow.screenToFlowPosition({ x: frame.left, y: frame.top });
  const to = flow.screenToFlowPosition({ x: frame.right, y: frame.bottom });
  return { from, to };
}

/** Pastes nodes from a text, in the visible part; false if the text has none. */
export function paste(store: EditorStore, text: string, flow: FlowViewport): boolean {
  const clip = clipIn(text);
  if (clip === undefined || clip.nodes.length === 0) return false;
  const { change, select } = store.getState();
  let put: Pasted = { nodes: new Set(), groups: [] };
  change((is: Graph) => {
    const [next, pastedItems] = pasted(is, clip, shiftOf(is, clip, seen(flow)));
    put = pastedItems;
    return next;
  });
  // a group is selected with its nodes
  const { of } = groupsOf(store.getState().graph);
  select(
    [...put.nodes].filter((id) => !of.has(id)),
    [],
    put.groups,
  );
  return true;
}

/** Duplicates the selected nodes and groups. */
export function duplicate(store: EditorStore, flow: FlowViewport): void {
  const text = copied(store);
  if (text !== undefined) paste(store, text, flow);
}
