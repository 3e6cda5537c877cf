import { randomUUID } from 'node:crypto';
import type { Counting, KnownAggregates } from '@millrace/processors';
import {
  Column,
  functions as F,
  type CollectedTable,
  type DataFrame,
  type SideEvent,
  type Value,
} from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { boundAttributesOf } from '@millrace/spark-connect/visit';

/** How many rows came out of a reader and how many were rejected. */
export interface RowCounts {
  readonly rows: number;
  readonly rejected: number;
}

/** A DataFrame whose rows an engine counts while it computes them. */
export interface Observation<T> {
  /** Gives the same rows. */
  readonly df: DataFrame;
  readonly onEvent: (event: SideEvent) => void;
  /** The counts, once the rows have been computed; `undefined` if the engine sent none. */
  readonly counted: () => T | undefined;
}

/** Metrics observed while rows were computed. */
export interface RowObservation {
  readonly rows: number;
  readonly told: KnownAggregates['values'];
}

/** Counts the rows of a DataFrame while Spark computes them, and observes aggregates that a later node asks for. */
export function observeRows(df: DataFrame, aggregates: readonly Column[]): Observation<RowObservation> {
  const count = F.count();
  const columns = [count, ...aggregates.filter((column) => !column.isSame(count))];
  return observe(
    columns,
    (name, metrics) => df.observe(name, ...metrics),
    (values) => ({
      rows: Number(values[0]),
      told: columns.map((column, i) => ({ column, value: values[i] ?? null })),
    }),
  );
}

/** Observes metrics; an event that lacks one of them is ignored. */
function observe<T>(
  metrics: readonly Column[],
  watch: (name: string, metrics: readonly Column[]) => DataFrame,
  read: (values: readonly Value[]) => T,
): Observation<T> {
  const name = randomUUID();
  const entries = metrics.map((metric, i) => [`metric_${i}`, metric] as const);
  let values: readonly Value[] | undefined;
  return {
    df: watch(
      name,
      entries.map(([key, metric]) => metric.alias(key)),
    ),
    onEvent: (event) => {
      if (event.kind !== 'observed' || event.name !== name) return;
      const observed = new Map(Object.entries(event.values));
      if (entries.every(([key]) => observed.has(key))) values = entries.map(([key]) => observed.get(key) ?? null);
    },
    counted: () => values && read(values),
  };
}

const countsFrom = ([rows, rejected]: readonly Value[]): RowCounts => ({
  rows: Number(rows),
  rejected: Number(rejected),
});

export interface RowCounterOptions {
  readonly signal: AbortSignal;
  readonly counting: Counting;
  /** The output as later nodes see it. */
  readonly output: DataFrame;
  readonly prepare: (df: DataFrame) => DataFrame;
  /** Most rejected rows to collect while counting; 0 if the engine does not send what it observes. */
  readonly maxRejects: number;
}

/**
 * The count of a reader's rows and of those that it rejected. It waits for the filter that reads them, if there is one,
 * whose rows are then counted in the same pass over the data.
 */
export class RowCounter {
  readonly #options: RowCounterOptions;
  readonly #result = Promise.withResolvers<RowCounts>();
  #filter: { readonly condition: Column; readonly rows: (rows: Promise<number>) => void } | undefined;
  #hasBegun = false;
  #rejects: CollectedTable | undefined;

  constructor(options: RowCounterOptions) {
    this.#options = options;
    // met where it is awaited
    this.#result.promise.catch(() => undefined);
  }

  /** The counts, once counting has begun. */
  get result(): Promise<RowCounts> {
    return this.#result.promise;
  }

  get rows(): Promise<number> {
    const rows = this.#result.promise.then((counts) => counts.rows);
    rows.catch(() => undefined);
    return rows;
  }

  /** The first rejected rows, if they were collected while they were counted: `result` comes after them. */
  get rejects(): CollectedTable | undefined {
    return this.#rejects;
  }

  /** Begins to count, once. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#result.resolve(this.#count());
  }

  /** Takes what was counted while the rows were computed. */
  settle(counts: RowCounts): void {
    this.#hasBegun = true;
    this.#result.resolve(counts);
  }

  /** The output, which Spark counts while it computes it. */
  observe(): Observation<RowCounts> {
    const { counting } = this.#options;
    return observe(
      countsOf(counting),
      (name, counts) => outputOf(counting, counting.marked.observe(name, ...counts)),
      countsFrom,
    );
  }

  /**
   * Counts the rows that a filter right above the output lets through, too, and begins; `undefined` if that is too late
   * or the relation is something else. Fails if the condition does.
   */
  countFiltered({ relType }: Relation): Promise<number> | undefined {
    if (this.#hasBegun || relType.case !== 'filter' || relType.value.input !== this.#options.output.relation)
      return undefined;
    const { condition } = relType.value;
    if (condition === undefined || boundAttributesOf(condition).length > 0) return undefined;
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#filter = { condition: new Column(condition), rows: resolve };
    this.begin();
    return promise;
  }

  async #count(): Promise<RowCounts> {
    const { counting, prepare, signal } = this.#options;
    const numbers = async (df: DataFrame): Promise<readonly number[]> => {
      const { rows } = await prepare(df).table({ signal });
      return (rows[0] ?? []).map(Number);
    };
    const filter = this.#filter;
    if (filter !== undefined) {
      const passes = F.when(isThere(counting), F.when(filter.condition, 1));
      const both = numbers(counting.marked.agg(...countsOf(counting), F.count(passes)));
      filter.rows(both.then(([, , filtered = 0]) => filtered));
      const counts = await both.catch(() => undefined);
      // the filter's own fault is not the reader's
      if (counts !== undefined) return { rows: counts[0] ?? 0, rejected: counts[1] ?? 0 };
    }
    const both = filter === undefined ? await this.#countAndCollect() : undefined;
    if (both !== undefined) return both;
    const [rows = 0, rejected = 0] = await numbers(counting.counts);
    return { rows, rejected };
  }

  /** One pass over the data for the counts and the rejected rows; `undefined` if the engine does not send them. */
  async #countAndCollect(): Promise<RowCounts | undefined> {
    const { counting, prepare, signal, maxRejects } = this.#options;
    if (maxRejects === 0) return undefined;
    const { df, onEvent, counted } = observe(
      countsOf(counting),
      (name, counts) => counting.rejected((all) => all.observe(name, ...counts)),
      countsFrom,
    );
    // a limit alone would end the pass, and the counts, early; the first rows in this order are computed from all
    const first = df.orderBy(F.monotonicallyIncreasingId()).limit(maxRejects);
    const rejects = await prepare(first).table({ signal, onEvent });
    const counts = counted();
    if (counts !== undefined) this.#rejects = rejects;
    return counts;
  }
}

const isRejected = ({ mark }: Counting): Column => F.columnNamed(mark);

const isThere = (counting: Counting): Column => (counting.dropped ? isRejected(counting).not() : F.lit(true));

const countsOf = (counting: Counting): [Column, Column] => [
  F.count(F.when(isThere(counting), 1)),
  F.count(F.when(isRejected(counting), 1)),
];

const outputOf = (counting: Counting, marked: DataFrame): DataFrame =>
  (counting.dropped ? marked.filter(isThere(counting)) : marked).drop(counting.mark);
