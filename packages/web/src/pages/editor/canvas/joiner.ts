import type { Connection } from '@xyflow/react';
import type { editorTexts } from '../../../texts/editor.ts';
import { refusal } from '../state/adding.ts';
import type { EditorStore } from '../state/store.ts';
import { inputNames, outputNames, type Catalogue } from '../model/catalogue.ts';
import { connectEnds, reconnectEdge, type End, type Graph } from '../model/graph.ts';
import { groupsOf } from '../model/groups.ts';
import { edgeKeys } from '../model/keys.ts';
import { groupIdOf, tipInside } from './frames.ts';
import type { WireEdge } from './wires.ts';

type RefusalCode = keyof typeof editorTexts.refusals;

/** From an output to an input. */
type Way = readonly [from: End, to: End];

/** Connects nodes by new or reconnected edges, which are named by their ids. */
export class Joiner {
  readonly #store: EditorStore;
  readonly #catalogue: Catalogue;
  readonly #edgeKey: { readonly current: string | undefined };

  /** `led`: the key of the reconnected edge. */
  constructor(store: EditorStore, catalogue: Catalogue, edgeKey: { readonly current: string | undefined }) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#edgeKey = edgeKey;
  }

  /** An end of a node by its handle; that of a card stands for one of a node within. */
  endOf(canvasId: string, handle: string, side: 'in' | 'out'): End {
    const { graph } = this.#store.getState();
    const groupId = groupIdOf(canvasId);
    const inside = groupId === undefined ? undefined : tipInside(graph, this.#catalogue, groupId, handle);
    const { nodeId } = inside ?? { nodeId: canvasId };
    const names = this.#namesOf(nodeId, side);
    if (names === undefined) return { nodeId, anchor: null };
    return { nodeId, anchor: names[Number((inside?.handle ?? handle).replace(/^\D+/, ''))] || null };
  }

  /** The ends of a drawn edge. */
  endsOf({ source, sourceHandle, target, targetHandle }: Connection | WireEdge): Way {
    return [this.endOf(source, sourceHandle ?? '', 'out'), this.endOf(target, targetHandle ?? '', 'in')];
  }

  /**
   * Connects an end to the node under the pointer: at the handle there, else at the first free end of the node. Returns
   * the reason if the edge is invalid.
   */
  drop(own: End, side: 'in' | 'out', over: string, handle: string | null | undefined): RefusalCode | undefined {
    const tried = [
      ...(handle == null ? [] : [this.endOf(over, handle, side)]),
      ...(this.#namesOf(over, side) ?? []).map((name) => ({ nodeId: over, anchor: name || null })),
    ];
    const ways = tried.map((end): Way => (side === 'in' ? [own, end] : [end, own]));
    const free = ways.find((way) => this.refusal(...way) === undefined);
    if (free !== undefined) {
      this.join(...free);
      return undefined;
    }
    const [first] = ways;
    if (first === undefined) return groupIdOf(over) === undefined ? 'noInput' : 'folded';
    return this.refusal(...first) ?? 'nothing';
  }

  /** The reason why an edge is invalid; undefined if it is valid. A reconnected edge does not count against itself. */
  refusal(from: End, to: End): ReturnType<typeof refusal> {
    const { graph } = this.#store.getState();
    const edge = this.#ledIn(graph);
    const others = edge === undefined ? graph : { ...graph, edges: graph.edges.filter((one) => one !== edge) };
    return refusal(others, this.#catalogue, from, to);
  }

  /** Draws the edge, or reconnects the given one. */
  join(from: End, to: End): void {
    this.#store.getState().change((is) => {
      const edge = this.#ledIn(is);
      return edge === undefined ? connectEnds(is, from, to) : reconnectEdge(is, edge, from, to);
    });
  }

  /** The node, or the card of a group, below a point of the screen. */
  nodeAt(x: number, y: number): string | undefined {
    const id = document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node')?.dataset['id'];
    const groupId = id === undefined ? undefined : groupIdOf(id);
    const group = groupsOf(this.#store.getState().graph).all.find((one) => one.id === groupId);
    return groupId !== undefined && group?.collapsed !== true ? undefined : id;
  }

  #ledIn(graph: Graph) {
    return this.#edgeKey.current === undefined ? undefined : edgeKeys(graph).get(this.#edgeKey.current);
  }

  /** Names of the inputs or outputs of a node; undefined if the node does not exist. */
  #namesOf(nodeId: string, side: 'in' | 'out') {
    const node = this.#store.getState().graph.nodes.find(({ id }) => id === nodeId);
    return node && (side === 'in' ? inputNames : outputNames)(node, this.#catalogue.get(node.nodeClass));
  }
}
