import type { Cell } from '../api/cell.ts';

/** The type class of a column's values, as far as pictures need it. */
export type ValueKind = 'number' | 'time' | 'truth' | 'text' | 'nested';

/** Frequencies of values, the most frequent first. */
export interface Frequent {
  readonly value: string;
  readonly count: number;
}

/** The distribution of values between minimum and maximum; of numbers, or of times in milliseconds since 1970. */
export interface Bins {
  readonly from: number;
  readonly to: number;
  /** Of equal width; the last one holds `to`. */
  readonly counts: readonly number[];
}

/** The profile of a column in figures. */
export interface ColumnSummary {
  readonly name: string;
  readonly type: string;
  /** All values of the sample, absent ones too. */
  readonly rows: number;
  readonly nulls: number;
  /** Values that are not a number (NaN); they count as values, and take no part in min, max, mean and bins. */
  readonly nans: number;
  /** Distinct values besides null; null if unknown. */
  readonly distinct: number | null;
  /** As they are shown; null if there are none, or if the type has no order. */
  readonly min: string | null;
  readonly max: string | null;
  readonly mean: number | null;
  readonly bins: Bins | null;
  readonly top: readonly Frequent[] | null;
}

const maxBins = 16;
const maxTop = 6;

/** The class of a column's values by its type, from an engine (`bigint`) or a dataset (`LONG`). */
export function kindOf(type: string): ValueKind {
  const word = type.toLowerCase();
  if (/^(tinyint|smallint|int|integer|bigint|byte|short|long|float|double|decimal)\b/.test(word)) return 'number';
  if (/^(date|timestamp)/.test(word)) return 'time';
  if (word === 'boolean') return 'truth';
  return /^(array|map|struct|binary|vector|variant)/.test(word) ? 'nested' : 'text';
}

const isWhole = (type: string): boolean => /^(tinyint|smallint|int|integer|bigint|byte|short|long)\b/i.test(type);

/**
 * Summarises rows column by column. Numbers and times may be text; a blank text is absent in columns of them. Text and
 * booleans get their most frequent values, nested values only counts.
 */
export function summarise(
  columns: readonly { readonly name: string; readonly type: string }[],
  rows: readonly (readonly Cell[])[],
): ColumnSummary[] {
  return columns.map(({ name, type }, at) => {
    const kind = kindOf(type);
    const isBlankAbsent = kind !== 'text' && kind !== 'nested';
    const times = new Map<string, number>();
    let nulls = 0;
    for (const row of rows) {
      const cell = row[at] ?? null;
      if (cell === null || (isBlankAbsent && cell === '')) nulls += 1;
      else {
        const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
        times.set(text, (times.get(text) ?? 0) + 1);
      }
    }
    const base = { name, type, rows: rows.length, nulls, nans: times.get('NaN') ?? 0, distinct: times.size };
    if (kind === 'number' || kind === 'time') return { ...base, ...measured(times, type, kind), top: null };
    const top = kind === 'nested' ? null : mostFrequent(times);
    const [min, max] = kind === 'text' ? ends([...times.keys()]) : [null, null];
    return { ...base, nans: 0, min, max, mean: null, bins: null, top };
  });
}

interface RangedValue {
  readonly text: string;
  readonly value: number;
  readonly count: number;
}

function measured(times: ReadonlyMap<string, number>, type: string, kind: 'number' | 'time') {
  const values: RangedValue[] = [];
  for (const [text, count] of times) {
    const value = kind === 'number' ? Number(text) : timeOf(text);
    if (!Number.isNaN(value)) values.push({ text, value, count });
  }
  const minimum = values.reduce<RangedValue | undefined>(
    (a, b) => (a === undefined || before(b, a) ? b : a),
    undefined,
  );
  const maximum = values.reduce<RangedValue | undefined>(
    (a, b) => (a === undefined || before(a, b) ? b : a),
    undefined,
  );
  const all = values.reduce((sum, { count }) => sum + count, 0);
  const mean = values.reduce((sum, { value, count }) => sum + (value / all) * count, 0);
  return {
    min: minimum?.text ?? null,
    max: maximum?.text ?? null,
    mean: kind === 'number' && all > 0 && Number.isFinite(mean) ? mean : null,
    bins: binsOf(values, isWhole(type)),
  };
}

const whole = /^-?\d+$/;

function before(a: RangedValue, b: RangedValue): boolean {
  if (a.value !== b.value) return a.value < b.value;
  // whole numbers beyond 2^53 are the same as doubles
  return whole.test(a.text) && whole.test(b.text) && BigInt(a.text) < BigInt(b.text);
}

/** Milliseconds since 1970; a time without a zone is taken for one in UTC. */
export function timeOf(text: string): number {
  const [date = '', clock] = text.split(/[ T]/);
  if (clock === undefined) return Date.parse(`${date}T00:00:00Z`);
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(clock) ? `${date}T${clock}` : `${date}T${clock}Z`);
}

/** Values beyond all numbers (infinities) are in no bin. */
function binsOf(values: readonly RangedValue[], areWhole: boolean): Bins | null {
  const finite = values.filter(({ value }) => Number.isFinite(value));
  const minimum = finite.reduce((a, { value }) => Math.min(a, value), Infinity);
  const maximum = finite.reduce((a, { value }) => Math.max(a, value), -Infinity);
  if (finite.length === 0 || !Number.isFinite(maximum - minimum)) return null;
  // a few whole numbers have a bin each, and lie in its middle
  const isFew = areWhole && maximum - minimum < maxBins;
  const [from, to] = isFew ? [minimum - 0.5, maximum + 0.5] : [minimum, maximum];
  const many = isFew ? maximum - minimum + 1 : minimum === maximum ? 1 : maxBins;
  const counts = Array.from({ length: many }, () => 0);
  for (const { value, count } of finite) {
    const at = to === from ? 0 : Math.min(many - 1, Math.floor(((value - from) / (to - from)) * many));
    counts[at] = (counts[at] ?? 0) + count;
  }
  return { from, to, counts };
}

function mostFrequent(times: ReadonlyMap<string, number>): Frequent[] {
  return [...times]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || byCharacters(a.value, b.value))
    .slice(0, maxTop);
}

/** The first and the last of some texts. */
function ends(texts: readonly string[]): [string | null, string | null] {
  let [first, last] = [texts[0] ?? null, texts[0] ?? null];
  for (const text of texts) {
    if (first !== null && byCharacters(text, first) < 0) first = text;
    if (last !== null && byCharacters(text, last) > 0) last = text;
  }
  return [first, last];
}

const byCharacters = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
