import type { KnownAggregates, MlArtifacts, Outcome, Processor, RunContext } from '@millrace/processors';
import { DataFrame, functions as F, type Column, type StructType } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import type { WorkflowNode } from '@millrace/workflow';
import type { MaterializationOptions } from '@millrace/engines/host';
import { compose, type ComposeInput } from '../plan/compose.ts';
import type { NodeContext } from './node-context.ts';
import { DeferredRows } from './deferred-rows.ts';
import { storedFields } from '../plan/stored-fields.ts';
import { inOrder, limitsOf } from './in-order.ts';
import { PlanOrder } from '../plan/plan-order.ts';
import { observeRows, type RowCounter } from './row-counter.ts';
import { areTiedAtCut, haveTies, outputKey, TiesError } from './ties.ts';
import { materializedOrder } from '../plan/materialized-order.ts';
import { isDeep, isSorted, isWide, sameRowsAs, sortsAnywhere } from '../plan/wide.ts';

/** One output of a node, as later nodes and results read it. */
export interface Output {
  readonly df: DataFrame;
  readonly schema: StructType;
  readonly rows: Promise<number | null>;
  /** True if the rows are in an order that a sort gave them. */
  readonly sorted: boolean;
  /** The order of the rows on Spark; that of a file if absent. */
  readonly planOrder?: PlanOrder;
  /** Present if the rows are left to a later node to compute. */
  readonly deferred?: DeferredRows;
  /** Names what the rows are made of (`nodeKey`); absent if that is not known. */
  readonly key?: string;
  /** Counts the rows of a reader. */
  readonly rowCounter?: RowCounter;
  /** Models and ML attributes that go with the rows. */
  readonly learned?: MlArtifacts | undefined;
  /** Aggregates that the engine observed while it materialized the rows, for the node that reads them. */
  readonly known?: KnownAggregates;
  /** Frees materialized rows; nothing may read them afterwards. */
  readonly release?: () => Promise<void>;
}

/** What was composed for an output, and where it belongs. */
interface OutputParts {
  readonly node: WorkflowNode;
  readonly output: number;
  readonly df: DataFrame;
  readonly outcome: Outcome;
  /** The number of rows, if an earlier run has counted them. */
  readonly rows?: Promise<number | null> | undefined;
  /** Counts the rows of a reader with those that it rejects. */
  readonly rowCounter?: RowCounter | undefined;
  /** True if an earlier run has done the work: rows are computed only for later nodes. */
  readonly reused: boolean;
  /** True if its rows are stored for later runs. */
  readonly isStored?: boolean;
}

/**
 * An output that later nodes can read. Rows are materialized after joins, groups and sorts, if several nodes read them, and
 * if the user asks for it; others are computed by the next node that materializes its own.
 */
