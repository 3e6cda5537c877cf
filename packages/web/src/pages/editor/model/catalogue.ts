import uFuzzy from '@leeoniya/ufuzzy';
import { canFeed, mayFeed, PARAMETER_NODE, assignInputs, assignOutputs, type Edge } from '@millrace/workflow';
import type { CatalogueEntry, CatalogueField } from '../../../api/queries-of-processors.ts';
import type { Graph, GraphEdge, GraphNode } from './graph.ts';
import { once } from '../../../ui/once.ts';

export type Processor = CatalogueEntry;
export type FieldSpec = CatalogueField;

/** The processors that the editor knows. */
export class Catalogue {
  readonly all: readonly Processor[];
  readonly #byClass: ReadonlyMap<string, Processor>;
  readonly #texts: readonly string[];

  constructor(all: readonly Processor[]) {
    this.all = all;
    this.#byClass = new Map([
      ...all.flatMap((one) => one.formerly.map((old) => [old, one] as const)),
      ...all.map((one) => [one.nodeClass, one] as const),
    ]);
    this.#texts = all.map(
      ({ name, category, description }) => `${name} · ${category.replaceAll('-', ' ')} · ${description}`,
    );
  }

  /** A processor by its class, or by an old class name. */
  get(nodeClass: string): Processor | undefined {
    return this.#byClass.get(nodeClass);
  }

  /**
   * Processors that match some typed letters, best first: by name, by class, then by description; unavailable ones
   * last.
   */
  search(typed: string): readonly Processor[] {
    const words = typed.trim();
    if (words === '') return this.all;
    const [ids] = fuzzy().search([...this.#texts], words, 1);
    const matches = new Set((ids ?? []).map((i) => this.all[i]));
    return this.all
      .map((one) => [one, rank(one, words, matches.has(one))] as const)
      .filter(([, rank]) => rank < Infinity)
      .toSorted(([a, x], [b, y]) => Number(canRun(b)) - Number(canRun(a)) || x - y || popularity(b) - popularity(a))
      .map(([one]) => one);
  }

  /** Whether the name of a processor that can run has the words. */
  names(typed: string): boolean {
    return this.all.some((one) => canRun(one) && rank(one, typed, false) <= 3);
  }

  /** Processors that may follow a node of a type, the usual ones first. */
  after(type: string): readonly Processor[] {
    const may = this.all.filter(
      (one) => canRun(one) && one.inputs.max > 0 && (mayFeed(type, one.type) || canFeed(type, one.type)),
    );
    return may.toSorted((a, b) => popularity(b) - popularity(a));
  }

  /** Processors that read data, for the beginning of a graph. */
  get sources(): readonly Processor[] {
    return this.all
      .filter((one) => canRun(one) && one.type === 'dataset')
      .toSorted((a, b) => popularity(b) - popularity(a));
  }
}

export const canRun = ({ unavailable }: Processor): boolean => unavailable === null;

const fuzzy = once(() => new uFuzzy({ intraMode: 1 }));

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The rank of a processor for a search text, 0 being best; Infinity for no match. */
function rank({ name, nodeClass }: Processor, typed: string, isMatch: boolean): number {
  const [own, search] = [normalize(name), normalize(typed)];
  const word = normalize(nodeClass.slice(nodeClass.lastIndexOf('.') + 1));
  if (search === '') return isMatch ? 6 : Infinity;
  if (own === search) return 0;
  if (own.startsWith(search)) return 1;
  if (own.includes(search)) return 2;
  const words = typed.toLowerCase().split(/\s+/);
  if (words.every((one) => own.includes(normalize(one)))) return 3;
  if (word === search || word.includes(search)) return 4;
  return isMatch ? 5 : Infinity;
}

/** The most popular processors, in this order (counted over public workflows of this kind). */
const popular = [
  'NodeDatasetStructured',
  'NodeDatasetCSV',
  'NodePrintFirstNRows',
  'NodeColumnFilter',
  'NodeRowFilter',
  'NodeSQL',
  'NodeJoinOnColumns',
  'NodeGroupBy',
  'NodeCastColumnType',
  'NodeDateTimeFieldExtract',
  'NodeSortBy',
  'NodeGraphValues',
  'NodeExpressions',
  'NodeCaseWhen',
  'NodeSplit',
  'NodeSummary',
  'NodeSaveCSV',
  'NodeSaveParquet',
  'NodeDatasetParquet',
  'NodeDatasetJSON',
  'NodeDropDuplicates',
  'NodeImputingWithConstant',
  'NodeStringFunctions',
  'NodeUnionAll',
  'NodeGraphGroupByColumn',
  'NodeLimit',
  'NodeConcatColumns',
  'NodeColumnsRename',
  'NodeDropRowsWithNull',
];
const ranks = new Map(popular.map((name, i) => [name, popular.length - i]));
const popularity = ({ nodeClass }: Processor): number =>
  ranks.get(nodeClass.slice(nodeClass.lastIndexOf('.') + 1)) ?? 0;

/** The slots of the edges of a graph: the number of the source's output and of the target's input. */
export interface Wire {
  readonly output: number;
  readonly input: number;
}

/** The number of each edge's output and input, as the engine takes them. */
export function wiresOf(graph: Graph, catalogue: Catalogue): ReadonlyMap<GraphEdge, Wire> {
  const inOrder = graph.edges.toSorted((a, b) => orderOf(a) - orderOf(b));
  const specs = new Map(graph.nodes.map(({ id, nodeClass }) => [id, catalogue.get(nodeClass)]));
  const outputs = new Map<unknown, number>();
  const inputs = new Map<unknown, number>();
  // only ids and names of ends determine slots
  for (const [id, edges] of Map.groupBy(inOrder, ({ source }) => source))
    for (const { edge, slot } of assignOutputs(asEdges(edges), specs.get(id))) outputs.set(edge, slot);
  for (const [id, edges] of Map.groupBy(inOrder, ({ target }) => target))
    for (const { edge, slot } of assignInputs(asEdges(edges), specs.get(id)?.inputNames ?? [])) inputs.set(edge, slot);
  return new Map(
    graph.edges.map((edge) => [edge, { output: outputs.get(edge) ?? 0, input: inputs.get(edge) ?? 0 }] as const),
  );
}

const asEdges = (edges: readonly GraphEdge[]): readonly Edge[] => edges as unknown as readonly Edge[];
const orderOf = ({ id }: GraphEdge): number =>
  typeof id === 'number' || /^\d+$/.test(id ?? '') ? Number(id) : Number.MAX_SAFE_INTEGER;

/** Names of the outputs of a node; [''] for a single one. Notes have none. */
export function outputNames(node: GraphNode, processor: Processor | undefined): readonly string[] {
  if (hasNoEnds(node)) return [];
  const names = processor?.outputs ?? [];
  return names.length > 1 ? names : [''];
}

/** Names of the inputs of a node, as its outputs above. */
export function inputNames(node: GraphNode, processor: Processor | undefined): readonly string[] {
  if (hasNoEnds(node) || processor?.inputs.max === 0) return [];
  const names = processor?.inputNames ?? [];
  return names.length > 1 ? names : [''];
}

/** True for notes on the drawing; the Parameter node has their type, but is not a note. */
export const isNote = ({ type, nodeClass }: { readonly type: string; readonly nodeClass: string }): boolean =>
  type === 'sticky' || (type === 'doc' && nodeClass !== PARAMETER_NODE);

const hasNoEnds = ({ type }: GraphNode): boolean => type === 'doc' || type === 'sticky';

/** The families of nodes. */
export type Family =
  | 'read'
  | 'clean'
  | 'filter'
  | 'join'
  | 'group'
  | 'code'
  | 'column'
  | 'chart'
  | 'save'
  | 'model'
  | 'check'
  | 'note'
  | 'other';

const byCategory: readonly (readonly [part: string, family: Family])[] = [
  ['Connectors/Input', 'read'],
  ['Connectors/Output', 'save'],
  ['Visualization', 'chart'],
  ['Machine-Learning', 'model'],
  ['Documentation', 'note'],
  ['Filter', 'filter'],
  ['Join-Union', 'join'],
  ['Split', 'filter'],
  ['Group', 'group'],
  ['Window', 'group'],
  ['Code', 'code'],
  ['Cleaning', 'clean'],
  ['Validation', 'check'],
  ['Profiling', 'check'],
  ['Data-Preparation', 'column'],
];

export function familyOf(node: Pick<GraphNode, 'type'>, processor: Pick<Processor, 'category'> | undefined): Family {
  if (node.type === 'doc' || node.type === 'sticky') return 'note';
  const category = processor?.category ?? '';
  const nodeFamily = byCategory.find(([part]) => category.includes(part))?.[1];
  return nodeFamily ?? (node.type === 'dataset' ? 'read' : node.type.startsWith('ml-') ? 'model' : 'other');
}

/** The settings of a node in a few words: the first of its fields with an informative value. */
export function summaryOf(node: GraphNode, processor: Processor | undefined): string {
  if (processor === undefined) return '';
  for (const { name, kind, default: standard, list } of processor.fields) {
    if (kind === 'layout' || kind === 'boolean' || kind === 'dataset') continue;
    const value = node.fields.find((field) => field.name === name)?.value ?? '';
    if (value === '' || value === standard || value === '[]') continue;
    const text = list && value.trimStart().startsWith('[') ? shortList(value) : value;
    if (text !== '') return text.replaceAll(/\s+/g, ' ').slice(0, 80);
  }
  return '';
}

function shortList(value: string): string {
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.filter((one) => one !== '' && one !== null).join(', ') : value;
  } catch {
    return value;
  }
}
