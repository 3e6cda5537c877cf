import {
  ConnectionMode,
  getViewportForBounds,
  MiniMap,
  ReactFlow,
  SelectionMode,
  type ReactFlowInstance,
  type ReactFlowProps,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useMemo, useRef, type RefObject } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { Later } from '../../../ui/later.tsx';
import { CanvasTools } from './canvas-tools.tsx';
import { ConflictQuestion } from '../../files/conflict-question.tsx';
import { Dots } from './dots.tsx';
import { canvasEdges, canvasNodes, type CanvasNode } from './drawing.ts';
import { fitViewOptions } from './flow.ts';
import { FoldCard, FrameCard } from './group-card.tsx';
import { NodeMenu } from './node-menu.tsx';
import { NoteCard, StepCard } from './step-card.tsx';
import { Start } from './start.tsx';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import { useChanges } from '../state/use-changes.ts';
import { useDrop } from './use-drop.ts';
import { useJoining } from './use-joining.ts';
import { useSelecting } from './use-selecting.ts';
import { useShowNode } from '../state/use-show-node.ts';
import { Wire } from './wire.tsx';
import type { WireEdge } from './wires.ts';
import classes from './canvas.module.css';

const nodeTypes = { step: StepCard, note: NoteCard, frame: FrameCard, fold: FoldCard };
const edgeTypes = { wire: Wire };
const grid: [number, number] = [8, 8];
/** The settings that stay. */
const flowSettings = {
  connectionMode: ConnectionMode.Strict,
  connectionRadius: 28,
  reconnectRadius: 12,
  elevateNodesOnSelect: false,
  elevateEdgesOnSelect: true,
  deleteKeyCode: null,
  selectionKeyCode: 'Shift',
  selectionMode: SelectionMode.Partial,
  multiSelectionKeyCode: ['Meta', 'Control', 'Shift'],
  zoomActivationKeyCode: ['Meta', 'Control'],
  panOnScroll: true,
  snapToGrid: true,
  snapGrid: grid,
  minZoom: 0.05,
  maxZoom: 2,
  proOptions: { hideAttribution: true },
} satisfies ReactFlowProps<CanvasNode, WireEdge>;

/** From this zoom on a drawing is readable; a larger drawing opens at its left side. */
const readable = 0.7;

/** Below this zoom words on nodes are too small to be read. */
const far = 0.4;
/** Below this one nodes are only outlines. */
const tiny = 0.22;

/** The drawing: nodes and edges, which can be moved, connected and selected. */
export function Canvas() {
  const store = useEditorStore();
  const showNode = useShowNode();
  const { catalogue, mayChange } = useEnvironment();
  const graph = useEditor((state) => state.graph);
  const selected = useEditor((state) => state.selected);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  const selectedGroups = useEditor((state) => state.selectedGroups);
  const { dragged, onNodesChange, onEdgesChange } = useChanges();
  const joining = useJoining();
  const isLarge = graph.nodes.length > 150;
  const frame = useRef<HTMLDivElement>(null);
  const { onKeyDown, ...selecting } = useSelecting();
  const drop = useDrop();
  const onMove = useDetail(frame);
  const nodes = useMemo(
    () => canvasNodes(graph, catalogue, { selected, selectedGroups, dragged }),
    [graph, catalogue, selected, selectedGroups, dragged],
  );
  const edges = useMemo(() => canvasEdges(graph, catalogue, selectedEdges), [graph, catalogue, selectedEdges]);

  return (
    <div ref={frame} className={classes.canvas} {...drop} onKeyDown={onKeyDown}>
      <ReactFlow<CanvasNode, WireEdge>
        aria-label={editorTexts.canvas}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        {...(mayChange ? joining : undefined)}
        {...selecting}
        onMove={onMove}
        onInit={(instance) => {
          begin(instance, frame.current);
          onMove(undefined, instance.getViewport());
          const [only] = store.getState().selected;
          if (only !== undefined) showNode(only);
        }}
        {...flowSettings}
        nodesDraggable={mayChange}
        nodesConnectable={mayChange}
        edgesReconnectable={!isLarge}
        onlyRenderVisibleElements={isLarge}
      >
        <Dots />
        {graph.nodes.length < 4 ? null : <Overview />}
      </ReactFlow>
      <ConflictQuestion />
      <NodeMenu />
      {graph.nodes.length === 0 ? <Start /> : <CanvasTools />}
    </div>
  );
}

/** The whole drawing at a small scale, once the page is idle. */
const Overview = () => (
  <Later>
    <MiniMap
      pannable
      zoomable
      ariaLabel={editorTexts.minimap}
      nodeClassName={({ type = '' }) => type}
      style={{ width: 150, height: 100 }}
    />
  </Later>
);

/** Marks the drawing by how much of it the zoom leaves readable. */
function useDetail(frame: RefObject<HTMLElement | null>) {
  return useCallback(
    (_: unknown, { zoom }: { readonly zoom: number }) => {
      // written directly: a state would draw every node again
      const next = zoom < tiny ? 'very' : String(zoom < far);
      if (frame.current !== null && frame.current.dataset['far'] !== next) frame.current.dataset['far'] = next;
    },
    [frame],
  );
}

/** Shows all of a drawing, or the readable beginning of a large one. */
function begin(flow: ReactFlowInstance<CanvasNode, WireEdge>, frame: HTMLElement | null): void {
  const nodes = flow.getNodes();
  if (frame === null || nodes.length === 0) return;
  const bounds = flow.getNodesBounds(nodes);
  const { clientWidth: width, clientHeight: height } = frame;
  const all = getViewportForBounds(bounds, width, height, 0.05, fitViewOptions.maxZoom, fitViewOptions.padding);
  const zoom = Math.max(readable, all.zoom);
  const offsetOf = (from: number, size: number, available: number): number =>
    size * zoom <= available ? (available - size * zoom) / 2 - from * zoom : 32 - from * zoom;
  void flow.setViewport({
    x: offsetOf(bounds.x, bounds.width, width),
    y: offsetOf(bounds.y, bounds.height, height),
    zoom,
  });
}
