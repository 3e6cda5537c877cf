import type { Connection } from '@xyflow/react';
import type { editorTexts } from '../../../texts/editor.ts';
import { refusal } from '../state/adding.ts';
import type { EditorStore } from '../state/store.ts';
import { inputNames, outputNames, type Catalogue } from '../model/catalogue.ts';
import { connected, reconnected, type End, type Graph } from '../model/graph.ts';
import { groupsOf } from '../model/groups.ts';
import { edgeKeys } from '../model/keys.ts';
import { groupIdOf, tipInside } from './frames.ts';
import type { WireEdge } from './wires.ts';

type RefusalCode = keyof typeof editorTexts.refusals;

/** From an output to an input. */
type Way = readonly [from: End, to: End];

/** Joins nodes by edges that are drawn, or led from and to other ends; what is drawn is told apart by its ids. */
export class Joiner {
  readonly #store: EditorStore;
  readonly #catalogue: Catalogue;
  readonly #led: { readonly current: string | undefined };

  /** `led`: the key of the edge that is led elsewhere. */
  constructor(store: EditorStore, catalogue: Catalogue, led: { readonly current: string | undefined }) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#led = led;
  }

  /** An end of a node by its handle; that of a card stands for one of a node within. */
  endOf(drawn: string, handle: string, side: 'in' | 'out'): End {
    const { graph } = this.#store.getState();
    const groupId = groupIdOf(drawn);
    const inside = groupId === undefined ? undefined : tipInside(graph, this.#catalogue, groupId, handle);
    const { nodeId } = inside ?? { nodeId: drawn };
    const names = this.#namesOf(nodeId, side);
    if (names === undefined) return { nodeId, anchor: null };
    return { nodeId, anchor: names[Number((inside?.handle ?? handle).replace(/^\D+/, ''))] || null };
  }

  /** The ends of an edge that is drawn. */
  endsOf({ source, sourceHandle, target, targetHandle }: Connection | WireEdge): Way {
    return [this.endOf(source, sourceHandle ?? '', 'out'), this.endOf(target, targetHandle ?? '', 'in')];
  }

  /**
   * Joins an end with a node that the edge is dropped on: with the handle it is over, else with the first end of the node
   * that is free. Returns why there can be no such edge.
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

  /** Why there can be no such edge; undefined if there can. What is led elsewhere is not in its own way. */
  refusal(from: End, to: End): ReturnType<typeof refusal> {
    const { graph } = this.#store.getState();
    const edge = this.#ledIn(graph);
    const others = edge === undefined ? graph : { ...graph, edges: graph.edges.filter((one) => one !== edge) };
    return refusal(others, this.#catalogue, from, to);
  }

  /** Draws the edge, or leads the one that is led elsewhere there. */
  join(from: End, to: End): void {
    this.#store.getState().change((is) => {
      const edge = this.#ledIn(is);
      return edge === undefined ? connected(is, from, to) : reconnected(is, edge, from, to);
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
    return this.#led.current === undefined ? undefined : edgeKeys(graph).get(this.#led.current);
  }

  /** Names of the inputs or outputs of a node; undefined if there is no such node. */
  #namesOf(nodeId: string, side: 'in' | 'out') {
    const node = this.#store.getState().graph.nodes.find(({ id }) => id === nodeId);
    return node && (side === 'in' ? inputNames : outputNames)(node, this.#catalogue.get(node.nodeClass));
  }
}
