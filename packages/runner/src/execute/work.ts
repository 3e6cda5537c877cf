import type { Counting, Outcome, Processor, Rejects, Result, Save, Surroundings } from '@millrace/processors';
import type { CollectedTable, DataFrame, Value } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import { cellOf, rowsOf } from '../results/cells.ts';
import type { RunFiles } from '@millrace/file-space';
import type { RunReuse } from '../cache/run-reuse.ts';
import { composeNode, reuseOf } from '../plan/composed-node.ts';
import type { NodeReport, RunOutput } from '../results/events.ts';
import { earlierOutput, isRecipe, type EarlierFeatures, type FeatureReuse } from '../cache/features.ts';
import { inOrder, limitsOf } from './in-order.ts';
import { keepLesson, lessonOf } from '../cache/lessons.ts';
import { withLine } from '../faults/line-of-fault.ts';
import { showsModel } from '../plan/model-types.ts';
import { count, keepRows, learns, makeOutput, sortedAmong, type Output, type OutputOptions } from './outputs.ts';
import type { Prepare } from '../plan/prepare.ts';
import { keepTable, type Shown, type TableRoom } from '../results/tables/keep-table.ts';
import { Standing } from '../plan/standing.ts';
import { Tally, type Tallied } from './tally.ts';
import { haveTies, TiesError } from './ties.ts';
import { isSorted } from '../plan/wide.ts';

/** What is known of a node once its rows have been counted and its results collected. */
export interface Taps {
  readonly rows: readonly (number | null)[];
  readonly rejected: number;
  readonly shown: readonly RunOutput[];
}

/** How good a model is, and how many rows it has learned from. */
type OfModel = Pick<NodeReport, 'metrics' | 'learnedFrom'>;

/** A node at work: later nodes go on with `outputs`, `taps` follows while they do. */
export interface NodeWork {
  readonly outputs: readonly Output[];
  readonly taps: Promise<Taps>;
  /** What the user should know though the run goes on. */
  readonly warnings: readonly string[];
  /** What is told of a model. */
  readonly ofModel: OfModel;
  /** Nodes whose kept rows may go once nobody reads them any more. */
  readonly release: readonly string[];
  /** True where an earlier run has done the work. */
  readonly reused: boolean;
  /** The node has ended, and so have all that computed its rows: work that was `done` may be used again. */
  settle(done: boolean): Promise<void>;
}

export interface WorkOptions extends OutputOptions {
  readonly around: Surroundings & { readonly files: RunFiles };
  /** Rows of a preview of each node; 0 for none. */
  readonly previews: number;
  /** Most rows of a table or chart that names no limit. */
  readonly tableLimit: number;
  /** Where tables go that have more rows than `tableLimit`; without it nodes that name a higher limit show all of that. */
  readonly tables?: TableRoom;
  readonly prepare: Prepare;
  /** Takes the work of earlier runs and leaves its own. */
  readonly reuse?: RunReuse;
  /** The same, for nodes that learn what features are. */
  readonly features?: FeatureReuse;
  /** Writes the rows of a save beside its target; false where the target stays as it is. */
  readonly stage: (node: WorkflowNode, save: Save, inOrder: boolean) => Promise<boolean>;
  /** Sees every output before the run ends. */
  readonly inspect?: (node: WorkflowNode, output: number, df: DataFrame) => Promise<void>;
}

const mostRejects = 100;

/** Composes a node, keeps what is worth keeping, and begins to count and collect. */
export async function startNode(
  options: WorkOptions,
  node: WorkflowNode,
  processor: Processor,
  given: readonly Output[],
): Promise<NodeWork> {
  try {
    return await workOn(options, node, processor, given);
  } finally {
    // they have waited for what this node counts
    for (const { tally } of given) tally?.begin();
  }
}

