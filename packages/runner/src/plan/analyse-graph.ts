import type { Outcome, Processor, ProcessorCatalogue, Surroundings, TableSave } from '@millrace/processors';
import { type DataFrame, SparkError, type StructType } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { inputsOf, isNote, type Graph, type InputRef, type WorkflowNode } from '@millrace/workflow';
import { type EngineSession, parquetTypes } from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import {
  constructsOfPlan,
  forbidTies,
  isFixed,
  type Apart,
  type NodeConstructs,
  type PlanConstructs,
} from '@millrace/parity';
import { relationsOf } from '@millrace/spark-connect/visit';
import { eagerIn, type Eager } from './eager.ts';
import { explainFailure } from '../faults/explain-failure.ts';
import { namesNothing } from '../faults/faults-of-data.ts';
import { plansOf } from './plans-of.ts';
import { prepareFor } from './prepare.ts';
import { refusedBySail } from '../faults/remedies.ts';
import { isMarked } from '../execute/outputs.ts';
import { orderOfKept } from './order-of-kept.ts';
import { factsOfFiles } from './facts-of-files.ts';
import { has } from './relation-traits.ts';
import { deepest, depthOfPlan, inputOf, isWide } from './wide.ts';
import { standInFor } from './stand-in.ts';
import { staticReason } from './static-reason.ts';
import { outputKey, tiesCanBeTold, type SortedBy } from '../execute/ties.ts';
import { compose, type ComposeInput } from './compose.ts';
import { GraphComposer, processorOf } from './compose-graph.ts';
import { consumersOf, type Consumers } from './consumers.ts';

type Table = PlanConstructs['table'];

/** A composed output with what the analysis knows of it. */
export interface Analysed extends ComposeInput {
  readonly table: Table;
  /** Most relations that a run may have between these rows and rows that it keeps. */
  readonly depth: number;
  /** True where an empty table stands for rows above it, so that columns that come from values may be missing. */
  readonly isEmpty: boolean;
}

/** The constructs of a node, the sorts that it needs to leave no ties, and its own sorts with their columns. */
export interface NodeAnalysis extends NodeConstructs {
  readonly noTies: ReadonlyMap<string, number>;
  readonly sorts: ReadonlyMap<string, SortedBy>;
  /** What may not tie among the rows of its inputs, as windows number them. */
  readonly apart?: readonly Apart[];
  /** What Sail may compute of it that Spark leaves out; absent where it could not be composed. */
  readonly eager?: Eager;
  /** True where it names what is not there, on any engine. */
  readonly isFaulty?: boolean;
}

const behindTooMany = 'it stands behind so many nodes that its columns are known only once they have run';

const noSorts: Pick<NodeAnalysis, 'noTies' | 'sorts'> = { noTies: new Map(), sorts: new Map() };

export interface GraphToAnalyse {
  readonly graph: Graph;
  readonly order: readonly string[];
  readonly catalogue: ProcessorCatalogue;
  readonly around: (session: EngineSession) => Surroundings & { readonly files: RunFiles };
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
  /** Absent where it fails in the run with its own words. */
  readonly found: NodeAnalysis | undefined;
  readonly outputs: readonly Analysed[];
}

/**
 * Composes the graph on Sail without running it and names the constructs of every node's plans. A node whose fields
 * cannot be used stops nothing here: it will fail in the run, with its own words.
 */
export async function analyseGraph(given: GraphToAnalyse, session: EngineSession): Promise<NodeAnalysis[]> {
  const { graph, order, catalogue } = given;
  const { files, ...around } = given.around(session);
  const wiring = new Map(order.map((id) => [id, inputsOf(graph, catalogue, id)]));
  const analysis = { files, session, prepare: prepareFor(session), consumers: consumersOf(graph, catalogue, wiring) };
  const references = (id: string): readonly InputRef[] => wiring.get(id) ?? [];
  const composer = new GraphComposer<AnalysedNode>({ graph, catalogue, references }, async (ready) => {
    const { node, inputs } = ready;
    const processor = processorOf(ready);
    let outcome: Outcome | undefined;
    try {
      outcome = await compose(processor, node, inputs, { ...around, files });
      const { constructs, outputs } = await analyseOutcome(node, outcome, inputs, analysis);
      return { found: constructs, outputs };
    } catch (error) {
      return { found: failedAnalysis(error, { node, processor, outcome, inputs }), outputs: [] };
    }
  });
  const found: NodeAnalysis[] = [];
  for (const id of order) {
    const node = graph.nodes.get(id);
    if (node === undefined || isNote(node) || catalogue.get(node.nodeClass) === undefined) continue;
    const composed = await composer.node(id);
    if (composed.kind === 'failed') throw composed.error;
    if (composed.kind === 'composed' && composed.made.found !== undefined) found.push(composed.made.found);
  }
  return found;
}

