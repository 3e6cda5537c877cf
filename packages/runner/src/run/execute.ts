import {
  FieldError,
  type Outcome,
  type Processor,
  type ProcessorCatalogue,
  type Result,
  type Surroundings,
} from '@millrace/processors';
import { DataFrame, functions as F, type ExecuteOptions, type StructType } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { inputsOf, isNote, type Graph, type InputRef, type WorkflowNode } from '@millrace/workflow';
import { RunError } from '../errors.ts';
import type { LocalFiles } from '../files/local-files.ts';
import { columnsOf, rowsOf, cellOf } from './cells.ts';
import type { Emit, NodeFailure, NodeReport, RunOutput } from './events.ts';
import { explainFailure } from './explain-failure.ts';
import { guardPlan } from './guard-plan.ts';
import { commitSave, discardSave, stageSave, type StagedSave } from './saves.ts';
import { storedFields } from './stored-fields.ts';
import { isWide, sameRowsAs } from './wide.ts';

/** One output of a node as later nodes and taps see it. */
interface Output {
  readonly df: DataFrame;
  readonly schema: StructType;
  readonly rows: Promise<number | null>;
}

export interface ExecuteOptionsOfRun {
  readonly graph: Graph;
  /** Nodes to run, in order. */
  readonly order: readonly string[];
  readonly catalogue: ProcessorCatalogue;
  readonly around: Surroundings & { readonly files: LocalFiles };
  /** Counts rows of every node; off for a bare run. */
  readonly counts: boolean;
  /** Rows of a preview of each node; 0 for none. */
  readonly previews: number;
  /** Most rows of a table or chart that names no limit. */
  readonly tableLimit: number;
  readonly failFast: boolean;
  readonly signal: AbortSignal;
  /** Last change of a plan before an engine sees it (rewrites that an engine needs). */
  readonly prepare: (df: DataFrame, inputs: readonly { df: DataFrame; schema: StructType }[]) => DataFrame;
  /** Thrown on to the caller instead of failing the node: the run is to begin again on another engine. */
  readonly fallOver: (error: unknown) => boolean;
  /** Stages saves and puts none in place. */
  readonly dryRun: boolean;
  /** Sees every output before later nodes use it. */
  readonly inspect?: (node: WorkflowNode, output: number, df: DataFrame) => Promise<void>;
  readonly emit: Emit;
}

export interface Executed {
  readonly nodes: readonly NodeReport[];
  readonly outputs: readonly RunOutput[];
}

type Fate =
  | { readonly kind: 'done'; readonly outputs: readonly Output[] }
  | { readonly kind: 'failed'; readonly nodeId: string }
  | { readonly kind: 'stopped' };

const defaultPreview = { type: 'table', title: 'Preview' } as const;

