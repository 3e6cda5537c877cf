import type { KnownAggregates, Learned, Outcome, Processor, Surroundings } from '@millrace/processors';
import { DataFrame, functions as F, type Column, type StructType } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import type { WorkflowNode } from '@millrace/workflow';
import type { KeepOptions } from '@millrace/engines/host';
import { compose, type ComposeInput } from '../plan/compose.ts';
import type { NodeContext } from './node-context.ts';
import { Postponed } from './postponed.ts';
import { storedFields } from '../plan/stored-fields.ts';
import { inOrder, limitsOf } from './in-order.ts';
import { Standing } from '../plan/standing.ts';
import { observeRows, type Tally } from './tally.ts';
import { areTiedAtCut, haveTies, outputKey, TiesError } from './ties.ts';
import { orderOfKept } from '../plan/order-of-kept.ts';
import { isDeep, isSorted, isWide, sameRowsAs, sortsAnywhere } from '../plan/wide.ts';

/** One output of a node as later nodes and taps see it. */
export interface Output {
  readonly df: DataFrame;
  readonly schema: StructType;
  readonly rows: Promise<number | null>;
  /** True where the rows stand in an order that a sort gave them. */
  readonly sorted: boolean;
  /** How the rows stand on Spark; in the order of a file if absent. */
  readonly standing?: Standing;
  /** There where the rows are left to a later node to compute. */
  readonly postponed?: Postponed;
  /** Names what the rows are made of (`nodeKey`); absent where that cannot be told. */
  readonly key?: string;
  /** Where the rows are being counted, if they are those of a reader. */
  readonly tally?: Tally;
  /** What travels beside the rows. */
  readonly learned?: Learned | undefined;
  /** What was seen of the rows while they were kept, of what the node that goes on with them asks. */
  readonly known?: KnownAggregates;
  /** Frees kept rows; nothing may read them afterwards. */
  readonly release?: () => Promise<void>;
}

/** What was composed for an output, and where it belongs. */
interface Composed {
  readonly node: WorkflowNode;
  readonly output: number;
  readonly df: DataFrame;
  readonly outcome: Outcome;
  /** The number of rows, where an earlier run has counted it. */
  readonly rows?: Promise<number | null> | undefined;
  /** Counts the rows of a reader with those that it rejects. */
  readonly tally?: Tally | undefined;
  /** True where an earlier run has done the work: rows are computed only for later nodes. */
  readonly reused: boolean;
  /** True where its rows are stored for later runs. */
  readonly isStored?: boolean;
}

/**
 * An output that later nodes can go on with. Rows are kept where many rows make one (joins, groups, sorts), where
 * several nodes read them, and where the user said so; else the next node that keeps its own computes them on the way.
 */
