import { useReactFlow, type Connection, type FinalConnectionState } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { nodeSize } from '../model/graph.ts';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import { Joiner } from './joiner.ts';
import type { WireEdge } from './wires.ts';

/** Edges by the mouse: new or reconnected. Escape cancels. */
export function useJoining() {
  const store = useEditorStore();
  const { catalogue, ui } = useEnvironment();
  const flow = useReactFlow();
  /** Key of the reconnected edge. */
  const edgeKey = useRef<string>(undefined);
  const isGivenUp = useRef(false);
  const listening = useRef(new AbortController());
  return useMemo(() => {
    const joiner = new Joiner(store, catalogue, edgeKey);
    const onEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
      const { fromHandle, toNode, toHandle, isValid } = state;
      if (fromHandle === null || isValid === true || isGivenUp.current) return;
      const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event;
      const isForward = fromHandle.type === 'source';
      const own = joiner.endOf(fromHandle.nodeId, fromHandle.id ?? '', isForward ? 'out' : 'in');
      const over = toNode?.id ?? joiner.nodeAt(clientX, clientY);
      if (over !== undefined) {
        const why = joiner.drop(own, isForward ? 'in' : 'out', over, toHandle?.id);
        if (why !== undefined && over !== fromHandle.nodeId) ui.setState({ notice: editorTexts.refusals[why] });
        return;
      }
      if (!isForward || edgeKey.current !== undefined) return;
      const at = flow.screenToFlowPosition({ x: clientX, y: clientY });
      ui.setState({ adding: { from: own, position: { x: at.x, y: at.y - nodeSize.height / 2 } } });
    };
    return {
      isValidConnection: (connection: Connection | WireEdge): boolean =>
        joiner.refusal(...joiner.endsOf(connection)) === undefined,
      onConnectStart: (): void => {
        listening.current = new AbortController();
        const onKey = (event: KeyboardEvent): void => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          isGivenUp.current = true;
          // React Flow ends an edge only when the mouse button is released
          document.dispatchEvent(new MouseEvent('mouseup'));
        };
        addEventListener('keydown', onKey, { capture: true, signal: listening.current.signal });
      },
      onConnect: (connection: Connection): void => {
        if (!isGivenUp.current) joiner.join(...joiner.endsOf(connection));
      },
      onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
        onEnd(event, state);
        listening.current.abort();
        isGivenUp.current = false;
      },
      onReconnectStart: (_: unknown, edge: WireEdge): void => {
        edgeKey.current = edge.id;
      },
      onReconnect: (_: WireEdge, connection: Connection): void => {
        if (!isGivenUp.current) joiner.join(...joiner.endsOf(connection));
      },
      onReconnectEnd: (): void => {
        edgeKey.current = undefined;
      },
    };
  }, [store, catalogue, ui, flow]);
}