/** Runs the nodes, branches side by side, and commits what was saved once all have ended well. */
export async function execute(options: ExecuteOptionsOfRun): Promise<Executed> {
  const { graph, order, catalogue, emit, around } = options;
  const reports = new Map<string, NodeReport>();
  const outputs: RunOutput[] = [];
  const staged: StagedSave[] = [];
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const fates = new Map<string, Promise<Fate>>();
  const consumers = new Map<string, number>();
  const references = new Map<string, readonly InputRef[]>();
  for (const id of order) {
    const inputs = inputsOf(graph, catalogue, id);
    references.set(id, inputs);
    for (const { nodeId, output } of inputs) {
      const key = `${nodeId}/${output}`;
      consumers.set(key, (consumers.get(key) ?? 0) + 1);
    }
  }

  const finish = (report: NodeReport, fate: Fate): Fate => {
    reports.set(report.id, report);
    emit({ event: 'node.finished', ...report });
    return fate;
  };

  const runNode = async (node: WorkflowNode): Promise<Fate> => {
    const base = { id: node.id, name: node.name, nodeClass: node.nodeClass };
    const inputs: Output[] = [];
    const from = references.get(node.id) ?? [];
    const given = await Promise.all(from.map(({ nodeId }) => fates.get(nodeId)));
    for (const [i, fate] of given.entries()) {
      const reference = from[i];
      if (fate === undefined || reference === undefined) continue;
      if (fate.kind === 'failed')
        return finish({ ...base, status: 'SKIPPED', rows: null, ms: 0, because: fate.nodeId }, fate);
      if (fate.kind === 'stopped') return finish({ ...base, status: 'STOPPED', rows: null, ms: 0 }, fate);
      const output = fate.outputs[reference.output];
      if (output !== undefined) inputs.push(output);
    }
    if (signal.aborted) return finish({ ...base, status: 'STOPPED', rows: null, ms: 0 }, { kind: 'stopped' });
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    emit({ event: 'node.started', ...base });
    const processor = catalogue.get(node.nodeClass);
    try {
      if (processor === undefined)
        throw new RunError('UNKNOWN_CLASS', `the processor ${node.nodeClass} is not available here`, 'replace the node, or take it out');
      const done = await work(node, processor, inputs);
      for (const output of done.shown) {
        outputs.push(output);
        emit({ event: 'output', ...output });
      }
      const report: NodeReport = {
        ...base,
        status: 'COMPLETED',
        rows: done.rows[0] ?? null,
        ...(done.rows.length > 1 ? { outputRows: done.rows } : {}),
        ms: ms(),
        ...(done.outputs[0] === undefined ? {} : { schema: columnsOf(done.outputs[0].schema) }),
        ...(done.rejected > 0 ? { rejected: done.rejected } : {}),
      };
      return finish(report, { kind: 'done', outputs: done.outputs });
    } catch (error) {
      if (signal.aborted) return finish({ ...base, status: 'STOPPED', rows: null, ms: ms() }, { kind: 'stopped' });
      if (options.fallOver(error)) {
        stop.abort();
        throw error;
      }
      const failure = explainFailure(error, node, processor);
      if (failure === undefined) {
        stop.abort();
        throw error;
      }
      const fate = finish({ ...base, status: 'FAILED', rows: null, ms: ms(), error: failure }, { kind: 'failed', nodeId: node.id });
      if (options.failFast) stop.abort();
      return fate;
    }
  };

  const work = async (node: WorkflowNode, processor: Processor, inputs: readonly Output[]) => {
    const outcome = await compose(processor, node, inputs, around);
    const given = inputs.map(({ df, schema }) => ({ df, schema }));
    const below = given.map(({ df }) => df.relation);
    const prepare = (df: DataFrame) => {
      guardPlan(df, below);
      return options.prepare(df, given);
    };
    const made = await Promise.all(
      outcome.outputs.map((df, i) => output(node, prepare(df), inputs, consumers.get(`${node.id}/${i}`) ?? 0)),
    );
    if (options.inspect !== undefined) for (const [i, { df }] of made.entries()) await options.inspect(node, i, df);
    // a result that shows the very output reads the kept rows instead of computing them again
    const known = new Map(outcome.outputs.map((df, i) => [df.relation, made[i]?.df]));
    const [shown, rejected, rows] = await Promise.all([
      Promise.all((outcome.results ?? []).map((result) => show(node.id, result, prepare, known))),
      outcome.rejects === undefined || !options.counts ? undefined : rejectedRows(node.id, prepare(outcome.rejects.rows)),
      Promise.all(made.map((o) => o.rows)),
    ]);
    const preview = options.previews > 0 && made[0] !== undefined ? [await previewOf(node.id, made[0].df)] : [];
    const files: RunOutput[] = [];
    for (const save of outcome.saves ?? []) {
      const one = await stageSave(node.id, { ...save, data: known.get(save.data.relation) ?? prepare(save.data) }, around.files, { signal });
      staged.push(one);
      files.push({ type: 'file', nodeId: node.id, title: save.path, path: save.path, format: save.format, written: one.staging !== undefined });
    }
    return { outputs: made, rows, rejected: rejected?.count ?? 0, shown: [...shown, ...(rejected?.output ?? []), ...preview, ...files] };
  };

  const output = async (node: WorkflowNode, df: DataFrame, inputs: readonly Output[], uses: number): Promise<Output> => {
    const below = inputs.map((i) => i.df.relation);
    const same = inputs.find((i) => i.df.relation === df.relation);
    if (same !== undefined) return same;
    const kept = sameRowsAs(df.relation, below);
    const marked = !['', 'NONE', 'DEFAULT'].includes((storedFields(node).text('storageLevel') ?? '').toUpperCase());
    const keep = marked || uses > 1 || (uses > 0 && isWide(df.relation, below));
    if (!keep) {
      const rows = kept === undefined ? count(df) : inputs.find((i) => i.df.relation === kept)?.rows;
      return { df, schema: await df.schema(), rows: rows ?? Promise.resolve(null) };
    }
    const [checkpoint, schema] = await Promise.all([df.checkpoint({ signal }), df.schema()]);
    return { df: checkpoint, schema, rows: count(checkpoint) };
  };

  const count = (df: DataFrame): Promise<number | null> =>
    options.counts ? df.agg(F.count().alias('rows')).table({ signal }).then(({ rows }) => Number(rows[0]?.[0] ?? 0)) : Promise.resolve(null);

  const collect = async (df: DataFrame, limit: number, bounded: boolean, execution: ExecuteOptions = { signal }) =>
    rowsOf(await (bounded ? df : df.limit(limit + 1)).table(execution), limit);

  const show = async (
    nodeId: string,
    result: Result,
    prepare: (df: DataFrame) => DataFrame,
    known: ReadonlyMap<Relation, DataFrame | undefined>,
  ): Promise<RunOutput> => {
    const base = { nodeId, title: result.title };
    if (result.type === 'text') return { ...base, type: 'text', text: result.text, format: result.format ?? 'plain' };
    const data = known.get(result.data.relation) ?? prepare(result.data);
    if (result.type === 'variable') {
      const { rows } = await data.table({ signal });
      return { ...base, type: 'variable', name: result.name, value: cellOf(rows[0]?.[0] ?? null) };
    }
    const table = await collect(data, result.limit ?? options.tableLimit, result.limit !== undefined);
    if (result.type === 'chart') return { ...base, type: 'chart', chart: result.chart, ...table };
    const shown = result.options === undefined ? {} : { options: Object.fromEntries(Object.entries(result.options).map(([k, v]) => [k, cellOf(v)])) };
    return { ...base, type: 'table', ...table, ...shown };
  };

  const rejectedRows = async (nodeId: string, rows: DataFrame) => {
    const number = (await count(rows)) ?? 0;
    if (number === 0) return { count: 0, output: [] };
    const table = await collect(rows, 100, false);
    const shown: RunOutput = { nodeId, title: 'Rejected rows', type: 'table', ...table };
    return { count: number, output: [shown] };
  };

  const previewOf = async (nodeId: string, df: DataFrame): Promise<RunOutput> => ({
    ...defaultPreview,
    nodeId,
    ...(await collect(df, options.previews, false)),
  });

  const nodes = order.map((id) => graph.nodes.get(id)).filter((node) => node !== undefined && !isNote(node));
  for (const node of nodes) if (node !== undefined) fates.set(node.id, runNode(node));
  const ended = await Promise.allSettled(fates.values());
  const thrown = ended.find((result) => result.status === 'rejected');
  const failed = [...reports.values()].some((r) => r.status !== 'COMPLETED');
  if (thrown !== undefined || failed || options.dryRun) {
    await Promise.all(staged.map(discardSave));
    if (thrown !== undefined) throw thrown.reason;
    return {
      nodes: nodes.flatMap((n) => (n === undefined ? [] : (reports.get(n.id) ?? []))),
      outputs: outputs.filter((o) => o.type !== 'file'),
    };
  }
  const commits = await commitAll(staged);
  for (const { nodeId, failure } of commits) {
    const report = reports.get(nodeId);
    if (report === undefined) continue;
    const broken: NodeReport = { ...report, status: 'FAILED', error: failure };
    reports.set(nodeId, broken);
    emit({ event: 'node.finished', ...broken });
  }
  return { nodes: nodes.flatMap((n) => (n === undefined ? [] : (reports.get(n.id) ?? []))), outputs };
}

