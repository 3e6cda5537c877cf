import type { DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { placesOf, type GridPlace } from './layout.ts';

/** A cell of a sheet: what a node shows, or a text of its own. Keys that are not named here are kept as they came. */
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
  /** Columns and rows that it takes. */
  readonly w: string;
  readonly h: string;
  readonly text?: string;
  /** The title of the one output that is shown; without it all that the node shows. */
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

/** The sheets of a record with every item in a place of its own, whoever made it. */
export function sheetsOf({ sheets }: Pick<DashboardRecord, 'sheets'>): readonly Sheet[] {
  return sheets.map((sheet, i) => {
    const items = sheet.items.map((item) => item as unknown as Readonly<Record<string, unknown>>);
    const ids = items.map(({ id }) => Number(id ?? Number.NaN));
    const areSound = new Set(ids).size === ids.length && ids.every((id) => Number.isSafeInteger(id));
    const named = items.map((item, at) => ({
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
    const places = placesOf(
      named.map((item) => {
        const { x, y, w, h } = item as Readonly<Record<string, unknown>>;
        return { id: item.id, x: word(x), y: word(y), w: word(w), h: word(h) };
      }),
    );
    return { ...sheet, idx: sheet.idx || String(i), items: withPlaces(named, places) };
  });
}

/** Items in the places that were found for them. */
export function withPlaces(items: readonly Omit<Item, 'x' | 'y' | 'w' | 'h'>[], places: readonly GridPlace[]): Item[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  return items.map((item) => {
    const { x = 0, y = 0, w = 6, h = 8 } = byId.get(item.id as number) ?? {};
    return { ...item, x: String(x), y: String(y), w: String(w), h: String(h) } as Item;
  });
}

export const placeOf = ({ id, x, y, w, h }: Item): GridPlace => ({
  id,
  x: Number(x),
  y: Number(y),
  w: Number(w),
  h: Number(h),
});

export const isText = ({ workflowId, type }: Item): boolean => workflowId === '' && type === 'TEXT';

/** True for what shows a registered model, whatever run has saved it. */
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

/** The kind of item that an output of a run is shown as. */
export const typeOf = (output: string): string =>
  ({ table: 'TABLE', chart: 'CHART', variable: 'METRIC' })[output] ?? 'TEXT';

export const newSheet = (sheets: readonly Sheet[], name: string): Sheet => ({
  idx: String(Math.max(0, ...sheets.map(({ idx }) => Number(idx)).filter(Number.isSafeInteger)) + 1),
  name,
  description: '',
  type: 'GRID',
  items: [],
});

/** The sheet with an item more, where there is room first. */
export function withItem(sheet: Sheet, item: Omit<Item, 'id' | 'x' | 'y'>): Sheet {
  const id = Math.max(0, ...sheet.items.map((one) => one.id)) + 1;
  const places = placesOf([...sheet.items, { id, x: '', y: '', w: item.w as string, h: item.h as string }]);
  return { ...sheet, items: withPlaces([...sheet.items, { ...item, id } as Item], places) };
}

/** An item for what a node has shown. */
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

/** The sheet that an address names; the first where it names none that is there. */
export const sheetShown = (sheets: readonly Sheet[], wanted: string | undefined): Sheet | undefined =>
  sheets.find(({ idx }) => idx === wanted) ?? sheets[0];
