import type { WorkflowNode } from '@millrace/workflow';
import type { EngineSession } from '@millrace/engines/host';
import { decide, inWords, readMatrix } from '@millrace/parity';
import { analyseOutcome, type AnalysedTable } from '../plan/analyse-outcome.ts';
import type { Consumers } from '../plan/consumers.ts';
import { prepareFor } from '../plan/prepare.ts';
import type { SampledNode } from './sampled-node.ts';

/** What is known of a node that was composed on Sail. */
export interface NodeReasons {
  /** Why `auto` does not run it on Sail, in words; empty if it does. */
  readonly reasons: readonly string[];
  /** What nodes below need to know of its outputs. */
  readonly outputs: readonly AnalysedTable[];
  /** Tells what was found of one node at one place of a graph from all else. */
  readonly key: number;
}

/** What keeps nodes off Sail, found once for each that a session has composed there. */
export class SampledReasons {
  readonly #cached = new WeakMap<SampledNode, Map<string, Promise<NodeReasons>>>();
  #count = 0;

  /** `inputs`: what was found of the nodes that the node reads, each with the number of its output. */
  of(
    node: WorkflowNode,
    sampled: SampledNode,
    inputs: readonly { readonly from: NodeReasons; readonly output: number }[],
    { engine, consumers }: { readonly engine: EngineSession; readonly consumers: Consumers },
  ): Promise<NodeReasons> {
    const isRead = sampled.outputs.map((_, output) => consumers.uses(node.id, output) === 1);
    const key = JSON.stringify([node.id, isRead, inputs.map(({ from, output }) => [from.key, output])]);
    const cached = this.#cached.get(sampled) ?? new Map<string, Promise<NodeReasons>>();
    this.#cached.set(sampled, cached);
    const reasons = cached.get(key) ?? this.#find(node, sampled, inputs, engine, consumers);
    cached.set(key, reasons);
    reasons.catch(() => cached.delete(key));
    return reasons;
  }

  async #find(
    node: WorkflowNode,
    sampled: SampledNode,
    inputs: readonly { readonly from: NodeReasons; readonly output: number }[],
    session: EngineSession,
    consumers: Consumers,
  ): Promise<NodeReasons> {
    const analysed = sampled.inputs.flatMap(({ df, schema }, i): AnalysedTable[] => {
      const at = inputs[i];
      const source = at?.from.outputs[at.output];
      return source === undefined ? [] : [{ ...source, df, schema }];
    });
    const { constructs, outputs } = await analyseOutcome(node, sampled.outcome, analysed, {
      files: { wasInspected: sampled.isInspected },
      session,
      prepare: prepareFor(session),
      consumers,
      schemas: sampled.outputs.map(({ schema }) => schema),
    });
    const { perNode } = decide([constructs], readMatrix().keys);
    const missing = perNode.flatMap((one) => one.missing);
    return { reasons: missing.map(inWords), outputs, key: ++this.#count };
  }
}