interface FailedNode {
  readonly node: WorkflowNode;
  readonly processor: Processor;
  /** Absent where it could not be composed. */
  readonly outcome: Outcome | undefined;
  readonly inputs: readonly Analysed[];
}

/** What is known of a node that could not be analysed; throws what is a fault of ours. */
function failedAnalysis(error: unknown, { node, processor, outcome, inputs }: FailedNode): NodeAnalysis | undefined {
  const nothing = { nodeId: node.id, keys: [], ...noSorts };
  const mayBeOfStandIn = inputs.some(({ isEmpty }) => isEmpty);
  if (error instanceof SparkError) {
    const isFaulty = !mayBeOfStandIn && outcome !== undefined && namesNothing(error, outcome, inputs);
    // what a reader says of its files tells more than what Sail makes of them
    return { ...nothing, ...(isFaulty ? { isFaulty } : { unverified: outcome?.unverified ?? refusedBySail(error) }) };
  }
  if (explainFailure(error, node, processor) === undefined) throw error;
  return mayBeOfStandIn ? { ...nothing, unverified: behindTooMany } : undefined;
}

export interface AnalysisOptions {
  readonly files: Pick<RunFiles, 'wasLookedAt'>;
  readonly session: EngineSession;
  readonly prepare: ReturnType<typeof prepareFor>;
  readonly consumers: Consumers;
  /** Columns of the outputs, where they are known already. */
  readonly schemas?: readonly StructType[];
}

