import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { positionOf } from '../model/graph.ts';
import { useGrouping } from './grouping.ts';
import { groupsOf } from '../model/groups.ts';
import { useEditorStore } from './store.ts';

/** From this zoom on the text of a node is readable. */
const readable = 0.7;

/** Selects a node and scrolls to it, out of its group's card too. A missing node selects nothing. */
export function useShowNode(): (id: string) => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  const { fold } = useGrouping();
  return useCallback(
    (id) => {
      const { graph, select } = store.getState();
      const node = graph.nodes.find((one) => one.id === id);
      if (node === undefined) return;
      const group = groupsOf(graph).of.get(id);
      if (group?.collapsed === true) fold(new Set([group.id]));
      select([id]);
      const { x, y } = positionOf(node);
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      void flow.setCenter(x + 88, y + 28, { zoom: Math.max(readable, flow.getZoom()), duration: isStill ? 0 : 120 });
    },
    [store, flow, fold],
  );
}
