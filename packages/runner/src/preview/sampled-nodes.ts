import { createHash } from 'node:crypto';
import { FieldError, type Outcome, type RunContext } from '@millrace/processors';
import { InterruptedError } from '@millrace/spark-connect';
import { relationsOf } from '@millrace/spark-connect/visit';
import { canonicalNode, inputsOf, type InputRef } from '@millrace/workflow';
import { watchFiles, type RunFiles, type WatchedFiles } from '@millrace/file-space';
import type { EngineSession } from '@millrace/engines/host';
import { count } from '../execute/outputs.ts';
import { compose } from '../plan/compose.ts';
import { GraphComposer, requireProcessor } from '../plan/compose-graph.ts';
import { readsParameters } from '../cache/node-key.ts';
import { nodeDatasets } from '../plan/node-datasets.ts';
import { plansOf } from '../plan/plans-of.ts';
import { prepareFor } from '../plan/prepare.ts';
import { tablesOf } from '../plan/registered-tables.ts';
import { functionsBefore } from '../plan/scala-functions.ts';
import { firstCellText, variablesOf } from '../plan/variables.ts';
import { deepest } from '../plan/wide.ts';
import { nodeIn } from './draft.ts';
import {
  NodeError,
  sampledBy,
  seenIn,
  type PreviewGraph,
  type SampledNode,
  type SampledOutput,
} from './sampled-node.ts';
import { sampleOf } from './source-sample.ts';
import { watchModels, type WatchedModels } from './watched-models.ts';

/** What is wrong with rows of a sample may be right with all of them. */
const ofSample = ({ field, message, remedy }: FieldError): FieldError =>
  new FieldError(
    field,
    `in the sample of this preview: ${message}`,
    `run the workflow to train on all rows, or ${remedy}`,
  );

interface CachedNode {
  readonly node: Promise<SampledNode>;
  /** Files that composing has looked at, and how they were then. */
  readonly stamps: WatchedFiles['stamps'];
  /** Registered models that it has taken. */
  readonly models: WatchedModels | undefined;
}

/** Most nodes that a session remembers before a new one replaces it. */
const maxCached = 2_000;

/**
 * The nodes of graphs that one person edits, composed in one engine session on samples of their sources. A node is
 * composed again only if its meaning, what lies above it or a file below it has changed.
 */
export class SampledNodes {
  readonly #engine: EngineSession;
  readonly #cached = new Map<string, CachedNode>();
  /** How many nodes were composed: what is composed again gets another key. */
  #count = 0;
  /** Fixed, so that a node shows the same rows each time. */
  readonly #fixed = { now: new Date().toISOString(), seed: 1n };

  /** Rows of outputs on their samples, which stay the same. */
  readonly #rows = new WeakMap<SampledOutput, number>();

  constructor(engine: EngineSession) {
    this.#engine = engine;
  }

  get engine(): EngineSession {
    return this.#engine;
  }

  /** True once so much is remembered that a new session should take its place. */
  get full(): boolean {
    return this.#cached.size > maxCached;
  }

  /** A node and, before it, all that it needs. Fails with NodeError. */
  async node(to: PreviewGraph, nodeId: string): Promise<SampledNode> {
    const { graph, catalogue } = to;
    const references = (id: string): readonly InputRef[] => inputsOf(graph, catalogue, id);
    const composer = new GraphComposer<SampledNode>({ graph, catalogue, references }, async (ready) =>
      this.on(await seenIn(to, ready), ready.node.id, ready.inputs),
    );
    return sampledBy(composer, nodeId);
  }