async function workOn(
  options: WorkOptions,
  node: WorkflowNode,
  processor: Processor,
  given: readonly Output[],
): Promise<NodeWork> {
  const keys = given.map(({ key }) => key);
  const features = learns(processor) ? await options.features?.of(options, node, keys) : undefined;
  if (features !== undefined && 'taps' in features) return taken(options, node, features, given);
  const lesson =
    learns(processor) && features === undefined ? await lessonOf(options, node, processor, keys) : undefined;
  const composed = await composeNode(options, { node, processor, features, lesson }, given);
  const { outcome, inputs } = composed;
  const prepare = (df: DataFrame): DataFrame => options.prepare(df, inputs);
  const outputs = outcome.outputs.map(prepare);
  const { reuse, name, known, keep, isStored } = await reuseOf(options, composed, { keys, outputs });
  if (known === undefined) await requireApart(options, node, inputs);
  const counting = options.counts && known === undefined ? outcome.rejects?.counting : undefined;
  const [output] = outputs;
  const tally =
    counting &&
    output &&
    new Tally({
      counting,
      output,
      prepare,
      signal: options.signal,
      mostRejects: options.observes ? mostRejects + 1 : 0,
    });
  const making = Promise.all(
    outputs.map(async (df, output) => {
      const rows = known === undefined ? undefined : Promise.resolve(known.rows[output] ?? null);
      const made = { node, output, df, outcome, rows, tally, reused: known !== undefined, isStored };
      const rowsOf = await makeOutput({ ...options, keep: keep?.(output) ?? options.keep }, made, inputs);
      // rows that are handed on may be kept anew, and what came with them goes on
      const learned = outcome.learned?.[output] ?? inputs.find((one) => one.df.relation === df.relation)?.learned;
      const one = learned === rowsOf.learned ? rowsOf : withLearned(rowsOf, learned);
      return name === undefined || inputs.includes(one) ? one : { ...one, key: `${name}/${output}` };
    }),
  );
  const made = await making.catch(async (error: unknown) => {
    await reuse?.settle(undefined);
    throw await withLine(error, outcome, options.signal);
  });
  const about = showsModel(processor.type) ? { of: 'model' as const } : {};
  const tapped =
    known === undefined ? tap(options, { node, about }, outcome, inputs, made, prepare, tally) : ofNode(known, node);
  const taps = tapped.catch(async (error: unknown) => {
    throw await withLine(error, outcome, options.signal);
  });
  const ofModel = told(known ?? outcome);
  const warnings = lesson?.earlier?.taps.warnings ?? outcome.warnings ?? [];
  return {
    outputs: made,
    taps,
    warnings,
    ofModel,
    release: outcome.release ?? [],
    reused: known !== undefined,
    settle: async (done) => {
      const [output] = made;
      const columns = features !== undefined && output !== undefined ? { schema: output.schema } : {};
      const all = done ? { ...(await taps), ...columns, ...ofModel, warnings } : undefined;
      if (lesson === undefined || all === undefined) await reuse?.settle(all);
      else await keepLesson(lesson, outcome, { ms: composed.ms, told: all });
    },
  };
}

/** Fails with a TiesError where rows of an input tie that a window of the node numbers. */
async function requireApart(
  { apart, signal }: WorkOptions,
  { id, name }: WorkflowNode,
  inputs: readonly Output[],
): Promise<void> {
  for (const { input, columns } of apart.get(id) ?? []) {
    const rows = inputs[input];
    if (rows === undefined) continue;
    const by = { columns, rows: Infinity, cut: undefined };
    if (await haveTies(rows.df, rows.schema, by, signal)) throw new TiesError(name, 'a window');
  }
}

const told = ({ metrics, learnedFrom }: OfModel): OfModel => ({
  ...(metrics === undefined
    ? {}
    : { metrics: Object.fromEntries(Object.entries(metrics).map(([name, one]) => [name, cellOf(one)])) }),
  ...(learnedFrom === undefined ? {} : { learnedFrom }),
});

/** Rows with what travels beside them, which their key does not name if it is more than what they have come through. */
function withLearned({ key, ...rows }: Output, learned: Output['learned']): Output {
  return { ...rows, learned, ...(key === undefined || !isRecipe(learned) ? {} : { key }) };
}

