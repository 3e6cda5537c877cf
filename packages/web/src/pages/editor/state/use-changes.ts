import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useCallback, useRef, useState } from 'react';
import type { CanvasNode } from '../canvas/drawing.ts';
import { groupIdOf, membership, positionsAfter } from '../canvas/frames.ts';
import { moveNodes, type Point } from '../model/graph.ts';
import { groupsOf, regroupNodes } from '../model/groups.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';
import type { WireEdge } from '../canvas/wires.ts';

/** Applies the canvas's changes of nodes and edges: the selection, and positions with all that moves along. */
export function useChanges() {
  const store = useEditorStore();
  const { catalogue } = useEnvironment();
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>(new Map());
  // not a state, which may not be drawn yet when the mouse button is released
  const isDragging = useRef(false);
  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const { graph, select, change, ...now } = store.getState();
      const selections = changes.filter((one) => one.type === 'select');
      if (selections.length > 0) {
        const [nodes, groups] = [new Set(now.selected), new Set(now.selectedGroups)];
        for (const { id, selected } of selections) {
          const groupId = groupIdOf(id);
          if (groupId === undefined) put(nodes, id, selected);
          else {
            put(groups, groupId, selected);
            // a card is selected with its nodes, and they with it
            if (!selected) for (const node of groupsOf(graph).members.get(groupId) ?? []) put(nodes, node.id, false);
          }
        }
        select(nodes, now.selectedEdges, groups);
      }
      const moves = changes.flatMap((one) =>
        one.type === 'position' && one.position !== undefined ? [{ ...one, position: one.position }] : [],
      );
      if (moves.length === 0) return;
      const positions = positionsAfter(graph, catalogue, new Map(moves.map(({ id, position }) => [id, position])));
      if (moves.some(({ dragging }) => dragging === true)) {
        isDragging.current = true;
        setDragged((before) => new Map([...before, ...positions]));
        return;
      }
      // dropped nodes join the group of the frame below them; the arrow keys only move
      const isDrop = isDragging.current;
      const joins = isDrop ? membership(graph, catalogue, positions) : new Map<string, undefined>();
      isDragging.current = false;
      setDragged(new Map());
      change((is) => regroupNodes(moveNodes(is, positions), joins), isDrop ? '' : 'move');
    },
    [store, catalogue],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<WireEdge>[]) => {
      const { select, selected, selectedEdges, selectedGroups } = store.getState();
      const next = new Set(selectedEdges);
      for (const one of changes) if (one.type === 'select') put(next, one.id, one.selected);
      select(selected, next, selectedGroups);
    },
    [store],
  );
  return { dragged, onNodesChange, onEdgesChange };
}

function put(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
