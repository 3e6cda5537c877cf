import {
  ConnectionMode,
  getViewportForBounds,
  MiniMap,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useMemo, useRef, type DragEvent } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { Later } from '../../../ui/later.tsx';
import { addedAt } from '../state/adding.ts';
import { CanvasTools } from './canvas-tools.tsx';
import { ConflictQuestion } from '../../files/conflict-question.tsx';
import { Dots } from './dots.tsx';
import { useDroppedFiles } from '../state/dropped-files.ts';
import { drawnEdges, drawnNodes, type Drawn } from './drawing.ts';
import { fitViewOptions } from './flow.ts';
import { focusName, focusSettings } from '../model/focus.ts';
import { groupIdOf } from './frames.ts';
import { nodeSize, type Graph } from '../model/graph.ts';
import { FoldCard, FrameCard } from './group-card.tsx';
import { chooseGroup, isSeveral, useGrouping, type Keys } from '../state/grouping.ts';
import { groupsOf } from '../model/groups.ts';
import { NodeMenu } from './node-menu.tsx';
import { NoteCard, StepCard } from './step-card.tsx';
import { Start } from './start.tsx';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import { useChanges } from '../state/use-changes.ts';
import { useJoining } from './use-joining.ts';
import { useShowNode } from '../state/use-show-node.ts';
import { Wire } from './wire.tsx';
import type { WireEdge } from './wires.ts';
import classes from './canvas.module.css';

const nodeTypes = { step: StepCard, note: NoteCard, frame: FrameCard, fold: FoldCard };
const edgeTypes = { wire: Wire };
const grid: [number, number] = [8, 8];
const zoomKeys = ['Meta', 'Control'];
const several = ['Meta', 'Control', 'Shift'];
const attribution = { hideAttribution: true };

/** From this zoom on a drawing is readable; a larger drawing opens at its left side. */
const readable = 0.7;

/** Below this zoom words on nodes are too small to be read. */
const far = 0.4;
/** Below this one nodes are only outlines. */
const tiny = 0.22;

/** The drag data of the palette: the class of a processor. */
export const dragType = 'application/x-millrace-processor';

/** The drawing: nodes and edges, which can be moved, connected and selected. */
export function Canvas() {
  const store = useEditorStore();
  const showNode = useShowNode();
  const { catalogue, ui, mayChange } = useEnvironment();
  const graph = useEditor((state) => state.graph);
  const selected = useEditor((state) => state.selected);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  const selectedGroups = useEditor((state) => state.selectedGroups);
  const { dragged, onNodesChange, onEdgesChange } = useChanges();
  const joining = useJoining();
  const isLarge = graph.nodes.length > 150;
  const { fold } = useGrouping();
  const frame = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();

  const nodes = useMemo(
    () => drawnNodes(graph, catalogue, { selected, selectedGroups, dragged }),
    [graph, catalogue, selected, selectedGroups, dragged],
  );
  const edges = useMemo(() => drawnEdges(graph, catalogue, selectedEdges), [graph, catalogue, selectedEdges]);

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
      let newId = '';
      change((is) => {
        const [next, id] = addedAt(is, catalogue, processor, { place, onEdge });
        newId = id;
        return next;
      });
      select([newId]);
    },
    [catalogue, flow, store, mayChange, takeFiles],
  );
  // React Flow itself extends the selection to a card, as it does for nodes
  const choose = (groupId: string, keys: Keys): void => {
    if (!isSeveral(keys) || !isFolded(store.getState().graph, groupId)) chooseGroup(store, groupId, keys);
  };
  const onMove = useCallback((_: unknown, { zoom }: { readonly zoom: number }) => {
    // written directly: a state would draw every node again
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
      onKeyDown={(event) => {
        const { key, target } = event;
        if (!(target instanceof HTMLElement) || !target.matches('.react-flow__node')) return;
        const groupId = groupIdOf(target.dataset['id'] ?? '');
        if (groupId !== undefined && (key === 'Enter' || key === ' ')) {
          event.preventDefault();
          choose(groupId, event);
        }
        if (groupId !== undefined && key === 'Escape') store.getState().select([]);
        if (key === 'Enter') focusSettings();
      }}
    >
      <ReactFlow<Drawn, WireEdge>
        aria-label={editorTexts.canvas}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        {...(mayChange ? joining : undefined)}
        onNodeClick={(event, { id }) => {
          const groupId = groupIdOf(id);
          if (groupId !== undefined) choose(groupId, event);
          else if (!isSeveral(event)) store.getState().select([id]);
        }}
        onNodeDoubleClick={(_, { id }) => {
          const groupId = groupIdOf(id);
          if (groupId !== undefined && isFolded(store.getState().graph, groupId)) fold(new Set([groupId]));
          else if (groupId !== undefined) focusName();
        }}
        onNodeContextMenu={(event, { id }) => {
          event.preventDefault();
          const { selected: nowSelected, selectedGroups: nowGroups, select } = store.getState();
          const groupId = groupIdOf(id);
          if (groupId !== undefined && !nowGroups.has(groupId)) select([], [], [groupId]);
          else if (groupId === undefined && !nowSelected.has(id)) select([id]);
          ui.setState({ menu: { x: event.clientX, y: event.clientY } });
        }}
        onMove={onMove}
        onInit={(instance) => {
          begin(instance, frame.current);
          onMove(undefined, instance.getViewport());
          const [only] = store.getState().selected;
          if (only !== undefined) showNode(only);
        }}
        connectionMode={ConnectionMode.Strict}
        connectionRadius={28}
        nodesDraggable={mayChange}
        nodesConnectable={mayChange}
        edgesReconnectable={!isLarge}
        reconnectRadius={12}
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
        onlyRenderVisibleElements={isLarge}
      >
        <Dots />
        {graph.nodes.length < 4 ? null : (
          <Later>
            <MiniMap
              pannable
              zoomable
              ariaLabel={editorTexts.minimap}
              nodeClassName={({ type = '' }) => type}
              style={{ width: 150, height: 100 }}
            />
          </Later>
        )}
      </ReactFlow>
      <ConflictQuestion />
      <NodeMenu />
      {graph.nodes.length === 0 ? <Start /> : <CanvasTools />}
    </div>
  );
}

/** Shows all of a drawing, or the readable beginning of a large one. */
function begin(flow: ReactFlowInstance<Drawn, WireEdge>, frame: HTMLElement | null): void {
  const nodes = flow.getNodes();
  if (frame === null || nodes.length === 0) return;
  const bounds = flow.getNodesBounds(nodes);
  const { clientWidth: width, clientHeight: height } = frame;
  const all = getViewportForBounds(bounds, width, height, 0.05, fitViewOptions.maxZoom, fitViewOptions.padding);
  const zoom = Math.max(readable, all.zoom);
  const place = (from: number, size: number, available: number): number =>
    size * zoom <= available ? (available - size * zoom) / 2 - from * zoom : 32 - from * zoom;
  void flow.setViewport({ x: place(bounds.x, bounds.width, width), y: place(bounds.y, bounds.height, height), zoom });
}

const isFolded = (graph: Graph, groupId: string): boolean =>
  groupsOf(graph).all.some(({ id, collapsed }) => id === groupId && collapsed === true);

/** The key of the edge below a point of the screen. */
function edgeAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const edge = element.closest<SVGElement>('.react-flow__edge');
    if (edge !== null) return edge.dataset['id'];
  }
  return undefined;
}
