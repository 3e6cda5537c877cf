/** An arrow between two things of a drawing. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Where a thing stands: columns go with the arrows, rows from the top. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

const none: readonly string[] = [];

function neighbours(arrows: readonly Arrow[], of: 'from' | 'to', other: 'from' | 'to'): Neighbours {
  const found = new Map<string, string[]>();
  for (const arrow of arrows) {
    const list = found.get(arrow[of]);
    if (list === undefined) found.set(arrow[of], [arrow[other]]);
    else list.push(arrow[other]);
  }
  return found;
}

/** Things in an order in which arrows lead forward, but for those that close a circle. */
function inOrder(keys: readonly string[], next: Neighbours): readonly string[] {
  const done: string[] = [];
  const met = new Set<string>();
  for (const start of keys) {
    if (met.has(start)) continue;
    met.add(start);
    const path = [{ key: start, at: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const following = next.get(top.key)?.[top.at++];
      if (following === undefined) {
        done.push(top.key);
        path.pop();
      } else if (!met.has(following)) {
        met.add(following);
        path.push({ key: following, at: 0 });
      }
    }
  }
  return done.toReversed();
}

/** Sweeps in which things are put beside what they belong to. */
const sweeps = 4;

/**
 * Places for things, so that arrows lead to the right (but for those that close a circle) and cross little: layers by the
 * longest way, sorted by the middle of their neighbours (Sugiyama, Tagawa, Toda 1981).
 */
export function layered(keys: readonly string[], arrows: readonly Arrow[]): ReadonlyMap<string, Place> {
  const next = neighbours(arrows, 'from', 'to');
  const before = neighbours(arrows, 'to', 'from');
  const order = inOrder(keys, next);
  const rank = new Map(order.map((key, i) => [key, i]));
  const isForward = (from: string, to: string): boolean => (rank.get(from) ?? 0) < (rank.get(to) ?? 0);
  const column = new Map<string, number>();
  for (const key of order) {
    const above = (before.get(key) ?? none).filter((one) => isForward(one, key));
    column.set(key, Math.max(0, ...above.map((one) => (column.get(one) ?? 0) + 1)));
  }
  // what nothing leads to stands right before what it leads to
  for (const key of order) {
    const below = (next.get(key) ?? none).filter((one) => isForward(key, one));
    const isFirst = !(before.get(key) ?? none).some((one) => isForward(one, key));
    if (isFirst && below.length > 0) column.set(key, Math.min(...below.map((one) => column.get(one) ?? 0)) - 1);
  }
  const columns: string[][] = [];
  for (const key of keys) (columns[column.get(key) ?? 0] ??= []).push(key);
  const rows = new Map<string, number>();
  const number = (list: readonly string[]): void => list.forEach((key, row) => rows.set(key, row));
  for (const list of columns) number(list);
  const sort = (list: string[], beside: Neighbours): void => {
    const middle = (key: string): number => {
      const around = beside.get(key) ?? none;
      if (around.length === 0) return rows.get(key) ?? 0;
      return around.reduce((sum, one) => sum + (rows.get(one) ?? 0), 0) / around.length;
    };
    const middles = new Map(list.map((key) => [key, middle(key)]));
    list.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0));
    number(list);
  };
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const list of columns) sort(list, before);
    for (const list of columns.toReversed()) sort(list, next);
  }
  return new Map(keys.map((key) => [key, { column: column.get(key) ?? 0, row: rows.get(key) ?? 0 }]));
}

/** A thing with all that leads to it, and all that it leads to. */
export function reach(start: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const found = new Set<string>([start]);
  for (const beside of [neighbours(arrows, 'from', 'to'), neighbours(arrows, 'to', 'from')]) {
    const met = new Set<string>([start]);
    const waiting = [start];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const one of beside.get(at) ?? none)
        if (!met.has(one)) {
          met.add(one);
          found.add(one);
          waiting.push(one);
        }
  }
  return found;
}