export async function makeOutput(
  options: NodeContext,
  composed: OutputParts,
  inputs: readonly Output[],
): Promise<Output> {
  const { node, output, df, outcome, rows: counted, rowCounter, reused, isStored = false } = composed;
  const hasMarks = isMarked(node, outcome);
  const same = inputs.find((i) => i.df.relation === df.relation);
  if (same !== undefined && !hasMarks) return same;
  const below = inputs.map((i) => i.df.relation);
  const sorted = isSorted(df.relation, sortedAmong(inputs));
  const planOrder = new PlanOrder(df, inputs);
  const { consumers } = options;
  const declared = outcome.schemas?.[output];
  const pendingSchema = declared === undefined ? df.schema() : Promise.resolve(declared);
  // met where it is awaited
  pendingSchema.catch(() => undefined);
  if (reused && counted !== undefined && consumers.uses(node.id, output) === 0)
    return { df, schema: await pendingSchema, rows: counted, sorted, planOrder };
  const wide = isWide(df.relation, below);
  // rows without a reader are computed all the same: a count alone would let an engine skip them with their errors
  const tieFree = options.noTies.get(outputKey(node.id, output));
  const isRead = isStored || hasMarks || tieFree !== undefined || consumers.uses(node.id, output) !== 1;
  const needed = isRead || isDeep(df.relation);
  if (needed || (wide && !(await isMaterializedLater(options, composed, () => pendingSchema)))) {
    if (!options.observes) rowCounter?.begin();
    const materializing =
      sorted && !options.around.onePartition
        ? pendingSchema.then((schema) => materializeInOrder(options, df, schema))
        : asksOf(options, composed, pendingSchema).then((asks) =>
            materializeRows(options, df, sorted, { rowCounter, schema: pendingSchema, asks }),
          );
    const [{ counted: observed, ...materialized }, schema] = await Promise.all([materializing, pendingSchema]);
    // an engine that took rows of an earlier run has observed none
    rowCounter?.begin();
    if (tieFree !== undefined && (await haveTies(materialized.df, schema, tieFree, options.signal)))
      throw new TiesError(node.name);
    if (tieFree !== undefined && !reused && (await areTiedAtCut(materialized.df, df, schema, tieFree, options.signal)))
      throw new TiesError(node.name);
    const observation = options.counts ? observed : undefined;
    const rows =
      counted ??
      rowCounter?.rows ??
      (observation === undefined ? count(options, materialized.df) : Promise.resolve(observation));
    const [input] = inputs;
    if (inputs.length === 1 && sameRowsAs(df.relation, below) === input?.df.relation) input?.deferred?.done(rows);
    return { ...materialized, schema, rows, planOrder };
  }
  // a filter that follows is counted with it
  if (consumers.only(node.id, output) === undefined) rowCounter?.begin();
  const schema = await pendingSchema;
  const compute = async (): Promise<number | null> =>
    count(options, (await options.keep(df, { signal: options.signal, schema })).df);
  const before = inputs.flatMap((i) => i.deferred ?? []);
  const deferred = new DeferredRows(node.id, compute, before, options.signal);
  if (wide) return { df, schema, rows: deferred.rows, sorted, planOrder, deferred };
  const sizeSource = outcome.sameRows?.relation ?? sameRowsAs(df.relation, below);
  const input = inputs.find((i) => i.df.relation === sizeSource);
  const rows = counted ?? rowCounter?.rows ?? input?.rows ?? countWithInput(options, df, inputs) ?? count(options, df);
  return { df, schema, rows, sorted, planOrder, deferred, ...(rowCounter === undefined ? {} : { rowCounter }) };
}

/** The number of rows that a filter lets through, counted with those of the reader that it filters. */
function countWithInput(
  options: NodeContext,
  df: DataFrame,
  inputs: readonly Output[],
): Promise<number | null> | undefined {
  const [input] = inputs;
  if (!options.counts || inputs.length !== 1) return undefined;
  const counted = input?.rowCounter?.countFiltered(df.relation)?.catch(() => count(options, df));
  counted?.catch(() => undefined);
  return counted;
}

/** The aggregates that the only reader of the rows asks for first, if more than row counts is observed. */
async function asksOf(
  { consumers, observes }: NodeContext,
  { node, output, df, rowCounter }: OutputParts,
  schema: Promise<StructType>,
): Promise<readonly Column[]> {
  const isObserved = observes && rowCounter === undefined && !sortsAnywhere(df.relation);
  const next = isObserved ? consumers.only(node.id, output) : undefined;
  if (next?.processor.asks === undefined) return [];
  try {
    return next.processor.asks(storedFields(next.node), await schema);
  } catch {
    // the node itself fails with the same error and reports it
    return [];
  }
}

/** True if the user or the processor wants the rows materialized. */
export const isMarked = (node: WorkflowNode, { keep }: Outcome): boolean =>
  keep !== undefined ||
  !['', 'NONE', 'DEFAULT'].includes((storedFields(node).text('storageLevel') ?? '').toUpperCase());

/** True if a node may compute rows while it is composed, and makes what no file of rows can hold. */
export const learns = ({ needs }: Pick<Processor, 'needs'>): boolean =>
  needs.includes('ml') || needs.includes('python');

/** The inputs whose rows are in an order. */
export const sortedAmong = (inputs: readonly Output[]): ReadonlySet<Relation> =>
  new Set(inputs.filter(({ sorted }) => sorted).map(({ df }) => df.relation));

/**
 * True if the nodes that follow only add to each row, and one of them materializes its output: its rows are as many, so
 * that nothing has to be materialized twice.
 */