export async function makeOutput(options: NodeContext, composed: Composed, inputs: readonly Output[]): Promise<Output> {
  const { node, output, df, outcome, rows: counted, tally, reused, isStored = false } = composed;
  const marked = isMarked(node, outcome);
  const same = inputs.find((i) => i.df.relation === df.relation);
  if (same !== undefined && !marked) return same;
  const below = inputs.map((i) => i.df.relation);
  const sorted = isSorted(df.relation, sortedAmong(inputs));
  const standing = new Standing(df, inputs);
  const { consumers } = options;
  const told = outcome.schemas?.[output];
  const asked = told === undefined ? df.schema() : Promise.resolve(told);
  // met where it is awaited
  asked.catch(() => undefined);
  if (reused && counted !== undefined && consumers.uses(node.id, output) === 0)
    return { df, schema: await asked, rows: counted, sorted, standing };
  const wide = isWide(df.relation, below);
  // what nobody uses is computed all the same: a count alone would let an engine skip it, errors and all
  const tieFree = options.noTies.get(outputKey(node.id, output));
  const isRead = isStored || marked || tieFree !== undefined || consumers.uses(node.id, output) !== 1;
  const needed = isRead || isDeep(df.relation);
  if (needed || (wide && !(await isKeptLater(options, composed, () => asked)))) {
    if (!options.observes) tally?.begin();
    const keeping =
      sorted && !options.around.onePartition
        ? asked.then((schema) => keepInOrder(options, df, schema))
        : asksOf(options, composed, asked).then((asks) =>
            keepRows(options, df, sorted, { tally, schema: asked, asks }),
          );
    const [{ counted: observed, ...kept }, schema] = await Promise.all([keeping, asked]);
    // an engine that kept rows of an earlier run has observed none
    tally?.begin();
    if (tieFree !== undefined && (await haveTies(kept.df, schema, tieFree, options.signal)))
      throw new TiesError(node.name);
    if (tieFree !== undefined && !reused && (await areTiedAtCut(kept.df, df, schema, tieFree, options.signal)))
      throw new TiesError(node.name);
    const seen = options.counts ? observed : undefined;
    const rows = counted ?? tally?.rows ?? (seen === undefined ? count(options, kept.df) : Promise.resolve(seen));
    const [input] = inputs;
    if (inputs.length === 1 && sameRowsAs(df.relation, below) === input?.df.relation) input?.postponed?.done(rows);
    return { ...kept, schema, rows, standing };
  }
  // a filter that follows is counted with it
  if (consumers.only(node.id, output) === undefined) tally?.begin();
  const schema = await asked;
  const compute = async (): Promise<number | null> =>
    count(options, (await options.keep(df, { signal: options.signal, schema })).df);
  const before = inputs.flatMap((i) => i.postponed ?? []);
  const postponed = new Postponed(node.id, compute, before, options.signal);
  if (wide) return { df, schema, rows: postponed.rows, sorted, standing, postponed };
  const sized = outcome.sameRows?.relation ?? sameRowsAs(df.relation, below);
  const known = inputs.find((i) => i.df.relation === sized);
  const rows = counted ?? tally?.rows ?? known?.rows ?? countWithInput(options, df, inputs) ?? count(options, df);
  return { df, schema, rows, sorted, standing, postponed, ...(tally === undefined ? {} : { tally }) };
}

/** The number of rows that a filter lets through, counted with those of the reader that it filters. */
function countWithInput(
  options: NodeContext,
  df: DataFrame,
  inputs: readonly Output[],
): Promise<number | null> | undefined {
  const [input] = inputs;
  if (!options.counts || inputs.length !== 1) return undefined;
  const counted = input?.tally?.countFiltered(df.relation)?.catch(() => count(options, df));
  counted?.catch(() => undefined);
  return counted;
}

/** What the only node that goes on with rows will ask of them first, where more than a tally is observed of them. */
async function asksOf(
  { consumers, observes }: NodeContext,
  { node, output, df, tally }: Composed,
  schema: Promise<StructType>,
): Promise<readonly Column[]> {
  const isObserved = observes && tally === undefined && !sortsAnywhere(df.relation);
  const next = isObserved ? consumers.only(node.id, output) : undefined;
  if (next?.processor.asks === undefined) return [];
  try {
    return next.processor.asks(storedFields(next.node), await schema);
  } catch {
    // the node itself will meet the same and report it
    return [];
  }
}

/** True where the user, or the processor, wants the rows kept. */
export const isMarked = (node: WorkflowNode, { keep }: Outcome): boolean =>
  keep !== undefined ||
  !['', 'NONE', 'DEFAULT'].includes((storedFields(node).text('storageLevel') ?? '').toUpperCase());

/** True where a node may compute rows while it is composed, and makes what no file of rows can hold. */
export const learns = ({ needs }: Pick<Processor, 'needs'>): boolean =>
  needs.includes('ml') || needs.includes('python');

/** The inputs whose rows stand in an order. */
export const sortedAmong = (inputs: readonly Output[]): ReadonlySet<Relation> =>
  new Set(inputs.filter(({ sorted }) => sorted).map(({ df }) => df.relation));

