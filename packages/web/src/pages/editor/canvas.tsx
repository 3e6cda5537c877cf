import {
  Background,
  ConnectionMode,
  getViewportForBounds,
  MiniMap,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  type ReactFlowInstance,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useMemo, useRef, useState, type DragEvent } from 'react';
import { texts } from '../../texts.ts';
import { addedAt, refusal } from './adding.ts';
import { inputNames, outputNames } from './catalogue.ts';
import { CanvasTools } from './canvas-tools.tsx';
import { ConflictQuestion } from '../files/conflict-question.tsx';
import { useDroppedFiles } from './dropped-files.ts';
import { drawnEdges, drawnNodes, wholeInSight, type Drawn, type WireEdge } from './flow.ts';
import { connected, moved, nodeSize, type End, type Point } from './graph.ts';
import { focusSettings } from './focus.ts';
import { NodeMenu } from './node-menu.tsx';
import { NoteCard, StepCard } from './step-card.tsx';
import { Start } from './start.tsx';
import { useEditor, useEditorStore } from './store.ts';
import { useSurroundings } from './ui-store.ts';
import { Wire } from './wire.tsx';
import classes from './canvas.module.css';

const nodeTypes = { step: StepCard, note: NoteCard };
const edgeTypes = { wire: Wire };
const grid: [number, number] = [8, 8];
const zoomKeys = ['Meta', 'Control'];
const several = ['Meta', 'Control', 'Shift'];
const attribution = { hideAttribution: true };

/** From this zoom on a drawing can be read; a larger one begins with its left side. */
const readable = 0.7;

/** Below this zoom words on nodes are too small to be read. */
const far = 0.4;
/** Below this one nothing of a node is seen but that it is there. */
const tiny = 0.22;

/** What is dragged from the palette: the class of a processor. */
export const dragType = 'application/x-millrace-processor';

