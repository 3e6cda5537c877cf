/** The position of an item on the grid, in columns and rows. */
export interface GridPosition {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const columns = 12;
/** Of one row, in pixels, and of the gap between two. */
export const rowHeight = 40;
export const gap = 12;

const minimum = { w: 2, h: 2 } as const;
const maximum = { w: columns, h: 40 } as const;
const usual = { w: 6, h: 8 } as const;

const meet = (a: GridPosition, b: GridPosition): boolean =>
  a.id !== b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const within = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** Positions without overlaps and without gaps above them; `first` keeps its row if another item has the same. */
export function compact(positions: readonly GridPosition[], first?: number): readonly GridPosition[] {
  const rank = ({ id }: GridPosition): number => (id === first ? 0 : 1);
  const order = positions.toSorted((a, b) => a.y - b.y || rank(a) - rank(b) || a.x - b.x);
  const result: GridPosition[] = [];
  for (const one of order) {
    const isFree = (y: number): boolean => !result.some((other) => meet({ ...one, y }, other));
    let y = one.y;
    while (!isFree(y)) y++;
    while (y > 0 && isFree(y - 1)) y--;
    result.push({ ...one, y });
  }
  return positions.map(({ id }) => result.find((one) => one.id === id) as GridPosition);
}

interface StoredItem {
  readonly id: number;
  readonly x: string;
  readonly y: string;
  readonly w: string;
  readonly h: string;
}

const whole = (text: string): number | undefined => (/^\d{1,4}$/.test(text) ? Number(text) : undefined);

/** Positions from the record; an item without a valid one gets the first free position. */
export function positionsOf(items: readonly StoredItem[]): readonly GridPosition[] {
  const result: GridPosition[] = [];
  const waiting: GridPosition[] = [];
  for (const { id, ...stored } of items) {
    const [x, y, w, h] = [whole(stored.x), whole(stored.y), whole(stored.w), whole(stored.h)];
    const size = { w: within(minimum.w, w ?? usual.w, maximum.w), h: within(minimum.h, h ?? usual.h, maximum.h) };
    const isPlaced = w !== undefined && h !== undefined && x !== undefined && y !== undefined && x + size.w <= columns;
    (isPlaced ? result : waiting).push({ id, ...size, x: isPlaced ? x : 0, y: y !== undefined && y < 1_000 ? y : 0 });
  }
  for (const one of waiting) result.push(firstFree(one, result));
  const byId = new Map(compact(result).map((position) => [position.id, position]));
  return items.map(({ id }) => byId.get(id) as GridPosition);
}

function firstFree(one: GridPosition, among: readonly GridPosition[]): GridPosition {
  for (let y = one.y; ; y++)
    for (let x = 0; x + one.w <= columns; x++) {
      const here = { ...one, x, y };
      if (!among.some((other) => meet(here, other))) return here;
    }
}

const changeItem = (
  positions: readonly GridPosition[],
  id: number,
  part: Partial<GridPosition>,
): readonly GridPosition[] =>
  compact(
    positions.map((one) => (one.id === id ? { ...one, ...part } : one)),
    id,
  );

/** Moves one item; others make way. */
export function moveItem(
  positions: readonly GridPosition[],
  id: number,
  x: number,
  y: number,
): readonly GridPosition[] {
  const { w = 0 } = positions.find((one) => one.id === id) ?? {};
  return changeItem(positions, id, { x: within(0, x, columns - w), y: Math.max(0, y) });
}

/** Resizes one item; others make way. */
export function resizeItem(
  positions: readonly GridPosition[],
  id: number,
  w: number,
  h: number,
): readonly GridPosition[] {
  const { x = 0 } = positions.find((one) => one.id === id) ?? {};
  return changeItem(positions, id, { w: within(minimum.w, w, columns - x), h: within(minimum.h, h, maximum.h) });
}

/** One step: sideways by a column; up and down past the item that lies there. */
export function stepItem(
  positions: readonly GridPosition[],
  id: number,
  way: 'left' | 'right' | 'up' | 'down',
): readonly GridPosition[] {
  const own = positions.find((one) => one.id === id);
  if (own === undefined) return positions;
  if (way === 'left' || way === 'right') return moveItem(positions, id, own.x + (way === 'left' ? -1 : 1), own.y);
  const neighbours = positions.filter((one) => one.id !== id && one.x < own.x + own.w && own.x < one.x + one.w);
  if (way === 'up') {
    const above = neighbours.filter(({ y }) => y < own.y).map(({ y }) => y);
    return above.length === 0 ? positions : moveItem(positions, id, own.x, Math.max(...above));
  }
  const below = neighbours.filter(({ y }) => y > own.y).map(({ y }) => y);
  return below.length === 0 ? positions : moveItem(positions, id, own.x, Math.min(...below) + 1);
}
