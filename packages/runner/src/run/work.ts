import {
  FieldError,
  type Outcome,
  type Processor,
  type Result,
  type Save,
  type Surroundings,
} from '@millrace/processors';
import { functions as F, type DataFrame, type StructType } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import { cellOf, rowsOf } from './cells.ts';
import type { RunOutput } from './events.ts';
import { guardPlan } from './guard-plan.ts';
import type { Prepare } from './prepare.ts';
import { storedFields } from './stored-fields.ts';
import { isDeep, isSorted, isWide, sameRowsAs } from './wide.ts';

/** One output of a node as later nodes and taps see it. */
export interface Output {
  readonly df: DataFrame;
  readonly schema: StructType;
  readonly rows: Promise<number | null>;
}

/** What is known of a node once its rows have been counted and its results collected. */
export interface Taps {
  readonly rows: readonly (number | null)[];
  readonly rejected: number;
  readonly shown: readonly RunOutput[];
}

/** What composing needs to know of an input. */
export type ComposeInput = Pick<Output, 'df' | 'schema'>;

/** A node at work: `made` is what later nodes go on with, `taps` follows while they do. */
export interface NodeWork {
  readonly made: readonly Output[];
  readonly taps: Promise<Taps>;
  /** What the user should know though the run goes on. */
  readonly warnings: readonly string[];
}

export interface WorkOptions {
  readonly around: Surroundings;
  /** Counts rows of every node; off for a bare run. */
  readonly counts: boolean;
  /** Rows of a preview of each node; 0 for none. */
  readonly previews: number;
  /** Most rows of a table or chart that names no limit. */
  readonly tableLimit: number;
  readonly signal: AbortSignal;
  readonly prepare: Prepare;
  /** Writes the rows of a save beside its target; false where the target stays as it is. */
  readonly stage: (node: WorkflowNode, save: Save) => Promise<boolean>;
  /** Sees every output before the run ends. */
  readonly inspect?: (node: WorkflowNode, output: number, df: DataFrame) => Promise<void>;
}

const mostRejects = 100;

/** Composes a node, keeps what is worth keeping, and begins to count and collect. `uses`: consumers of each output. */
export async function startNode(
  options: WorkOptions,
  node: WorkflowNode,
  processor: Processor,
  inputs: readonly Output[],
  uses: (output: number) => number,
): Promise<NodeWork> {
  const outcome = await compose(processor, node, inputs, options.around);
  const below = inputs.map(({ df }) => df.relation);
  const prepare = (df: DataFrame): DataFrame => {
    guardPlan(df, below);
    return options.prepare(df, inputs);
  };
  const made = await Promise.all(
    outcome.outputs.map((df, i) => makeOutput(options, node, prepare(df), inputs, uses(i), outcome.keep !== undefined)),
  );
  return { made, taps: tap(options, node, outcome, made, prepare), warnings: outcome.warnings ?? [] };
}

async function makeOutput(
  options: WorkOptions,
  node: WorkflowNode,
  df: DataFrame,
  inputs: readonly Output[],
  uses: number,
  keep: boolean,
): Promise<Output> {
  const same = inputs.find((i) => i.df.relation === df.relation);
  if (same !== undefined && !keep) return same;
  const below = inputs.map((i) => i.df.relation);
  const level = (storedFields(node).text('storageLevel') ?? '').toUpperCase();
  const marked = keep || !['', 'NONE', 'DEFAULT'].includes(level);
  const { signal } = options;
  // what nobody uses is computed all the same: a count alone would let an engine skip it, errors and all
  if (marked || uses !== 1 || isWide(df.relation, below) || isDeep(df.relation)) {
    const [kept, schema] = await Promise.all([inOrder(options, df).checkpoint({ signal }), df.schema()]);
    return { df: kept, schema, rows: count(options, kept) };
  }
  const schema = await df.schema();
  const sized = sameRowsAs(df.relation, below);
  const known = inputs.find((i) => i.df.relation === sized)?.rows;
  return { df, schema, rows: known ?? count(options, df) };
}

