import type { WorkflowNode } from '@millrace/workflow';
import type { EngineSession } from '@millrace/engines/host';
import { decide, inWords, readMatrix } from '@millrace/parity';
import { analyseOutcome, type Analysed } from '../plan/analyse-outcome.ts';
import type { Consumers } from '../plan/consumers.ts';
import { prepareFor } from '../plan/prepare.ts';
import type { SampledNode } from './sampled-node.ts';

/** What is known of a node that was composed on Sail. */
export interface NodeReasons {
  /** Why `auto` does not run it on Sail, in words; empty if it does. */
  readonly reasons: readonly string[];
  /** What nodes below need to know of its outputs. */
  readonly outputs: readonly Analysed[];
  /** Tells what was found of one node at one place of a graph from all else. */
  readonly key: number;
}

/** What keeps nodes off Sail, found once for each that a session has composed there. */
export class SampledReasons {
  readonly #known = new WeakMap<SampledNode, Map<string, Promise<NodeReasons>>>();
  #found = 0;

  /** `inputs`: what was found of the nodes that the node reads, each with the number of its output. */
  of(
    node: WorkflowNode,
    sampled: SampledNode,
    inputs: readonly { readonly from: NodeReasons; readonly output: number }[],
    { engine, consumers }: { readonly engine: EngineSession; readonly consumers: Consumers },
  ): Promise<NodeReasons> {
    const read = sampled.outputs.map((_, output) => consumers.uses(node.id, output) === 1);
    const place = JSON.stringify([node.id, read, inputs.map(({ from, output }) => [from.key, output])]);
    const known = this.#known.get(sampled) ?? new Map<string, Promise<NodeReasons>>();
    this.#known.set(sampled, known);
    const found = known.get(place) ?? this.#find(node, sampled, inputs, engine, consumers);
    known.set(place, found);
    found.catch(() => known.delete(place));
    return found;
  }

  async #find(
    node: WorkflowNode,
    sampled: SampledNode,
    inputs: readonly { readonly from: NodeReasons; readonly output: number }[],
    session: EngineSession,
    consumers: Consumers,
  ): Promise<NodeReasons> {
    const given = sampled.inputs.flatMap(({ df, schema }, i): Analysed[] => {
      const at = inputs[i];
      const known = at?.from.outputs[at.output];
      return known === undefined ? [] : [{ ...known, df, schema }];
    });
    const { constructs, outputs } = await analyseOutcome(node, sampled.outcome, given, {
      files: { wasLookedAt: sampled.lookedAt },
      session,
      prepare: prepareFor(session),
      consumers,
      schemas: sampled.outputs.map(({ schema }) => schema),
    });
    const { perNode } = decide([constructs], readMatrix().keys);
    const missing = perNode.flatMap((one) => one.missing);
    return { reasons: missing.map(inWords), outputs, key: ++this.#found };
  }
}