async function isMaterializedLater(
  options: NodeContext,
  { node, output, df }: Pick<OutputParts, 'node' | 'output' | 'df'>,
  schema: () => Promise<StructType>,
): Promise<boolean> {
  const next = options.consumers.only(node.id, output);
  // a learner would train twice
  if (next === undefined || learns(next.processor)) return false;
  try {
    const input: ComposeInput = { df, schema: await schema() };
    const outcome = await compose(next.processor, next.node, [input], options.around);
    const [only] = outcome.outputs;
    const alone = outcome.outputs.length === 1 && outcome.rejects === undefined;
    if (!alone || only === undefined || (outcome.results ?? []).length > 0 || (outcome.saves ?? []).length > 0)
      return false;
    const below = [df.relation];
    const adds = !isWide(only.relation, below) && sameRowsAs(only.relation, below) === df.relation;
    if (!adds || only.relation === df.relation) return false;
    const isMaterialized = isMarked(next.node, outcome) || options.consumers.uses(next.node.id, 0) !== 1;
    if (isMaterialized || isDeep(only.relation)) return true;
    return await isMaterializedLater(options, { node: next.node, output: 0, df: only }, () => only.schema());
  } catch {
    // the next node fails with the same error and reports it
    return false;
  }
}

type CountedRows = Pick<Output, 'df' | 'sorted' | 'release' | 'known'> & {
  /** The number of rows, if the engine has counted them in the meantime. */
  readonly counted?: number;
};

type MaterializeContext = Pick<NodeContext, 'keep' | 'signal' | 'observes'> & {
  readonly around: Pick<RunContext, 'engine'>;
};

interface MaterializeOptions {
  readonly rowCounter?: RowCounter | undefined;
  readonly schema?: MaterializationOptions['schema'];
  /** Aggregates to observe in the meantime, if the engine does. */
  readonly asks?: readonly Column[];
}

/** Materializes rows in their order, as far as the engine can. */
export async function materializeRows(
  { keep, signal, around, observes }: MaterializeContext,
  df: DataFrame,
  sorted: boolean,
  { rowCounter, schema, asks = [] }: MaterializeOptions = {},
): Promise<CountedRows> {
  if (observes && rowCounter !== undefined) {
    const { df: observed, onEvent, counted } = rowCounter.observe();
    const materialized = await keep(observed, { signal, schema, onEvent });
    const counts = counted();
    if (counts !== undefined) rowCounter.settle(counts);
    return { ...materialized, sorted };
  }
  // Spark computes what is below a sort twice
  if (observes && !sortsAnywhere(df.relation)) {
    const { df: observed, onEvent, counted } = observeRows(df, asks);
    const materialized = await keep(observed, { signal, schema, onEvent });
    const observation = counted();
    if (observation === undefined) return { ...materialized, sorted };
    return {
      ...materialized,
      sorted,
      counted: observation.rows,
      known: { of: materialized.df.relation, values: observation.told },
    };
  }
  if (around.engine === 'spark') return { ...(await keep(df, { signal, schema })), sorted };
  for (const limit of limitsOf(df.relation)) {
    const materialized = await keep(df.limit(limit), { signal, schema });
    const rows = await count({ counts: true, signal }, materialized.df);
    if (rows !== null && rows < limit) return { ...materialized, sorted };
    await materialized.release();
  }
  return { ...(await keep(inOrder(df), { signal, schema })), sorted };
}

/** Materializes sorted rows on an engine that loses their order: a reader sorts them again. */
async function materializeInOrder(options: NodeContext, df: DataFrame, schema: StructType): Promise<CountedRows> {
  const order = materializedOrder(df.relation, schema);
  if (order === undefined || order.length === 0) return materializeRows(options, df, order !== undefined);
  const { relType } = df.relation;
  const input = relType.case === 'sort' ? relType.value.input : undefined;
  const source = input === undefined ? df : new DataFrame(df.session, input);
  const materialized = await options.keep(source, { signal: options.signal });
  return { ...materialized, df: materialized.df.sort(...order), sorted: true };
}

/** Number of rows, counted at once; a failure is met where the promise is awaited. */
export function count(
  { counts, signal }: Pick<NodeContext, 'counts' | 'signal'>,
  df: DataFrame,
): Promise<number | null> {
  if (!counts) return Promise.resolve(null);
  const counted = df
    .agg(F.count().alias('rows'))
    .table({ signal })
    .then(({ rows }) => Number(rows[0]?.[0] ?? 0));
  counted.catch(() => undefined);
  return counted;
}
