import type { Outcome, Processor, ProcessorCatalogue, RunContext } from '@millrace/processors';
import { SparkError } from '@millrace/spark-connect';
import { inputsOf, isNote, type Graph, type InputRef, type WorkflowNode } from '@millrace/workflow';
import type { EngineSession } from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import type { NodeConstructs } from '@millrace/parity';
import { isForSpark, reasonOfCode } from '../faults/code-faults.ts';
import { explainFailure } from '../faults/explain-failure.ts';
import { namesNothing } from '../faults/faults-of-data.ts';
import { refusedBySail } from '../faults/remedies.ts';
import { analyseOutcome, type AnalysedTable, type NodeAnalysis } from './analyse-outcome.ts';
import { compose } from './compose.ts';
import { GraphComposer, requireProcessor } from './compose-graph.ts';
import { consumersOf } from './consumers.ts';
import { prepareFor } from './prepare.ts';
import { staticReason } from './static-reason.ts';
import { needsSpark, variablesOf, withVariables, type OwnVariables } from './variables.ts';

const behindTooMany = 'it comes after so many nodes that its columns are known only once they have run';

const noSorts: Pick<NodeAnalysis, 'noTies' | 'sorts'> = { noTies: new Map(), sorts: new Map() };

export interface GraphToAnalyse {
  readonly graph: Graph;
  readonly order: readonly string[];
  readonly catalogue: ProcessorCatalogue;
  readonly around: (session: EngineSession) => RunContext & { readonly files: RunFiles };
}

/** Reasons that are known before any engine is up: what a processor needs, or says of itself. */
export function knownReasons({ graph, order, catalogue }: Omit<GraphToAnalyse, 'around'>): NodeConstructs[] {
  return order.flatMap((nodeId) => {
    const processor = catalogue.get(graph.nodes.get(nodeId)?.nodeClass ?? '');
    const unverified = processor && staticReason(processor);
    return unverified === undefined ? [] : [{ nodeId, keys: [], unverified }];
  });
}

interface AnalysedNode {
  /** Absent if it fails in the run with its own words. */
  readonly analysis: NodeAnalysis | undefined;
  readonly outputs: readonly AnalysedTable[];
  readonly variables?: OwnVariables;
}

/**
 * Composes the graph on Sail without running it and names the constructs of every node's plans. A node whose fields
 * cannot be used stops nothing here: it will fail in the run, with its own words.
 */
export async function analyseGraph(options: GraphToAnalyse, session: EngineSession): Promise<NodeAnalysis[]> {
  const { graph, order, catalogue } = options;
  const { files, ...around } = options.around(session);
  const wiring = new Map(order.map((id) => [id, inputsOf(graph, catalogue, id)]));
  const analysis = { files, session, prepare: prepareFor(session), consumers: consumersOf(graph, catalogue, wiring) };
  const references = (id: string): readonly InputRef[] => wiring.get(id) ?? [];
  const composer = new GraphComposer<AnalysedNode>({ graph, catalogue, references }, async (ready) => {
    const { node, inputs } = ready;
    const processor = requireProcessor(ready);
    let outcome: Outcome | undefined;
    try {
      const seen = await withVariables(ready, around.parameters);
      outcome = await compose(processor, seen.node, inputs, { ...around, files, parameters: seen.parameters });
      const { constructs, outputs } = await analyseOutcome(seen.node, outcome, inputs, analysis);
      return { analysis: constructs, outputs, variables: variablesOf(outcome, needsSpark) };
    } catch (error) {
      return { analysis: failedAnalysis(error, { node, processor, outcome, inputs }), outputs: [] };
    }
  });
  const analyses: NodeAnalysis[] = [];
  for (const id of order) {
    const node = graph.nodes.get(id);
    if (node === undefined || isNote(node) || catalogue.get(node.nodeClass) === undefined) continue;
    const composed = await composer.node(id);
    if (composed.kind === 'failed') throw composed.error;
    if (composed.kind === 'composed' && composed.result.analysis !== undefined) analyses.push(composed.result.analysis);
  }
  return analyses;
}

interface FailedNode {
  readonly node: WorkflowNode;
  readonly processor: Processor;
  /** Absent if it could not be composed. */
  readonly outcome: Outcome | undefined;
  readonly inputs: readonly AnalysedTable[];
}

/** What is known of a node that could not be analysed; throws what is a fault of ours. */
function failedAnalysis(error: unknown, { node, processor, outcome, inputs }: FailedNode): NodeAnalysis | undefined {
  const nothing = { nodeId: node.id, keys: [], ...noSorts };
  const mayBeOfEmptyTable = inputs.some(({ isEmpty }) => isEmpty);
  if (error instanceof SparkError) {
    const isFaulty = !mayBeOfEmptyTable && outcome !== undefined && namesNothing(error, outcome, inputs);
    // what a reader says of its files tells more than what Sail makes of them
    return { ...nothing, ...(isFaulty ? { isFaulty } : { unverified: outcome?.unverified ?? refusedBySail(error) }) };
  }
  if (isForSpark(error)) return { ...nothing, unverified: reasonOfCode(error) };
  if (explainFailure(error, node, processor) === undefined) throw error;
  return mayBeOfEmptyTable ? { ...nothing, unverified: behindTooMany } : undefined;
}