/**
 * True where the nodes that follow only add to each row, and one of them keeps what it makes: its rows are as many, so
 * that nothing has to be kept twice.
 */
async function isKeptLater(
  options: NodeContext,
  { node, output, df }: Pick<Composed, 'node' | 'output' | 'df'>,
  schema: () => Promise<StructType>,
): Promise<boolean> {
  const next = options.consumers.only(node.id, output);
  // what learns would learn twice
  if (next === undefined || learns(next.processor)) return false;
  try {
    const made: ComposeInput = { df, schema: await schema() };
    const outcome = await compose(next.processor, next.node, [made], options.around);
    const [only] = outcome.outputs;
    const alone = outcome.outputs.length === 1 && outcome.rejects === undefined;
    if (!alone || only === undefined || (outcome.results ?? []).length > 0 || (outcome.saves ?? []).length > 0)
      return false;
    const below = [df.relation];
    const adds = !isWide(only.relation, below) && sameRowsAs(only.relation, below) === df.relation;
    if (!adds || only.relation === df.relation) return false;
    const isKept = isMarked(next.node, outcome) || options.consumers.uses(next.node.id, 0) !== 1;
    if (isKept || isDeep(only.relation)) return true;
    return await isKeptLater(options, { node: next.node, output: 0, df: only }, () => only.schema());
  } catch {
    // the next node will meet the same and report it
    return false;
  }
}

type Kept = Pick<Output, 'df' | 'sorted' | 'release' | 'known'> & {
  /** How many rows they are, where the engine has counted them meanwhile. */
  readonly counted?: number;
};

type KeepingOptions = Pick<NodeContext, 'keep' | 'signal' | 'observes'> & {
  readonly around: Pick<Surroundings, 'engine'>;
};

interface KeptWith {
  readonly tally?: Tally | undefined;
  readonly schema?: KeepOptions['schema'];
  /** What is looked at meanwhile, where the engine does. */
  readonly asks?: readonly Column[];
}

/** Keeps rows in the order that they stand in, as far as the engine can. */
export async function keepRows(
  { keep, signal, around, observes }: KeepingOptions,
  df: DataFrame,
  sorted: boolean,
  { tally, schema, asks = [] }: KeptWith = {},
): Promise<Kept> {
  if (observes && tally !== undefined) {
    const { df: observed, onEvent, counted } = tally.observed();
    const kept = await keep(observed, { signal, schema, onEvent });
    const counts = counted();
    if (counts !== undefined) tally.settle(counts);
    return { ...kept, sorted };
  }
  // Spark computes what is below a sort twice
  if (observes && !sortsAnywhere(df.relation)) {
    const { df: observed, onEvent, counted } = observeRows(df, asks);
    const kept = await keep(observed, { signal, schema, onEvent });
    const seen = counted();
    if (seen === undefined) return { ...kept, sorted };
    return { ...kept, sorted, counted: seen.rows, known: { of: kept.df.relation, told: seen.told } };
  }
  if (around.engine === 'spark') return { ...(await keep(df, { signal, schema })), sorted };
  for (const limit of limitsOf(df.relation)) {
    const kept = await keep(df.limit(limit), { signal, schema });
    const rows = await count({ counts: true, signal }, kept.df);
    if (rows !== null && rows < limit) return { ...kept, sorted };
    await kept.release();
  }
  return { ...(await keep(inOrder(df), { signal, schema })), sorted };
}

/** Keeps sorted rows where keeping loses their order: they are sorted where they are read. */
async function keepInOrder(options: NodeContext, df: DataFrame, schema: StructType): Promise<Kept> {
  const order = orderOfKept(df.relation, schema);
  if (order === undefined || order.length === 0) return keepRows(options, df, order !== undefined);
  const { relType } = df.relation;
  const input = relType.case === 'sort' ? relType.value.input : undefined;
  const unsorted = input === undefined ? df : new DataFrame(df.session, input);
  const kept = await options.keep(unsorted, { signal: options.signal });
  return { ...kept, df: kept.df.sort(...order), sorted: true };
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
