import { Position, type Node, type NodeHandle } from '@xyflow/react';
import {
  familyOf,
  inputNames,
  isNote,
  outputNames,
  summaryOf,
  type Catalogue,
  type Family,
  type Processor,
} from '../model/catalogue.ts';
import { nodeSize, positionOf, valueOf, type GraphNode } from '../model/graph.ts';

/** A node in the form of the canvas. */
export interface StepData extends Record<string, unknown> {
  readonly node: GraphNode;
  readonly title: string;
  readonly summary: string;
  /** The dataset that it reads, if it reads one by name. */
  readonly dataset: string | undefined;
  readonly family: Family;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** True if the service has no processor of the class. */
  readonly isUnknown: boolean;
}
export type Step = Node<StepData, 'step'>;

export interface NoteData extends Record<string, unknown> {
  readonly node: GraphNode;
  readonly text: string;
  readonly isSticky: boolean;
}
export type Note = Node<NoteData, 'note'>;

/** The margin and zoom of the whole drawing. */
export const fitViewOptions = { padding: 0.15, maxZoom: 1 };

const gap = 18;

/** Pixels of a node by the ends of its fuller side: one with many is taller. */
export const heightOf = (ends: number): number => Math.max(nodeSize.height, ends * gap + 12);

/** The ends of a side, in pixels from the top of the node. */
export const endsAt = (many: number, height: number): readonly number[] =>
  Array.from({ length: many }, (_, i) => height / 2 + (i - (many - 1) / 2) * gap);

/** The ends of a card; they are computed, so that edges are drawn without measuring a thousand nodes first. */
export function handlesOf(inputs: number, outputs: number, height: number): NodeHandle[] {
  const side = (many: number, type: 'target' | 'source', position: Position, name: string, x: number): NodeHandle[] =>
    endsAt(many, height).map((y, i) => ({ id: `${name}${i}`, type, position, x, y: y - 5, width: 10, height: 10 }));
  return [
    ...side(inputs, 'target', Position.Left, 'in', -5),
    ...side(outputs, 'source', Position.Right, 'out', nodeSize.width - 5),
  ];
}

const shapes = new WeakMap<GraphNode, Step | Note>();

/** The canvas form of a node; the same object as long as the node is. */
export function shapeOf(node: GraphNode, catalogue: Catalogue): Step | Note {
  const cachedShape = shapes.get(node);
  if (cachedShape !== undefined) return cachedShape;
  const shape = isNote(node) ? noteOf(node) : stepOf(node, catalogue);
  shapes.set(node, shape);
  return shape;
}

function stepOf(node: GraphNode, catalogue: Catalogue): Step {
  const processor = catalogue.get(node.nodeClass);
  const inputs = inputNames(node, processor);
  const outputs = outputNames(node, processor);
  const height = heightOf(Math.max(inputs.length, outputs.length));
  const { width } = nodeSize;
  const title = node.name || processor?.name || node.nodeClass.slice(node.nodeClass.lastIndexOf('.') + 1);
  return {
    id: node.id,
    type: 'step',
    position: positionOf(node),
    width,
    height,
    // hidden nodes are never measured, but count
    measured: { width, height },
    handles: handlesOf(inputs.length, outputs.length, height),
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
    position: positionOf(node),
    width,
    height,
    measured: { width, height },
    zIndex: -1,
    handles: [],
    data: { node, text, isSticky },
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The same text with the characters that HTML writes by name. */
const withEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
      if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return entities[name?.toLowerCase() ?? ''] ?? whole;
    },
  );

/**
 * The words of a note, which may be HTML: no parser of the browser ever sees it. DOMParser reports each inline
 * handler to the content security policy.
 */
export function wordsOf(value: string): string {
  if (!value.includes('<')) return value.trim();
  const plain = value
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<br\b[^>]*>|<\/(?:p|div|h\d|li|tr)\s*>/gi, '\n')
    .replaceAll(/<[a-z!/][^>]*>/gi, '');
  return withEntities(plain)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const xmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A note as rich text, one paragraph a line. */
export function paragraphsOf(text: string): string {
  if (text === '') return '';
  const safe = text.replaceAll(/[&<>]/g, (letter) => xmlEntities[letter] ?? letter);
  return safe
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('');
}

/** The text of a note: exact if `paragraphsOf` wrote it, else the text content of its HTML. */
export function writtenIn(value: string): string {
  if (!value.includes('<')) return value;
  if (!/^(?:<p>[^<]*<\/p>)+$/.test(value)) return wordsOf(value).replaceAll('\n\n', '\n');
  return withEntities(value.slice('<p>'.length, -'</p>'.length).replaceAll('</p><p>', '\n'));
}
