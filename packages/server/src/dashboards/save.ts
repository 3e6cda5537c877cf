import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import { projectFor, requireRight, visible } from '../access/projects.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../problems.ts';
import { batches } from '../store/batches.ts';
import type { Db } from '../store/database.ts';
import type { DashboardTable } from '../store/tables/project-records.ts';
import type { Tables } from '../store/tables.ts';
import { notFound, staleVersion } from '../refusals.ts';

export type DashboardRow = Selectable<DashboardTable>;

/** The parts of a dashboard that are looked at; all else is kept as it came. */
export interface Content {
  readonly name: string;
  readonly uuid: string;
  readonly category: string;
  readonly description: string;
  readonly sheets: readonly Record<string, unknown>[];
  readonly [key: string]: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A dashboard that came in a request. Fails with the place of what is wrong. */
export function contentOf(body: unknown): Content {
  if (!isObject(body)) throw new Problem('MALFORMED', 'the request body must be a dashboard');
  const { name, sheets = [] } = body;
  const [uuid, category, description] = [body['uuid'], body['category'], body['description']].map((one, i) => {
    if (one != null && typeof one !== 'string')
      throw new Problem('MALFORMED', `body/${['uuid', 'category', 'description'][i]} must be text`);
    return one ?? '';
  }) as [string, string, string];
  if (typeof name !== 'string' || name.trim() === '')
    throw new Problem('UNPROCESSABLE', 'field "name" is required: enter a name for the dashboard');
  if (!Array.isArray(sheets)) throw new Problem('MALFORMED', 'body/sheets must be an array');
  // the version is kept next to the content
  const { version: _, ...rest } = body;
  return { ...rest, name, uuid, category, description, sheets: sheets.map(sheetOf) };
}

function sheetOf(sheet: unknown, at: number): Record<string, unknown> {
  if (!isObject(sheet)) throw new Problem('MALFORMED', `body/sheets/${at} must be a sheet`);
  const { items = [], type = 'GRID', idx = String(at) } = sheet;
  if (!Array.isArray(items)) throw new Problem('MALFORMED', `body/sheets/${at}/items must be an array`);
  // their types too are kept as they came: what the page does not know it shows as all that a node has shown
  for (const [i, item] of items.entries())
    if (!isObject(item)) throw new Problem('MALFORMED', `body/sheets/${at}/items/${i} must be an item`);
  const filled = items.map((item: Record<string, unknown>, i) => ({ ...blankItem, id: i + 1, ...item }));
  return { description: '', name: '', ...sheet, idx: String(idx), type, items: filled };
}

/** What of an item a client has left out. */
const blankItem = {
  name: '',
  description: '',
  type: 'TABLE',
  nodeId: '',
  workflowId: '',
  workflowName: '',
  x: '0',
  y: '0',
};

/** A dashboard that a user may see, and may change if that is asked. */
export async function dashboardFor(
  db: Kysely<Tables>,
  who: Principal,
  id: number,
  right: 'VIEW' | 'EDIT',
): Promise<DashboardRow> {
  const row = await db
    .selectFrom('dashboards')
    .selectAll('dashboards')
    .where('dashboards.id', '=', id)
    .where(visible(who, 'dashboards.projectId'))
    .executeTakeFirst();
  if (row === undefined) throw notFound('dashboard', id);
  if (right === 'EDIT') await requireRight(db, who, row.projectId, right);
  return row;
}

/** The version that a dashboard was changed from, if the request names it; null saves over any. */
export function versionIn(body: unknown): number | null {
  const version = isObject(body) ? (body['version'] ?? null) : null;
  if (version !== null && !Number.isSafeInteger(version))
    throw new Problem('MALFORMED', 'body/version must be an integer');
  return version as number | null;
}

interface DashboardSave {
  readonly id: number | null;
  readonly projectId: number | null;
  readonly input: unknown;
  /** The version that is saved over; any, if it is absent or null. */
  readonly over?: number | null;
}

/** Makes a dashboard, or changes one, and returns its id. Fails if it is not at the version that is to be saved over. */
export async function saveDashboard(
  db: Kysely<Tables>,
  who: Principal,
  { id, projectId, input, over = null }: DashboardSave,
  now: number,
): Promise<number> {
  const content = contentOf(input);
  if (id === null) {
    const project = await projectFor(db, who, projectId, 'EDIT');
    const [newId] = await insertDashboards(db, who, project, [content], now);
    return newId!;
  }
  const dashboard = await dashboardFor(db, who, id, 'EDIT');
  const columns = columnsOf(content, content.uuid === '' ? dashboard.uuid : content.uuid);
  const saved = await db
    .updateTable('dashboards')
    .set({ ...columns, dateLastUpdated: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .$if(over !== null, (query) => query.where('version', '=', over ?? 0))
    .returning('version')
    .executeTakeFirst();
  if (saved === undefined) throw staleVersion('dashboard', id, over);
  return id;
}

/** Stores new dashboards of a project and returns their ids. The caller has checked the permission. */
export async function insertDashboards(
  db: Db,
  who: Principal,
  projectId: number,
  contents: readonly Content[],
  now: number,
): Promise<readonly number[]> {
  const ids: number[] = [];
  const rest = { projectId, userId: who.id, dateCreated: now, dateLastUpdated: now };
  const rows = contents.map((one) => columnsOf(one, one.uuid === '' ? randomUUID() : one.uuid));
  for (const batch of batches(rows, ({ content }) => content.length)) {
    const values = batch.map((columns) => ({ ...columns, ...rest }));
    const idRows = await db.insertInto('dashboards').values(values).returning('id').execute();
    ids.push(...idRows.map(({ id }) => id));
  }
  return ids;
}

function columnsOf(content: Content, uuid: string) {
  const { name, category, description } = content;
  return { uuid, name, category, description, content: JSON.stringify({ ...content, uuid }) };
}
