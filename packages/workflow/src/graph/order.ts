import type { Graph } from './graph.ts';
import { findCycles } from './cycles.ts';
import { Heap } from './heap.ts';

export type ExecutionOrder =
  | {
      readonly ok: true;
      /** Node ids: every node after its inputs; of several that could come next, the first of the document. */
      readonly order: readonly string[];
      /** Node ids by distance from the start: the nodes of one level do not depend on each other. */
      readonly levels: readonly (readonly string[])[];
    }
  | {
      readonly ok: false;
      readonly cycles: readonly (readonly string[])[];
      /** The nodes that no cycle feeds, in order. */
      readonly order: readonly string[];
    };

/** The order in which the nodes can run; notes are listed like other nodes. O((nodes + edges) log nodes). */
export function executionOrder(graph: Graph): ExecutionOrder {
  const ids = [...graph.nodes.keys()];
  const position = new Map(ids.map((id, index) => [id, index]));
  const waiting = new Map(ids.map((id) => [id, graph.incoming.get(id)?.length ?? 0]));
  const level = new Map<string, number>();
  const ready = new Heap();
  for (const [index, id] of ids.entries()) if (waiting.get(id) === 0) ready.push(index);
  const order: string[] = [];
  const levels: string[][] = [];
  while (ready.size > 0) {
    const id = ids[ready.pop() ?? 0] ?? '';
    const depth = level.get(id) ?? 0;
    order.push(id);
    (levels[depth] ??= []).push(id);
    for (const { target } of graph.outgoing.get(id) ?? []) {
      const left = (waiting.get(target) ?? 1) - 1;
      waiting.set(target, left);
      level.set(target, Math.max(level.get(target) ?? 0, depth + 1));
      if (left === 0) ready.push(position.get(target) ?? 0);
    }
  }
  return order.length === ids.length ? { ok: true, order, levels } : { ok: false, cycles: findCycles(graph), order };
}
