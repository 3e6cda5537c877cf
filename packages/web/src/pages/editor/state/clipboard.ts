import type { ReactFlowInstance } from '@xyflow/react';
import { clipIn, clipOf, pasteClip, shiftOf, type VisibleArea, type PastedIds } from '../model/clip.ts';
import type { Graph } from '../model/graph.ts';
import { selectedNodeIds, groupsOf } from '../model/groups.ts';
import type { EditorStore } from './store.ts';

/** The selected nodes and groups as a text for the clipboard; undefined for no selection. */
export function clipText(store: EditorStore): string | undefined {
  const { graph } = store.getState();
  const nodeIds = selectedNodeIds(store.getState());
  return nodeIds.size === 0 ? undefined : JSON.stringify(clipOf(graph, nodeIds), undefined, 2);
}

/** The part of React Flow that determines the visible part of the drawing. */
type FlowViewport = Pick<ReactFlowInstance, 'screenToFlowPosition'>;

/** The visible part of the drawing. */
function visibleAreaOf(flow: FlowViewport): VisibleArea | undefined {
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
  let latest: PastedIds = { nodes: new Set(), groups: [] };
  change((is: Graph) => {
    const [next, pastedItems] = pasteClip(is, clip, shiftOf(is, clip, visibleAreaOf(flow)));
    latest = pastedItems;
    return next;
  });
  // a group is selected with its nodes
  const { of } = groupsOf(store.getState().graph);
  select(
    [...latest.nodes].filter((id) => !of.has(id)),
    [],
    latest.groups,
  );
  return true;
}

/** Duplicates the selected nodes and groups. */
export function duplicate(store: EditorStore, flow: FlowViewport): void {
  const text = clipText(store);
  if (text !== undefined) paste(store, text, flow);
}
