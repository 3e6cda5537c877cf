import { sortable, type Comparable } from './comparable.ts';
import type { Primitive } from './shape.ts';

/** Numbers of 32 bits without a sign, the least significant first, whose order is the order of the values. */
export interface SortKeys {
  readonly words: readonly Uint32Array[];
  /** 1 where there is no value. */
  readonly nulls: Uint8Array;
}

/** Makes the sort keys of a column, value by value. */
export interface KeyMaker {
  readonly set: (at: number, raw: Primitive | null | undefined) => void;
  readonly finish: () => SortKeys;
}

const sign = 0x8000_0000;

/** What makes the keys of `count` values. */
export function keyMaker(kind: Comparable['keys'], count: number): KeyMaker {
  const nulls = new Uint8Array(count);
  const present =
    (set: (at: number, raw: Primitive) => void): KeyMaker['set'] =>
    (at, raw) => {
      if (raw === null || raw === undefined) nulls[at] = 1;
      else set(at, raw);
    };
  if (kind === 'text') {
    const texts: string[] = new Array<string>(count).fill('');
    const set = present((at, raw) => (texts[at] = sortable(raw as string | Uint8Array)));
    return { set, finish: () => ({ words: [ranksOf(texts, nulls)], nulls }) };
  }
  const words = Array.from({ length: kind === 'wide' ? 4 : 2 }, () => new Uint32Array(count));
  return { set: present(setters[kind](words)), finish: () => ({ words, nulls }) };
}

const scratch = new DataView(new ArrayBuffer(8));

type Setter = (words: readonly Uint32Array[]) => (at: number, raw: Primitive) => void;

const setters: Readonly<Record<Exclude<Comparable['keys'], 'text'>, Setter>> = {
  whole:
    ([low, high] = []) =>
    (at, raw) => {
      if (low === undefined || high === undefined) return;
      if (typeof raw === 'bigint') {
        scratch.setBigInt64(0, raw);
        low[at] = scratch.getUint32(4);
        high[at] = scratch.getUint32(0) ^ sign;
      } else low[at] = Number(raw) ^ sign;
    },
  fraction:
    ([low, high] = []) =>
    (at, raw) => {
      if (low === undefined || high === undefined) return;
      // + 0 makes 0 of -0; NaN is stored in more than one way
      scratch.setFloat64(0, Number.isNaN(raw) ? Number.NaN : (raw as number) + 0);
      const first = scratch.getUint32(0);
      const isNegative = first >= sign;
      high[at] = isNegative ? ~first : first ^ sign;
      low[at] = isNegative ? ~scratch.getUint32(4) : scratch.getUint32(4);
    },
  wide: (words) => (at, raw) => {
    const { buffer, byteOffset } = raw as Uint8Array;
    const view = new DataView(buffer, byteOffset, 16);
    for (const [i, word] of words.entries()) word[at] = view.getUint32(12 - 4 * i) ^ (i === 3 ? sign : 0);
  },
};

/** The order of rows by words: those of each pass keep the order of the pass before. */
export function sortByWord(order: Uint32Array, word: Uint32Array, isDescending: boolean): Uint32Array {
  let [from, to]: [Uint32Array, Uint32Array] = [order, new Uint32Array(order.length)];
  const turned = isDescending ? 0xffff : 0;
  for (const shift of [0, 16]) {
    const places = new Uint32Array(0x1_0000);
    const placeOf = (row: number): number => (((word[row] ?? 0) >>> shift) & 0xffff) ^ turned;
    for (const row of from) places[placeOf(row)] = (places[placeOf(row)] ?? 0) + 1;
    if (places.includes(from.length)) continue;
    let next = 0;
    for (let i = 0; i < places.length; i++) {
      const many = places[i] ?? 0;
      places[i] = next;
      next += many;
    }
    for (const row of from) {
      const place = placeOf(row);
      const at = places[place] ?? 0;
      to[at] = row;
      places[place] = at + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Units of a text that are compared as numbers; the rest is compared as text. */
const unitsInWords = 4;

/** Numbers that stand for texts in their order: the same for the same text. */
function ranksOf(texts: readonly string[], nulls: Uint8Array): Uint32Array {
  const same = sharedUnits(texts, nulls);
  const words = [0, 1].map((half) =>
    Uint32Array.from(texts, (text) => {
      const at = same + unitsInWords - 2 - 2 * half;
      return ((text.charCodeAt(at) || 0) << 16) | (text.charCodeAt(at + 1) || 0);
    }),
  );
  let order: Uint32Array = Uint32Array.from(texts, (_, row) => row);
  for (const word of words) order = sortByWord(order, word, false);
  const compare = (a: number, b: number): number => {
    const [one, other] = [texts[a] ?? '', texts[b] ?? ''];
    return one < other ? -1 : one > other ? 1 : 0;
  };
  const areTied = (a: number, b: number): boolean => words.every((word) => word[a] === word[b]);
  const ranks = new Uint32Array(texts.length);
  let rank = 0;
  for (let from = 0, to = 0; from < order.length; from = to) {
    for (to = from + 1; to < order.length && areTied(order[from] ?? 0, order[to] ?? 0);) to += 1;
    const tied = to - from > 1 ? order.subarray(from, to).sort(compare) : order.subarray(from, to);
    let before = '';
    for (const [i, row] of tied.entries()) {
      const text = texts[row] ?? '';
      if (i === 0 || text !== before) rank += 1;
      ranks[row] = rank;
      before = text;
    }
  }
  return ranks;
}

/** How many units all texts begin with alike. */
function sharedUnits(texts: readonly string[], nulls: Uint8Array): number {
  let [first, shared] = ['', -1];
  for (const [row, text] of texts.entries()) {
    if (nulls[row] === 1) continue;
    if (shared === -1) [first, shared] = [text, text.length];
    let same = 0;
    while (same < shared && text.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    shared = same;
    if (shared === 0) return 0;
  }
  return Math.max(0, shared);
}