/** The drawing: nodes and edges, to be moved, joined and chosen. */
export function Canvas() {
  const store = useEditorStore();
  const { catalogue, ui, mayChange } = useSurroundings();
  const graph = useEditor((state) => state.graph);
  const selected = useEditor((state) => state.selected);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>(new Map());
  const frame = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();

  const nodes = useMemo(() => drawnNodes(graph, catalogue, selected, dragged), [graph, catalogue, selected, dragged]);
  const edges = useMemo(() => drawnEdges(graph, catalogue, selectedEdges), [graph, catalogue, selectedEdges]);

  const onNodesChange = useCallback(
    (changes: NodeChange<Drawn>[]) => {
      const { select, change, selected: now, selectedEdges: nowEdges } = store.getState();
      const chosen = changes.filter((one) => one.type === 'select');
      if (chosen.length > 0) {
        const next = new Set(now);
        for (const one of chosen)
          if (one.selected) next.add(one.id);
          else next.delete(one.id);
        select(next, nowEdges);
      }
      const moves = changes.flatMap((one) =>
        one.type === 'position' && one.position !== undefined ? [{ ...one, position: one.position }] : [],
      );
      if (moves.length === 0) return;
      if (moves.some(({ dragging }) => dragging === true)) {
        setDragged((before) => new Map([...before, ...moves.map(({ id, position }) => [id, position] as const)]));
        return;
      }
      setDragged(new Map());
      change((is) => moved(is, new Map(moves.map(({ id, position }) => [id, position]))), 'move');
    },
    [store],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<WireEdge>[]) => {
      const { select, selected: now, selectedEdges: nowEdges } = store.getState();
      const next = new Set(nowEdges);
      for (const one of changes)
        if (one.type === 'select') {
          if (one.selected) next.add(one.id);
          else next.delete(one.id);
        }
      select(now, next);
    },
    [store],
  );

  const endOf = useCallback(
    (nodeId: string, handle: string | null | undefined, side: 'in' | 'out'): End => {
      const node = store.getState().graph.nodes.find(({ id }) => id === nodeId);
      if (node === undefined) return { nodeId, anchor: null };
      const processor = catalogue.get(node.nodeClass);
      const names = (side === 'in' ? inputNames : outputNames)(node, processor);
      return { nodeId, anchor: names[Number(handle?.replace(/^\D+/, '') ?? 0)] || null };
    },
    [store, catalogue],
  );
  const endsOf = useCallback(
    ({ source, sourceHandle, target, targetHandle }: Connection | WireEdge): readonly [End, End] => [
      endOf(source, sourceHandle, 'out'),
      endOf(target, targetHandle, 'in'),
    ],
    [endOf],
  );
  const say = useCallback((notice: string) => ui.setState({ notice }), [ui]);
  const onConnect = useCallback(
    (connection: Connection) => {
      const [from, to] = endsOf(connection);
      store.getState().change((is) => connected(is, from, to));
    },
    [store, endsOf],
  );
  const isValid = useCallback(
    (connection: Connection | WireEdge) =>
      refusal(store.getState().graph, catalogue, ...endsOf(connection)) === undefined,
    [store, catalogue, endsOf],
  );
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { fromHandle, toNode, toHandle, isValid: isJoined }: FinalConnectionState) => {
      if (fromHandle === null || isJoined === true) return;
      const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event;
      const over = toNode?.id ?? nodeAt(clientX, clientY);
      if (over !== undefined) {
        // dropped on the node rather than on its end: the first end that is free is meant
        const node = store.getState().graph.nodes.find(({ id }) => id === over);
        const processor = node && catalogue.get(node.nodeClass);
        const isForward = fromHandle.type === 'source';
        const names = node === undefined ? [] : (isForward ? inputNames : outputNames)(node, processor);
        const own = endOf(fromHandle.nodeId, fromHandle.id, isForward ? 'out' : 'in');
        const named = toHandle?.id == null ? undefined : endOf(over, toHandle.id, isForward ? 'in' : 'out');
        const tried = [
          ...(named === undefined ? [] : [named]),
          ...names.map((name) => ({ nodeId: over, anchor: name || null })),
        ];
        const ways = tried.map((end) => (isForward ? ([own, end] as const) : ([end, own] as const)));
        const { graph: now, change } = store.getState();
        const free = ways.find(([from, to]) => refusal(now, catalogue, from, to) === undefined);
        const [first] = ways;
        if (free !== undefined) change((is) => connected(is, ...free));
        else if (over !== fromHandle.nodeId)
          say(
            texts.editor.refusals[first === undefined ? 'noInput' : (refusal(now, catalogue, ...first) ?? 'nothing')],
          );
        return;
      }
      if (fromHandle.type !== 'source') return;
      const at = flow.screenToFlowPosition({ x: clientX, y: clientY });
      ui.setState({
        adding: {
          from: endOf(fromHandle.nodeId, fromHandle.id, 'out'),
          place: { x: at.x, y: at.y - nodeSize.height / 2 },
        },
      });
    },
    [store, catalogue, flow, ui, endOf, say],
  );

  const takeFiles = useDroppedFiles();
  const onDrop = useCallback(
    (event: DragEvent) => {
      if (!mayChange) return;
      event.preventDefault();
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const place = { x: at.x - nodeSize.width / 2, y: at.y - nodeSize.height / 2 };
      if (event.dataTransfer.types.includes('Files')) {
        takeFiles(event.dataTransfer, place);
        return;
      }
      const processor = catalogue.get(event.dataTransfer.getData(dragType));
      if (processor === undefined) return;
      const { change, select } = store.getState();
      const onEdge = edgeAt(event.clientX, event.clientY);
      let made = '';
      change((is) => {
        const [next, id] = addedAt(is, processor, { place, onEdge });
        made = id;
        return next;
      });
      select([made]);
    },
    [catalogue, flow, store, mayChange, takeFiles],
  );
  const onMove = useCallback((_: unknown, { zoom }: { readonly zoom: number }) => {
    // by hand: a state would draw every node anew
    const next = zoom < tiny ? 'very' : String(zoom < far);
    if (frame.current !== null && frame.current.dataset['far'] !== next) frame.current.dataset['far'] = next;
  }, []);

  return (
    <div
      ref={frame}
      className={classes.canvas}
      onDragOver={(event) => {
        const { types } = event.dataTransfer;
        if (!mayChange || !(types.includes(dragType) || types.includes('Files'))) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={onDrop}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof Element && target.matches('.react-flow__node')) focusSettings();
      }}
    >
      <ReactFlow<Drawn, WireEdge>
        aria-label={texts.editor.canvas}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        isValidConnection={isValid}
        onNodeClick={({ metaKey, ctrlKey, shiftKey }, { id }) => {
          if (!metaKey && !ctrlKey && !shiftKey) store.getState().select([id]);
        }}
        onNodeContextMenu={(event, { id }) => {
          event.preventDefault();
          if (!store.getState().selected.has(id)) store.getState().select([id]);
          ui.setState({ menu: { x: event.clientX, y: event.clientY } });
        }}
        onMove={onMove}
        onInit={(instance) => {
          begin(instance, frame.current);
          onMove(undefined, instance.getViewport());
        }}
        connectionMode={ConnectionMode.Strict}
        connectionRadius={28}
        nodesDraggable={mayChange}
        nodesConnectable={mayChange}
        elevateNodesOnSelect={false}
        elevateEdgesOnSelect
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={several}
        zoomActivationKeyCode={zoomKeys}
        panOnScroll
        snapToGrid
        snapGrid={grid}
        minZoom={0.05}
        maxZoom={2}
        proOptions={attribution}
        onlyRenderVisibleElements={graph.nodes.length > 150}
      >
        <Background gap={24} size={1} />
        {graph.nodes.length < 4 ? null : (
          <MiniMap pannable zoomable ariaLabel={texts.editor.minimap} style={{ width: 150, height: 100 }} />
        )}
      </ReactFlow>
      <ConflictQuestion />
      <NodeMenu />
      {graph.nodes.length === 0 ? <Start /> : <CanvasTools />}
    </div>
  );
}

/** Shows all of a drawing, or of a large one its beginning, so that it can be read. */
function begin(flow: ReactFlowInstance<Drawn, WireEdge>, frame: HTMLElement | null): void {
  const nodes = flow.getNodes();
  if (frame === null || nodes.length === 0) return;
  const bounds = flow.getNodesBounds(nodes);
  const { clientWidth: width, clientHeight: height } = frame;
  const all = getViewportForBounds(bounds, width, height, 0.05, wholeInSight.maxZoom, wholeInSight.padding);
  const zoom = Math.max(readable, all.zoom);
  const place = (from: number, size: number, room: number): number =>
    size * zoom <= room ? (room - size * zoom) / 2 - from * zoom : 32 - from * zoom;
  void flow.setViewport({ x: place(bounds.x, bounds.width, width), y: place(bounds.y, bounds.height, height), zoom });
}

/** The node below a point of the screen. */
const nodeAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node')?.dataset['id'];

/** The key of the edge below a point of the screen. */
function edgeAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const edge = element.closest<SVGElement>('.react-flow__edge');
    if (edge !== null) return edge.dataset['id'];
  }
  return undefined;
}
