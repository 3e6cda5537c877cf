import { Position, type Edge, type Node } from '@xyflow/react';
import {
  familyOf,
  inputNames,
  isNote,
  outputNames,
  summaryOf,
  wiresOf,
  type Catalogue,
  type Family,
  type Processor,
} from './catalogue.ts';
import { edgeKeys } from './keys.ts';
import { nodeSize, placeOf, valueOf, type Graph, type GraphEdge, type GraphNode, type Point } from './graph.ts';

/** A node as the canvas draws it. */
export interface StepData extends Record<string, unknown> {
  readonly node: GraphNode;
  readonly title: string;
  readonly summary: string;
  /** The dataset that it reads, where it reads one by name. */
  readonly dataset: string | undefined;
  readonly family: Family;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** True where the service has no processor of the class. */
  readonly isUnknown: boolean;
}
export type Step = Node<StepData, 'step'>;

export interface NoteData extends Record<string, unknown> {
  readonly node: GraphNode;
  readonly text: string;
  readonly isSticky: boolean;
}
export type Note = Node<NoteData, 'note'>;

export interface WireData extends Record<string, unknown> {
  readonly edge: GraphEdge;
  /** Number of the source's output. */
  readonly output: number;
  /** Its name, where the source has several. */
  readonly outputName: string;
}
export type WireEdge = Edge<WireData, 'wire'>;

export type Drawn = Step | Note;

/** How much of the drawing is shown when all of it is. */
export const wholeInSight = { padding: 0.15, maxZoom: 1 };

const gap = 18;

/** Pixels of a node by the ends of its fuller side: one with many is taller. */
export const heightOf = (ends: number): number => Math.max(nodeSize.height, ends * gap + 12);

/** Where the ends of a side lie, in pixels from the top of the node. */
export const endsAt = (many: number, height: number): readonly number[] =>
  Array.from({ length: many }, (_, i) => height / 2 + (i - (many - 1) / 2) * gap);

const shapes = new WeakMap<GraphNode, Drawn>();

function shapeOf(node: GraphNode, catalogue: Catalogue): Drawn {
  const found = shapes.get(node);
  if (found !== undefined) return found;
  const made = isNote(node) ? noteOf(node) : stepOf(node, catalogue);
  shapes.set(node, made);
  return made;
}

function stepOf(node: GraphNode, catalogue: Catalogue): Step {
  const processor = catalogue.get(node.nodeClass);
  const inputs = inputNames(node, processor);
  const outputs = outputNames(node, processor);
  const height = heightOf(Math.max(inputs.length, outputs.length));
  const { width } = nodeSize;
  const end = { width: 10, height: 10 };
  const title = node.name || processor?.name || node.nodeClass.slice(node.nodeClass.lastIndexOf('.') + 1);
  return {
    id: node.id,
    type: 'step',
    position: placeOf(node),
    width,
    height,
    // what lies out of sight is never measured, and counts all the same
    measured: { width, height },
    // told beforehand, edges are drawn without measuring a thousand nodes first
    handles: [
      ...endsAt(inputs.length, height).map((y, i) => ({
        id: `in${i}`,
        type: 'target' as const,
        position: Position.Left,
        x: -5,
        y: y - 5,
        ...end,
      })),
      ...endsAt(outputs.length, height).map((y, i) => ({
        id: `out${i}`,
        type: 'source' as const,
        position: Position.Right,
        x: width - 5,
        y: y - 5,
        ...end,
      })),
    ],
    domAttributes: { 'aria-roledescription': 'node' },
    data: {
      node,
      title,
      summary: summaryOf(node, processor) || (title === processor?.name ? '' : (processor?.name ?? '')),
      dataset: datasetOf(node, processor),
      family: familyOf(node, processor),
      inputs,
      outputs,
      isUnknown: processor === undefined || processor.unavailable !== null,
    },
  };
}

const datasetOf = (node: GraphNode, processor: Processor | undefined): string | undefined =>
  processor?.fields.flatMap(({ kind, name }) => (kind === 'dataset' ? [valueOf(node, name)] : [])).find(Boolean);

function noteOf(node: GraphNode): Note {
  const text = wordsOf(valueOf(node, 'comment'));
  const isSticky = node.type === 'sticky';
  const pixels = (name: string, standard: number): number => {
    const value = Number.parseFloat(valueOf(node, name));
    return value >= 40 && value <= 4_000 ? value : standard;
  };
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 36)), 0);
  const width = isSticky ? pixels('width', 300) : 260;
  const height = isSticky ? pixels('height', 110) : Math.min(220, 28 + lines * 18);
  return {
    id: node.id,
    type: 'note',
    position: placeOf(node),
    width,
    height,
    measured: { width, height },
    zIndex: -1,
    handles: [],
    data: { node, text, isSticky },
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The words of a note, which may be HTML: no parser of the browser ever sees it. */
export function wordsOf(value: string): string {
  if (!value.includes('<')) return value.trim();
  return value
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<br\b[^>]*>|<\/(?:p|div|h\d|li|tr)\s*>/gi, '\n')
    .replaceAll(/<[a-z!/][^>]*>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
      if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return entities[name?.toLowerCase() ?? ''] ?? whole;
    })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const drawn = new WeakMap<Drawn, Drawn>();

/** Nodes for the canvas. What has not changed is the same object again, so that it is not drawn again. */
export function drawnNodes(
  graph: Graph,
  catalogue: Catalogue,
  selected: ReadonlySet<string>,
  dragged: ReadonlyMap<string, Point>,
): Drawn[] {
  return graph.nodes.map((node) => {
    const shape = shapeOf(node, catalogue);
    const position = dragged.get(node.id);
    if (position !== undefined) return { ...shape, position, selected: selected.has(node.id), dragging: true };
    if (!selected.has(node.id)) return shape;
    const chosen = drawn.get(shape) ?? { ...shape, selected: true };
    drawn.set(shape, chosen);
    return chosen;
  });
}

/** Edges for the canvas. */
export function drawnEdges(graph: Graph, catalogue: Catalogue, selected: ReadonlySet<string>): WireEdge[] {
  const wires = wiresOf(graph, catalogue);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return [...edgeKeys(graph)].flatMap(([id, edge]) => {
    const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const { output = 0, input = 0 } = wires.get(edge) ?? {};
    const outputs = outputNames(source, catalogue.get(source.nodeClass));
    const inputs = inputNames(target, catalogue.get(target.nodeClass));
    return [
      {
        id,
        type: 'wire' as const,
        source: edge.source,
        target: edge.target,
        sourceHandle: `out${Math.min(output, Math.max(0, outputs.length - 1))}`,
        targetHandle: `in${inputs.length > 1 ? Math.min(input, inputs.length - 1) : 0}`,
        selected: selected.has(id),
        ariaLabel: `${source.name} → ${target.name}`,
        data: { edge, output, outputName: outputs[output] ?? '' },
      },
    ];
  });
}
