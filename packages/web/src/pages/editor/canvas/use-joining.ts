import { useReactFlow, type Connection, type FinalConnectionState } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { refusal } from '../state/adding.ts';
import { inputNames, outputNames, type Catalogue } from '../model/catalogue.ts';
import { groupIdOf, tipInside } from './frames.ts';
import { connected, nodeSize, reconnected, type End, type Graph } from '../model/graph.ts';
import { groupsOf } from '../model/groups.ts';
import { edgeKeys } from '../model/keys.ts';
import { useEditorStore } from '../state/store.ts';
import { useSurroundings } from '../state/ui-store.ts';
import type { WireEdge } from './wires.ts';

/** An end of a node by its handle; that of a card stands for one of a node within. */
function endOf(graph: Graph, catalogue: Catalogue, drawn: string, handle: string, side: 'in' | 'out'): End {
  const groupId = groupIdOf(drawn);
  const inside = groupId === undefined ? undefined : tipInside(graph, catalogue, groupId, handle);
  const { nodeId } = inside ?? { nodeId: drawn };
  const node = graph.nodes.find(({ id }) => id === nodeId);
  if (node === undefined) return { nodeId, anchor: null };
  const names = (side === 'in' ? inputNames : outputNames)(node, catalogue.get(node.nodeClass));
  return { nodeId, anchor: names[Number((inside?.handle ?? handle).replace(/^\D+/, ''))] || null };
}

/** Edges by the mouse: drawn anew, or led from and to other ends. Escape gives up. */
export function useJoining() {
  const store = useEditorStore();
  const { catalogue, ui } = useSurroundings();
  const flow = useReactFlow();
  /** Key of the edge that is led elsewhere. */
  const led = useRef<string>(undefined);
  const isGivenUp = useRef(false);
  const listening = useRef(new AbortController());
  return useMemo(() => {
    const say = (notice: string): void => ui.setState({ notice });
    const endsOf = ({ source, sourceHandle, target, targetHandle }: Connection | WireEdge): readonly [End, End] => {
      const { graph } = store.getState();
      return [
        endOf(graph, catalogue, source, sourceHandle ?? '', 'out'),
        endOf(graph, catalogue, target, targetHandle ?? '', 'in'),
      ];
    };
    // what is led elsewhere is not in its own way
    const others = (): Graph => {
      const { graph } = store.getState();
      const edge = led.current === undefined ? undefined : edgeKeys(graph).get(led.current);
      return edge === undefined ? graph : { ...graph, edges: graph.edges.filter((one) => one !== edge) };
    };
    const join = (from: End, to: End): void =>
      store.getState().change((is) => {
        const edge = led.current === undefined ? undefined : edgeKeys(is).get(led.current);
        return edge === undefined ? connected(is, from, to) : reconnected(is, edge, from, to);
      });
    const onEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
      const { fromHandle, toNode, toHandle, isValid } = state;
      if (fromHandle === null || isValid === true || isGivenUp.current) return;
      const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event;
      const { graph } = store.getState();
      const isForward = fromHandle.type === 'source';
      const own = endOf(graph, catalogue, fromHandle.nodeId, fromHandle.id ?? '', isForward ? 'out' : 'in');
      const over = toNode?.id ?? nodeAt(clientX, clientY);
      if (over !== undefined) {
        // dropped on the node rather than on its end: the first end that is free is meant
        const side = isForward ? 'in' : 'out';
        const node = graph.nodes.find(({ id }) => id === over);
        const processor = node && catalogue.get(node.nodeClass);
        const names = node === undefined ? [] : (isForward ? inputNames : outputNames)(node, processor);
        const tried = [
          ...(toHandle?.id == null ? [] : [endOf(graph, catalogue, over, toHandle.id, side)]),
          ...names.map((name) => ({ nodeId: over, anchor: name || null })),
        ];
        const ways = tried.map((end) => (isForward ? ([own, end] as const) : ([end, own] as const)));
        const free = ways.find(([from, to]) => refusal(others(), catalogue, from, to) === undefined);
        const [first] = ways;
        if (free !== undefined) join(...free);
        else if (over !== fromHandle.nodeId)
          say(
            editorTexts.refusals[
              first === undefined ? noWay(over) : (refusal(others(), catalogue, ...first) ?? 'nothing')
            ],
          );
        return;
      }
      if (!isForward || led.current !== undefined) return;
      const at = flow.screenToFlowPosition({ x: clientX, y: clientY });
      ui.setState({ adding: { from: own, place: { x: at.x, y: at.y - nodeSize.height / 2 } } });
    };
    /** The node, or the card of a group, below a point of the screen. */
    const nodeAt = (x: number, y: number): string | undefined => {
      const id = document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node')?.dataset['id'];
      const groupId = id === undefined ? undefined : groupIdOf(id);
      const group = groupsOf(store.getState().graph).all.find((one) => one.id === groupId);
      return groupId !== undefined && group?.collapsed !== true ? undefined : id;
    };
    return {
      isValidConnection: (connection: Connection | WireEdge): boolean =>
        refusal(others(), catalogue, ...endsOf(connection)) === undefined,
      onConnectStart: (): void => {
        listening.current = new AbortController();
        const onKey = (event: KeyboardEvent): void => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          isGivenUp.current = true;
          // React Flow ends an edge where the mouse is let go, and only there
          document.dispatchEvent(new MouseEvent('mouseup'));
        };
        addEventListener('keydown', onKey, { capture: true, signal: listening.current.signal });
      },
      onConnect: (connection: Connection): void => {
        if (!isGivenUp.current) join(...endsOf(connection));
      },
      onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
        onEnd(event, state);
        listening.current.abort();
        isGivenUp.current = false;
      },
      onReconnectStart: (_: unknown, edge: WireEdge): void => {
        led.current = edge.id;
      },
      onReconnect: (_: WireEdge, connection: Connection): void => {
        if (!isGivenUp.current) join(...endsOf(connection));
      },
      onReconnectEnd: (): void => {
        led.current = undefined;
      },
    };
  }, [store, catalogue, ui, flow]);
}

const noWay = (drawn: string): 'folded' | 'noInput' => (groupIdOf(drawn) === undefined ? 'noInput' : 'folded');
