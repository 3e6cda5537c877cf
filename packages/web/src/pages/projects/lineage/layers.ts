/** An arrow between two items of a drawing. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** The position of an item: columns follow the arrows, rows count from the top. */
export interface LayerPosition {
  readonly column: number;
  readonly row: number;
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

const none: readonly string[] = [];

function neighbours(arrows: readonly Arrow[], of: 'from' | 'to', other: 'from' | 'to'): Neighbours {
  const lists = new Map<string, string[]>();
  for (const arrow of arrows) {
    const list = lists.get(arrow[of]);
    if (list === undefined) lists.set(arrow[of], [arrow[other]]);
    else list.push(arrow[other]);
  }
  return lists;
}

/** Items in an order in which arrows lead forward, except those that close a cycle. */
function inOrder(keys: readonly string[], next: Neighbours): readonly string[] {
  const order: string[] = [];
  const met = new Set<string>();
  for (const start of keys) {
    if (met.has(start)) continue;
    met.add(start);
    const path = [{ key: start, at: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const following = next.get(top.key)?.[top.at++];
      if (following === undefined) {
        order.push(top.key);
        path.pop();
      } else if (!met.has(following)) {
        met.add(following);
        path.push({ key: following, at: 0 });
      }
    }
  }
  return order.toReversed();
}

/** Number of sweeps that move items next to their neighbours. */
const sweeps = 4;

/**
 * Positions of items for which arrows lead to the right (except those that close a cycle) and cross little: layers by
 * the longest path, sorted by the middle of their neighbours (Sugiyama, Tagawa, Toda 1981).
 */
export function layerPositions(keys: readonly string[], arrows: readonly Arrow[]): ReadonlyMap<string, LayerPosition> {
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
  // an item without incoming arrows comes right before its first successor
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
  const sort = (list: string[], neighbourKeys: Neighbours): void => {
    const middle = (key: string): number => {
      const adjacent = neighbourKeys.get(key) ?? none;
      if (adjacent.length === 0) return rows.get(key) ?? 0;
      return adjacent.reduce((sum, one) => sum + (rows.get(one) ?? 0), 0) / adjacent.length;
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

/** An item with everything above and below it. */
export function reach(start: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const reached = new Set<string>([start]);
  for (const neighbourKeys of [neighbours(arrows, 'from', 'to'), neighbours(arrows, 'to', 'from')]) {
    const met = new Set<string>([start]);
    const waiting = [start];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const one of neighbourKeys.get(at) ?? none)
        if (!met.has(one)) {
          met.add(one);
          reached.add(one);
          waiting.push(one);
        }
  }
  return reached;
}