/** A node that an earlier run has made, and that is not composed again. */
function taken(
  { around }: WorkOptions,
  node: WorkflowNode,
  features: EarlierFeatures,
  given: readonly Output[],
): NodeWork {
  return {
    outputs: [earlierOutput(around.session, features, given)],
    taps: ofNode(features.taps, node),
    warnings: features.taps.warnings ?? [],
    ofModel: {},
    release: [],
    reused: true,
    settle: () => features.reuse.settle(undefined),
  };
}

/** What an earlier run has shown, as this node's own. */
const ofNode = async ({ shown, ...taps }: Taps, { id }: WorkflowNode): Promise<Taps> => ({
  ...taps,
  shown: shown.map((output) => ({ ...output, nodeId: id })),
});

async function tap(
  options: WorkOptions,
  { node, about }: { readonly node: WorkflowNode; readonly about: { readonly of?: 'model' } },
  outcome: Outcome,
  inputs: readonly Output[],
  made: readonly Output[],
  prepare: (df: DataFrame) => DataFrame,
  tally: Tally | undefined,
): Promise<Taps> {
  // a result that shows the very output reads the kept rows instead of computing them again
  const known = new Map(outcome.outputs.map((df, i) => [df.relation, made[i]?.df]));
  const kept = (df: DataFrame): DataFrame => known.get(df.relation) ?? prepare(df);
  const saved = async (save: Save): Promise<RunOutput> => {
    const { path, format } = save;
    const file = (written: boolean) => ({
      type: 'file' as const,
      nodeId: node.id,
      title: path,
      path,
      format,
      written,
    });
    if ('write' in save) {
      const written = await options.stage(node, save, false);
      return written && save.facts ? { ...file(true), model: await save.facts() } : file(written);
    }
    const sorted = options.around.engine === 'sail' && isSorted(save.data.relation, sortedAmong(inputs));
    if ('lines' in save && save.lines !== undefined) {
      const lines = { ...save.lines, rows: await toSave(prepare(save.lines.rows), sorted) };
      return file(await options.stage(node, { ...save, lines }, sorted));
    }
    const rows = kept(save.data);
    return file(await options.stage(node, { ...save, data: await toSave(rows, sorted) }, sorted));
  };
  const toSave = async (rows: DataFrame, sorted: boolean): Promise<DataFrame> => {
    if (options.around.engine === 'spark') return rows;
    return limitsOf(rows.relation).length > 0 ? (await keepRows(options, rows, sorted)).df : inOrder(rows);
  };
  const [first] = made;
  const [rows, shown, rejects, preview, files] = await Promise.all([
    Promise.all(made.map((o) => o.rows)),
    Promise.all(
      (outcome.results ?? []).map(async (result) => ({
        ...(await show(options, node.id, result, kept)),
        ...about,
        ...('data' in result && result.type !== 'variable' && new Standing(result.data, inputs).order === 'free'
          ? { unordered: true as const }
          : {}),
      })),
    ),
    outcome.rejects === undefined || !options.counts
      ? undefined
      : rejected(options, node.id, outcome.rejects, { prepare, tally }),
    options.previews === 0 || first === undefined ? undefined : previewOf(options, node.id, first.df),
    inTurn(outcome.saves ?? [], saved),
    inTurn([...made.entries()], async ([i, { df }]) => options.inspect?.(node, i, df)),
  ]);
  return {
    rows,
    rejected: rejects?.count ?? 0,
    shown: [...shown, ...(rejects?.shown ?? []), ...(preview === undefined ? [] : [preview]), ...files],
  };
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

/** What collecting rows needs to know. */
export type CollectOptions = Pick<WorkOptions, 'signal' | 'tableLimit' | 'tables' | 'counts'> & {
  /** The first rows of a DataFrame, as many as are wanted, where they are fetched anyway. */
  readonly fetched?: (df: DataFrame, wanted: number) => Promise<CollectedTable> | undefined;
};

const collect = async (
  { signal, fetched }: Pick<CollectOptions, 'signal' | 'fetched'>,
  df: DataFrame,
  limit: number,
  bounded = false,
) =>
  rowsOf(
    df.heldRows() ??
      (await (fetched?.(df, bounded ? limit : limit + 1) ?? (bounded ? df : df.limit(limit + 1)).table({ signal }))),
    limit,
  );

/** Collects what a node shows. */
export async function show(
  options: CollectOptions,
  nodeId: string,
  result: Result,
  kept: (df: DataFrame) => DataFrame,
): Promise<RunOutput> {
  const base = { nodeId, title: result.title };
  if (result.type === 'text') return { ...base, type: 'text', text: result.text, format: result.format ?? 'plain' };
  const data = kept(result.data);
  if (result.type === 'variable') {
    const { rows } = await data.table({ signal: options.signal });
    return { ...base, type: 'variable', name: result.name, value: cellOf(rows[0]?.[0] ?? null) };
  }
  const table = await (result.type === 'table' ? tableOf : collectResult)(options, data, result.limit);
  if (result.type === 'chart') return { ...base, type: 'chart', chart: result.chart, ...table };
  if (result.options === undefined) return { ...base, type: 'table', ...table };
  const shown = Object.fromEntries(Object.entries(result.options).map(([name, value]) => [name, cellOf(value)]));
  return { ...base, type: 'table', ...table, options: shown };
}

const collectResult = (options: CollectOptions, data: DataFrame, limit: number | undefined) =>
  collect(options, data, limit ?? options.tableLimit, limit !== undefined);

/** A table, whole where there is room for those that are large: most are small, and are read at once. */
async function tableOf(options: CollectOptions, data: DataFrame, limit: number | undefined): Promise<Shown> {
  const { tables: room, tableLimit: shown, signal } = options;
  if (room === undefined || (limit !== undefined && limit <= shown)) return collectResult(options, data, limit);
  if (limit === undefined || room.mostRows <= shown) {
    const table = await collect(options, data, shown);
    if (!table.truncated || room.mostRows <= shown) return table;
  }
  const isBounded = limit !== undefined && limit <= room.mostRows;
  return keepTable(data, { room, shown, isBounded, signal, count: (df) => count(options, df) });
}

interface Counted {
  readonly prepare: (df: DataFrame) => DataFrame;
  readonly tally: Tally | undefined;
}

/** Rejected rows: how many, and the first of them. */
async function rejected(
  options: WorkOptions,
  nodeId: string,
  rejects: Rejects,
  { prepare, tally }: Counted,
): Promise<{ count: number; shown: RunOutput[] }> {
  const counts = await tally?.result;
  const known = counts?.rejected;
  if (known === 0) return { count: 0, shown: [] };
  const rows = prepare(rejects.rows);
  const collected = tally?.rejects ?? (await rejectsOfFew(options, rejects.counting, { counts, prepare }));
  const table = collected === undefined ? await collect(options, rows, mostRejects) : rowsOf(collected, mostRejects);
  if (table.rows.length === 0) return { count: 0, shown: [] };
  const number = known ?? (table.truncated ? ((await count(options, rows)) ?? 0) : table.rows.length);
  return { count: number, shown: [{ nodeId, title: 'Rejected rows', type: 'table', ...table }] };
}

/** So few rows that choosing among them here costs less than having the engine plan a filter. */
const few = 3 * mostRejects;

/** The rejected rows of few; `undefined` where there are more, or nobody has counted. */
async function rejectsOfFew(
  { signal }: WorkOptions,
  counting: Counting | undefined,
  { counts, prepare }: { counts: Tallied | undefined; prepare: Counted['prepare'] },
): Promise<CollectedTable | undefined> {
  if (counting === undefined || counts === undefined || counts.rows + counts.rejected > few) return undefined;
  const { schema, rows } = await prepare(counting.explained).table({ signal });
  const isRejected = ([reasons]: readonly Value[]): boolean => Array.isArray(reasons) && reasons.length > 0;
  return { schema, rows: rows.filter(isRejected) };
}

const previewOf = async (options: WorkOptions, nodeId: string, df: DataFrame): Promise<RunOutput> => ({
  type: 'table',
  title: 'Preview',
  nodeId,
  ...(await collect(options, df, options.previews)),
});
