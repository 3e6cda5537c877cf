import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { fitViewOptions } from './flow.ts';
import { moveNodes, positionOf, type Graph } from '../model/graph.ts';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';

/** Lays the drawing out from left to right, by the service; only positions change. */
export function useArrange(): () => Promise<void> {
  const store = useEditorStore();
  const { ui } = useEnvironment();
  const flow = useReactFlow();
  return useCallback(async () => {
    const { graph, change } = store.getState();
    if (graph.nodes.length === 0) return;
    try {
      const drawing = (await dataOf(
        api.POST('/api/v1/workflows/beautify', { body: graph as never }),
      )) as unknown as Graph;
      const positions = new Map(drawing.nodes.map((node) => [node.id, positionOf(node)]));
      change((is) => moveNodes(is, positions));
      requestAnimationFrame(() => void flow.fitView(fitViewOptions));
    } catch (error) {
      ui.setState({ notice: error instanceof Error ? error.message : String(error) });
    }
  }, [store, ui, flow]);
}