/** The most rows that a limit can name. */
const noLimit = 2 ** 31 - 1;

/** Sail forgets a sort above which nothing needs it, such as one whose rows are kept or saved: a limit needs it. */
const inOrder = ({ around }: WorkOptions, df: DataFrame): DataFrame =>
  around.engine === 'sail' && isSorted(df.relation) ? df.limit(noLimit) : df;

/** Number of rows, counted at once; a failure is met where the promise is awaited. */
function count({ counts, signal }: WorkOptions, df: DataFrame): Promise<number | null> {
  if (!counts) return Promise.resolve(null);
  const counted = df
    .agg(F.count().alias('rows'))
    .table({ signal })
    .then(({ rows }) => Number(rows[0]?.[0] ?? 0));
  counted.catch(() => undefined);
  return counted;
}

async function tap(
  options: WorkOptions,
  node: WorkflowNode,
  outcome: Outcome,
  made: readonly Output[],
  prepare: (df: DataFrame) => DataFrame,
): Promise<Taps> {
  // a result that shows the very output reads the kept rows instead of computing them again
  const known = new Map(outcome.outputs.map((df, i) => [df.relation, made[i]?.df]));
  const kept = (df: DataFrame): DataFrame => known.get(df.relation) ?? prepare(df);
  const saved = async (save: Save): Promise<RunOutput> => {
    const written = await options.stage(node, { ...save, data: inOrder(options, kept(save.data)) });
    return { type: 'file', nodeId: node.id, title: save.path, path: save.path, format: save.format, written };
  };
  const [first] = made;
  const [rows, shown, rejects, preview, files] = await Promise.all([
    Promise.all(made.map((o) => o.rows)),
    Promise.all((outcome.results ?? []).map((result) => show(options, node.id, result, kept))),
    outcome.rejects === undefined || !options.counts
      ? undefined
      : rejected(options, node.id, prepare(outcome.rejects.rows)),
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

const collect = async ({ signal }: WorkOptions, df: DataFrame, limit: number, bounded = false) =>
  rowsOf(await (bounded ? df : df.limit(limit + 1)).table({ signal }), limit);

async function show(
  options: WorkOptions,
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
  const table = await collect(options, data, result.limit ?? options.tableLimit, result.limit !== undefined);
  if (result.type === 'chart') return { ...base, type: 'chart', chart: result.chart, ...table };
  if (result.options === undefined) return { ...base, type: 'table', ...table };
  const shown = Object.fromEntries(Object.entries(result.options).map(([name, value]) => [name, cellOf(value)]));
  return { ...base, type: 'table', ...table, options: shown };
}

/** Rejected rows: how many, and the first of them. */
async function rejected(
  options: WorkOptions,
  nodeId: string,
  rows: DataFrame,
): Promise<{ count: number; shown: RunOutput[] }> {
  const table = await collect(options, rows, mostRejects);
  if (table.rows.length === 0) return { count: 0, shown: [] };
  const number = table.truncated ? ((await count(options, rows)) ?? 0) : table.rows.length;
  return { count: number, shown: [{ nodeId, title: 'Rejected rows', type: 'table', ...table }] };
}

const previewOf = async (options: WorkOptions, nodeId: string, df: DataFrame): Promise<RunOutput> => ({
  type: 'table',
  title: 'Preview',
  nodeId,
  ...(await collect(options, df, options.previews)),
});

/** Composes a node on its inputs. */
export const compose = (
  processor: Processor,
  node: WorkflowNode,
  inputs: readonly ComposeInput[],
  around: Surroundings,
): Promise<Outcome> => {
  if (inputs.length < processor.inputs.min)
    throw new FieldError(
      '',
      `it needs ${processor.inputs.min} inputs and has ${inputs.length}`,
      'connect what is missing',
    );
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
