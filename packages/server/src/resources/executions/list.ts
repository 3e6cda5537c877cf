import { sql, type SelectQueryBuilder } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Principal } from '../../access/principal.ts';
import { listed } from '../../access/projects.ts';
import { live, statuses } from '../../executions/status.ts';
import { Problem } from '../../http/problems.ts';
import { orderOf } from '../../http/types.ts';
import { unsought, type Db } from '../../store/database.ts';
import type { Tables } from '../../store/tables.ts';
import { ExecutionRecord, executionRecord, recordColumns } from './records.ts';

const Word = Type.Optional(Type.String({ maxLength: 1_000 }));

export const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 0, default: 0, maximum: 1e9 }),
  size: Type.Integer({ minimum: 1, maximum: 1_000, default: 50 }),
  sortOrder: Word,
  sortBy: Word,
  filterBy: Word,
  fromDate: Word,
  toDate: Word,
  filteredProjectList: Word,
  applicationId: Word,
});

export const PagedExecutions = Type.Object({
  executions: Type.Array(ExecutionRecord),
  totalPages: Type.Integer(),
  totalElements: Type.Integer(),
});

/** Parameters of newer clients, which read an object of pages. */
const newer = [
  'sortOrder',
  'sortBy',
  'filterBy',
  'fromDate',
  'toDate',
  'filteredProjectList',
  'applicationId',
] as const;

const sortable = { endTime: 'endedAt', startTime: 'startedAt', id: 'id', name: 'name', status: 'status' } as const;

const day = 86_400_000;

/** Executions that someone may see, newest first: the plain array, or an object of pages for newer clients. */
export async function listExecutions(db: Db, who: Principal, query: Static<typeof ListQuery>, base: string) {
  const { page, size } = query;
  const paged = newer.some((name) => query[name] !== undefined);
  const order = orderOf(query.sortOrder);
  if (order === undefined || order === 'alphabetical')
    throw new Problem('MALFORMED', `sortOrder "${query.sortOrder}" is none of asc, desc`);
  const by =
    query.sortBy === undefined || query.sortBy === ''
      ? 'id'
      : (sortable as Readonly<Record<string, (typeof sortable)[keyof typeof sortable]>>)[query.sortBy];
  if (by === undefined)
    throw new Problem('MALFORMED', `sortBy "${query.sortBy}" is none of ${Object.keys(sortable).join(', ')}`);
  const projects = [
    ...numbers(query.filteredProjectList, 'filteredProjectList'),
    ...numbers(query.applicationId, 'applicationId'),
  ];
  const wanted = statusesOf(query.filterBy);
  const from = dateOf(query.fromDate, 'fromDate');
  const to = dateOf(query.toDate, 'toDate');
  const where = { named: projects };
  const found = db
    .selectFrom('executions')
    .$if(from !== undefined, (q) => q.where('queuedAt', '>=', from ?? 0))
    .$if(to !== undefined, (q) => q.where('queuedAt', '<', (to ?? 0) + day));
  const counted = async (): Promise<number> => {
    const { n } = await found
      .where(await listed(db, who, 'executions.projectId', where))
      .$if(wanted !== undefined, (q) => q.where('status', 'in', [...(wanted ?? [])]))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return n;
  };
  const total = paged ? await counted() : undefined;
  const { limit, offset, turned } = stretch(page, size, total);
  const inSight = await listed(db, who, 'executions.projectId', { ...where, ofProject: by === 'id' });
  // as for projects: an order that the index by state has not is read in its own index
  const inOrder = wanted?.length === 1 && (by === 'id' || by === 'status');
  const state = inOrder ? sql<number>`status` : sql<number>`${unsought(db, 'status')}`;
  const sorted = <Q extends Found>(q: Q, direction: 'asc' | 'desc'): Q =>
    (by === 'id' ? q.orderBy('id', direction) : q.orderBy(by, direction).orderBy('id', direction)) as Q;
  const chosen = found
    .where(inSight)
    .$if(wanted !== undefined, (q) => q.where(state, 'in', [...(wanted ?? [])]))
    .select('id');
  const other = order === 'asc' ? 'desc' : 'asc';
  const ids = sorted(chosen, turned ? other : order)
    .limit(limit)
    .offset(offset);
  const rows = await sorted(db.selectFrom('executions').select(recordColumns).where('id', 'in', ids), order).execute();
  const executions = rows.map((row) => executionRecord(row, base));
  return total === undefined ? executions : { executions, totalPages: Math.ceil(total / size), totalElements: total };
}

/** Where a page lies in a list; one of the second half is counted from the end, which is nearer. */
function stretch(page: number, size: number, total = Number.POSITIVE_INFINITY) {
  const offset = page * size;
  if (offset >= total) return { limit: 0, offset: 0, turned: false };
  if (offset < total / 2) return { limit: size, offset, turned: false };
  return { limit: Math.min(size, total - offset), offset: Math.max(0, total - offset - size), turned: true };
}

type Found = SelectQueryBuilder<Tables, 'executions', object>;

/** The newest executions among those that are chosen, as records. */
export async function newestExecutions(db: Db, base: string, most: number, choose: (all: Found) => Found) {
  const ids = choose(db.selectFrom('executions')).select('id').orderBy('id', 'desc').limit(most);
  const rows = await db
    .selectFrom('executions')
    .select(recordColumns)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => executionRecord(row, base));
}

/** Status numbers of a filter; undefined for all. */
function statusesOf(filter: string | undefined): readonly number[] | undefined {
  const word = (filter ?? '').replaceAll(/executions?|[_\s-]/gi, '').toUpperCase();
  if (word === '' || word === 'ALL') return undefined;
  if (word === 'LIVE') return live;
  const status = (statuses as Readonly<Record<string, number>>)[
    word === 'SUCCESS' || word === 'SUCCEEDED' ? 'COMPLETED' : word
  ];
  if (status === undefined) throw new Problem('MALFORMED', `filterBy "${filter}" names no state of an execution`);
  return [status];
}

function numbers(list: string | undefined, name: string): readonly number[] {
  const words = (list ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return words.map((word) => {
    if (!/^\d{1,15}$/.test(word)) throw new Problem('MALFORMED', `${name} "${word}" is no id`);
    return Number(word);
  });
}

/** Midnight (UTC) of a date that a client names; undefined for none. */
export function dateOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Problem('MALFORMED', `${name} "${text}" is no date such as 2026-11-21`);
  return at;
}