/** Composes a node on its inputs. */
export const compose = (
  processor: Processor,
  node: WorkflowNode,
  inputs: readonly { readonly df: DataFrame; readonly schema: StructType }[],
  around: Surroundings,
): Promise<Outcome> => {
  if (inputs.length < processor.inputs.min)
    throw new FieldError('', `it needs ${processor.inputs.min} inputs and has ${inputs.length}`, 'connect what is missing');
  const [first] = inputs;
  return processor.compose({
    ...around,
    input: first?.df ?? around.session.range(0),
    inputs: inputs.map((i) => i.df),
    schema: first?.schema ?? { kind: 'struct', fields: [] },
    schemas: inputs.map((i) => i.schema),
    stored: storedFields(node),
  });
};

async function commitAll(staged: readonly StagedSave[]): Promise<{ nodeId: string; failure: NodeFailure }[]> {
  const failures: { nodeId: string; failure: NodeFailure }[] = [];
  for (const save of staged) {
    try {
      await commitSave(save);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await discardSave(save);
      failures.push({
        nodeId: save.nodeId,
        failure: {
          code: 'SAVE_FAILED',
          message: `"${save.path}" could not be put in place: ${why}`,
          remedy: 'check that the folder can be written to',
          field: 'path',
        },
      });
    }
  }
  return failures;
}