/** The constructs of a node that was composed on Sail, and what is known of its outputs. */
export async function analyseOutcome(
  node: WorkflowNode,
  outcome: Outcome,
  inputs: readonly Analysed[],
  { files, session, prepare, consumers, schemas = [] }: AnalysisOptions,
): Promise<{ constructs: NodeAnalysis; outputs: readonly Analysed[] }> {
  const below = inputs.map(({ df }) => df.relation);
  const known = new Map(inputs.map(({ df, table }, rowsOf) => [df.relation, { ...table, rowsOf }]));
  const apart: Apart[] = [];
  const keys = new Set<string>();
  const noTies = new Map<string, number>();
  const sorts = new Map<string, SortedBy>();
  const fixed = (table: Table): boolean => isFixed(table, { noTies });
  const analyse = async (df: DataFrame, checksCut = false): Promise<{ df: DataFrame; table: Table }> => {
    const prepared = prepare(df, inputs);
    const sources = await factsOfFiles(prepared, below, files, session);
    const plan = constructsOfPlan(prepared.relation, {
      known,
      keepsOrder: session.keepsOrder,
      source: (read) => sources.get(read),
      checksCut,
    });
    for (const key of plan.keys) keys.add(key);
    for (const one of plan.apart) {
      const input = inputs[one.input];
      if (input !== undefined && tiesCanBeTold(input.schema)) apart.push(one);
      else keys.add('over:ties');
    }
    for (const [sort, rows] of plan.noTies) forbidTies(noTies, sort, rows);
    return { df: prepared, table: plan.table };
  };
  const outputs: Analysed[] = [];
  for (const [at, output] of outcome.outputs.entries()) {
    const same = inputs.find(({ df }) => df.relation === output.relation);
    if (same !== undefined) {
      outputs.push(same);
      continue;
    }
    const { df, table } = await analyse(output, true);
    const schema = schemas[at] ?? outcome.schemas?.[at] ?? (await df.schema());
    const surelyKept = isMarked(node, outcome) || consumers.uses(node.id, at) !== 1;
    const depth = depthOfPlan(df.relation, new Set(below)) + Math.max(0, ...inputs.map((input) => input.depth));
    // rows that are kept on several partitions lose an order that cannot be told again
    const kept = surelyKept || isWide(df.relation, below) || depth > deepest;
    const ordered =
      session.keepsOrder || !kept || table.unique?.length === 0 || orderOfKept(df.relation, schema) !== undefined;
    const { sortKeys, cut, ...rest } = table;
    const sort = outputKey(node.id, at);
    if (sortKeys !== undefined && tiesCanBeTold(schema)) sorts.set(sort, { columns: sortKeys, cut });
    else if (cut !== undefined) keys.add('cut:ties');
    const later = standInFor(df, schema);
    outputs.push({
      df: later,
      schema,
      depth: surelyKept ? 0 : depth,
      isEmpty: later !== df || inputs.some(({ isEmpty }) => isEmpty),
      table: {
        ...rest,
        ...((ordered || rest.order === 'free') && outcome.unordered === undefined ? {} : { order: 'none' }),
        ...(sorts.has(sort) ? { sortedBy: sort, isSortItself: true } : {}),
      },
    });
  }
  let unverified = outcome.unverified;
  const because = outcome.unordered === undefined ? '' : ` (${outcome.unordered})`;
  for (const result of outcome.results ?? [])
    if ('data' in result) {
      const [isCut, isCutAtZeros] = [keys.has(freeCut), keys.has(cutAtZeros)];
      const { table } = await analyse(result.data);
      // what is shown of rows in no defined order may be any of them, and says so
      if (!isCut && isCutToShow(result.data.relation, new Set(below))) keys.delete(freeCut);
      // the picture of 0.0 is that of -0.0
      if (!isCutAtZeros && result.type === 'chart') keys.delete(cutAtZeros);
      // points of a chart at the same place may be listed in any order: the picture is the same
      const anyOrder =
        result.type === 'variable' || table.order === 'free' || (table.order === 'ties' && result.type === 'chart');
      if (!anyOrder && !fixed(table)) unverified ??= `it shows rows in no fixed order${because}`;
    }
  for (const df of [outcome.rejects?.counting?.counts, outcome.rejects?.rows]) if (df !== undefined) await analyse(df);
  for (const save of outcome.saves ?? []) {
    if ('write' in save) continue;
    const lines = 'lines' in save ? save.lines : undefined;
    const { df, table } = await analyse(lines?.rows ?? save.data);
    // what was sorted to be saved has its order in the file
    if (table.order === 'ties') fixed(table);
    // documents are written here, whatever the engine
    if (lines !== undefined) unverified ??= unverifiedLines(table, session);
    else if (!('documents' in save)) unverified ??= unverifiedSave(save, await df.schema());
    else if (table.order !== 'free' && !fixed(table))
      unverified ??= `it writes documents of rows in no fixed order${because}`;
  }
  const eager = eagerIn(plansOf(outcome), below);
  const constructs = { nodeId: node.id, keys: [...keys], noTies, sorts, apart, eager };
  return { constructs: unverified === undefined ? constructs : { ...constructs, unverified }, outputs };
}

/** The construct of the first rows of a sort of which those that tie look the same but for the sign of a zero. */
const cutAtZeros = 'cut:ties-but-zeros';

/** The construct of the first rows of some that stand in no defined order. */
const freeCut = 'cut:free';

/** True where the only limits of a plan stand above all that computes, and cut what is shown. */
function isCutToShow(root: Relation, inputs: ReadonlySet<Relation>): boolean {
  let at: Relation | undefined = root;
  while (at !== undefined && !inputs.has(at) && has(at, 'cells')) at = inputOf(at);
  return at !== undefined && !relationsOf(at, inputs).some(cuts);
}

/** True for a relation that takes some of the rows of its input by their places. */
const cuts = ({ relType }: Relation): boolean =>
  relType.case === 'limit' ||
  relType.case === 'offset' ||
  relType.case === 'tail' ||
  (relType.case === 'sql' && /\b(limit|offset)\b/i.test(relType.value.query));

/** Lines are made above a sort, where Sail deals the rows of large inputs out again. */
const unverifiedLines = ({ order }: Table, { keepsOrder }: EngineSession): string | undefined =>
  keepsOrder || order === 'free' || order === 'none'
    ? undefined
    : 'writing many sorted rows as text is not verified on Sail';

function unverifiedSave({ format, partitionBy = [], options = {} }: TableSave, schema: StructType): string | undefined {
  if (format !== 'parquet') return `writing ${format} is not verified on Sail`;
  if (partitionBy.length > 0) return 'writing partitions is not verified on Sail';
  if (Object.keys(options).length > 0) return 'options of writing are not verified on Sail';
  const odd = schema.fields.find((f) => !parquetTypes.has(f.type.kind));
  return odd === undefined ? undefined : `writing ${odd.type.kind} to Parquet is not verified on Sail`;
}