  /** A node on inputs that this session has composed. Fails with NodeError. */
  async on(to: PreviewGraph, nodeId: string, inputs: readonly SampledOutput[]): Promise<SampledNode> {
    const key = keyOf(to, nodeId, inputs);
    const cached = this.#cached.get(key);
    if (cached !== undefined && (await holds(cached, to))) return cached.node;
    const entry = this.#make(to, nodeId, inputs);
    this.#cached.set(key, entry);
    entry.node.catch(() => this.#cached.get(key) === entry && this.#cached.delete(key));
    return entry.node;
  }

  /** How many rows an output has on its sample: counted once, for they stay the same; null if they are not counted. */
  async rowCount(output: SampledOutput, counting: () => Promise<number | null>): Promise<number | null> {
    const rows = this.#rows.get(output) ?? (await counting());
    if (rows !== null) this.#rows.set(output, rows);
    return rows;
  }

  /** What a node shows once it has learned from the sample; its outputs are those of `on`. Fails with NodeError. */
  async train(to: PreviewGraph, nodeId: string, inputs: readonly SampledOutput[]): Promise<Outcome> {
    try {
      return await this.#outcome(to, nodeId, inputs, to, true);
    } catch (error) {
      const failure = error instanceof FieldError && inputs.some(({ complete }) => !complete) ? ofSample(error) : error;
      throw failure instanceof NodeError ? failure : new NodeError(nodeId, failure);
    }
  }

  #make(to: PreviewGraph, nodeId: string, inputs: readonly SampledOutput[]): CachedNode {
    const watched = watchFiles(to.files);
    const models = to.models && watchModels(to.models);
    const services = { files: watched.files, ...(models && { models: models.models }) };
    const node = this.#compose(to, nodeId, inputs, services).catch((error: unknown) => {
      throw error instanceof NodeError ? error : new NodeError(nodeId, error);
    });
    return { node, stamps: watched.stamps, models };
  }

  #outcome(
    to: PreviewGraph,
    nodeId: string,
    inputs: readonly SampledOutput[],
    services: Pick<PreviewGraph, 'files' | 'models'>,
    learns: boolean,
  ): Promise<Outcome> {
    const node = nodeIn(to.graph, nodeId);
    const processor = requireProcessor({ node, processor: to.catalogue.get(node.nodeClass) });
    const around: RunContext = {
      session: this.#engine.session,
      engine: this.#engine.kind,
      compatibility: this.#engine.compatibility,
      onePartition: this.#engine.keepsOrder,
      files: services.files,
      ...(services.models && { models: services.models }),
      dataset: to.dataset,
      tablesOf: (id) => tablesOf(to.graph, id),
      functionsOf: functionsBefore(to.graph, to.catalogue),
      python: this.#engine.python,
      parameters: to.parameters,
      code: this.#engine.kind === 'sail' ? this.#engine.code.composing : this.#engine.code,
      ...this.#fixed,
    };
    return compose(processor, node, inputs, around, learns);
  }

  async #compose(
    to: PreviewGraph,
    nodeId: string,
    inputs: readonly SampledOutput[],
    services: Pick<PreviewGraph, 'files' | 'models'>,
  ): Promise<SampledNode> {
    const outcome = await this.#outcome(to, nodeId, inputs, services, false);
    const prepare = prepareFor(this.#engine);
    const complete = inputs.every((input) => input.complete);
    const isSource = inputs.length === 0;
    const below = new Set(inputs.map((input) => input.df.relation));
    const number = ++this.#count;
    const outputs = await Promise.all(
      outcome.outputs.map(async (composed, i): Promise<SampledOutput> => {
        const artifacts = outcome.learned?.[i];
        const same = inputs.find(({ df }) => df.relation === composed.relation);
        const identity = { key: `${number}/${i}`, ...(artifacts === undefined ? {} : { learned: artifacts }) };
        if (same !== undefined) return artifacts === undefined ? same : { ...same, ...identity };
        const df = prepare(composed, inputs);
        const own = relationsOf(df.relation, below).length;
        const depth = own + Math.max(0, ...inputs.map((input) => input.depth));
        if (!isSource && depth <= deepest) return { ...identity, df, schema: await df.schema(), complete, depth };
        const { sample, max, all } = isSource ? sampleOf(df, to, nodeId) : { sample: df, max: 0, all: complete };
        const materializing = this.#engine.keep(sample, { signal: to.signal });
        const [rows, schema] = await Promise.all([materializing, df.schema()]);
        if (!isSource) return { ...identity, df: rows.df, schema, complete, depth: 0 };
        const rowCount = await count({ counts: true, signal: to.signal }, rows.df);
        return { ...identity, df: rows.df, schema, complete: all && rowCount !== null && rowCount < max, depth: 0 };
      }),
    );
    const variables = variablesOf(outcome, (df) => firstCellText(prepare(df, inputs)));
    return { outcome, inputs, outputs, variables, isInspected: inspectedFiles(outcome, inputs, services.files) };
  }
}

/** Remembers of the files that a node reads which were looked at, and nothing else of the file space. */
function inspectedFiles(outcome: Outcome, inputs: readonly SampledOutput[], files: RunFiles): RunFiles['wasInspected'] {
  const below = new Set(inputs.map(({ df }) => df.relation));
  const { rejects } = outcome;
  const counts = [rejects?.rows, rejects?.counting?.counts].filter((df) => df !== undefined);
  const plans = [...plansOf(outcome), ...counts.map(({ relation }) => relation)];
  const filePaths = new Set<string>();
  for (const plan of plans)
    for (const { relType } of relationsOf(plan, below)) {
      const read = relType.case === 'read' ? relType.value.readType : undefined;
      if (read?.case === 'dataSource' && files.wasInspected(read.value.paths))
        filePaths.add(read.value.paths.join('\0'));
    }
  return (paths) => filePaths.has(paths.join('\0'));
}

function keyOf(to: PreviewGraph, nodeId: string, inputs: readonly SampledOutput[]): string {
  const node = to.graph.nodes.get(nodeId);
  if (node === undefined) return '';
  const parameters = readsParameters(to.catalogue.get(node.nodeClass)) ? [...to.parameters] : [];
  const functions = functionsBefore(to.graph, to.catalogue)(nodeId);
  const parts = [
    canonicalNode(node),
    parameters,
    functions,
    to.sampleRows,
    inputs.map(({ key }) => key),
    nodeDatasets(node, to),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Whether what is known of a node still holds: its files are the same, and the caller that composed it did not give up. */
async function holds(
  { node, stamps, models }: CachedNode,
  { files, models: present, signal }: PreviewGraph,
): Promise<boolean> {
  try {
    await node;
    for (const [path, stamp] of stamps) if ((await files.stamp(path)) !== (await stamp)) return false;
    return models === undefined || present === undefined || (await models.hold(present));
  } catch (error) {
    // met by this call too
    if (error instanceof NodeError && !(error.cause instanceof InterruptedError && !signal.aborted)) throw error;
    return false;
  }
}
