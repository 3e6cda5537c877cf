import type { DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { positionsOf, type GridPosition } from './layout.ts';

/** An item of a sheet: the output of a node, or a text of its own. Other keys are preserved. */
export interface Item {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly nodeId: string;
  /** Empty for a text of its own. */
  readonly workflowId: string;
  readonly workflowName: string;
  readonly x: string;
  readonly y: string;
  /** Columns and rows of its size. */
  readonly w: string;
  readonly h: string;
  readonly text?: string;
  /** The title of the only output that is shown; absent for all outputs of the node. */
  readonly output?: string;
  readonly [key: string]: unknown;
}

export interface Sheet {
  readonly idx: string;
  readonly name: string;
  readonly items: readonly Item[];
  readonly [key: string]: unknown;
}

const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The sheets of a record, with a valid position for every item. */
export function sheetsOf({ sheets }: Pick<DashboardRecord, 'sheets'>): readonly Sheet[] {
  return sheets.map((sheet, i) => {
    const items = sheet.items.map((item) => item as unknown as Readonly<Record<string, unknown>>);
    const ids = items.map(({ id }) => Number(id ?? Number.NaN));
    const areSound = new Set(ids).size === ids.length && ids.every((id) => Number.isSafeInteger(id));
    const completeItems = items.map((item, at) => ({
      ...item,
      id: areSound ? (ids[at] as number) : at + 1,
      name: word(item['name']),
      type: word(item['type']).toUpperCase() || 'TABLE',
      nodeId: word(item['nodeId']),
      workflowId: word(item['workflowId']),
      workflowName: word(item['workflowName']),
      ...(item['text'] === undefined ? {} : { text: word(item['text']) }),
      ...(item['output'] === undefined ? {} : { output: word(item['output']) }),
    }));
    const positions = positionsOf(
      completeItems.map((item) => {
        const { x, y, w, h } = item as Readonly<Record<string, unknown>>;
        return { id: item.id, x: word(x), y: word(y), w: word(w), h: word(h) };
      }),
    );
    return { ...sheet, idx: sheet.idx || String(i), items: withPositions(completeItems, positions) };
  });
}

/** Items at the positions that were computed for them. */
export function withPositions(
  items: readonly Omit<Item, 'x' | 'y' | 'w' | 'h'>[],
  positions: readonly GridPosition[],
): Item[] {
  const byId = new Map(positions.map((position) => [position.id, position]));
  return items.map((item) => {
    const { x = 0, y = 0, w = 6, h = 8 } = byId.get(item.id as number) ?? {};
    return { ...item, x: String(x), y: String(y), w: String(w), h: String(h) } as Item;
  });
}

export const positionOf = ({ id, x, y, w, h }: Item): GridPosition => ({
  id,
  x: Number(x),
  y: Number(y),
  w: Number(w),
  h: Number(h),
});

export const isText = ({ workflowId, type }: Item): boolean => workflowId === '' && type === 'TEXT';

/** True for an item of a registered model, whatever run saved it. */
export const namesModel = ({ type, modelId }: Item): boolean => type === 'MODEL' && modelId != null && modelId !== '';

/** An item for a registered model: one of its versions, or its champion. */
export const itemOfModel = (
  { id, name }: { readonly id: number; readonly name: string },
  version: number | null,
): Omit<Item, 'id' | 'x' | 'y'> => ({
  name,
  description: '',
  type: 'MODEL',
  nodeId: '',
  workflowId: '',
  workflowName: '',
  modelId: id,
  ...(version === null ? {} : { version }),
  w: '6',
  h: '6',
});

/** The kind of item for an output of a run. */
export const typeOf = (output: string): string =>
  ({ table: 'TABLE', chart: 'CHART', variable: 'METRIC' })[output] ?? 'TEXT';

export const newSheet = (sheets: readonly Sheet[], name: string): Sheet => ({
  idx: String(Math.max(0, ...sheets.map(({ idx }) => Number(idx)).filter(Number.isSafeInteger)) + 1),
  name,
  description: '',
  type: 'GRID',
  items: [],
});

/** The sheet with another item, at the first free position. */
export function withItem(sheet: Sheet, item: Omit<Item, 'id' | 'x' | 'y'>): Sheet {
  const id = Math.max(0, ...sheet.items.map((one) => one.id)) + 1;
  const positions = positionsOf([...sheet.items, { id, x: '', y: '', w: item.w as string, h: item.h as string }]);
  return { ...sheet, items: withPositions([...sheet.items, { ...item, id } as Item], positions) };
}

/** An item for an output of a node. */
export const itemOf = (from: {
  readonly workflowId: number;
  readonly workflowName: string;
  readonly nodeId: string;
  readonly title: string;
  readonly type: string;
}): Omit<Item, 'id' | 'x' | 'y'> => ({
  name: from.title,
  description: '',
  type: typeOf(from.type),
  nodeId: from.nodeId,
  workflowId: String(from.workflowId),
  workflowName: from.workflowName,
  output: from.title,
  w: '6',
  h: from.type === 'variable' ? '3' : '8',
});

/** The sheet in the address; the first if the address names none that exists. */
export const openSheetOf = (sheets: readonly Sheet[], requestedIdx: string | undefined): Sheet | undefined =>
  sheets.find(({ idx }) => idx === requestedIdx) ?? sheets[0];
