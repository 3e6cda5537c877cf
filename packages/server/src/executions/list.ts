import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { filterByProject } from '../access/projects.ts';
import { live, statuses } from './status.ts';
import type { ExecutionRow } from './transitions.ts';
import { sendList } from '../http/json-array.ts';
import { component, Id, orderOf } from '../http/types.ts';
import { unsought, type Db } from '../store/database.ts';
import { holdsText } from '../store/like.ts';
import type { Tables } from '../store/tables.ts';
import { ExecutionRecord, executionRecord, recordColumns } from './records.ts';
import { mustBeOneOf, invalidParameter } from '../refusals.ts';

const Word = Type.Optional(Type.String({ maxLength: 1_000 }));

export const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 0, default: 0, maximum: 1e9 }),
  size: Type.Integer({ minimum: 1, maximum: 1_000, default: 50 }),
  sortOrder: Word,
  sortBy: Word,
  filterBy: Word,
  fromDate: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description:
        'Only runs requested since then: a date (UTC) such as 2026-11-21, or a time such as 2026-11-21T08:00:00Z',
    }),
  ),
  toDate: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Only runs requested until then: a date, inclusive, or a time, exclusive',
    }),
  ),
  filteredProjectList: Word,
  applicationId: Word,
  workflowId: Type.Optional(Id),
  userId: Type.Optional(Id),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only runs whose name contains each of these words; a number also matches the id',
    }),
  ),
});

export const PagedExecutions = component(
  'PagedExecutions',
  Type.Object({
    executions: Type.Array(ExecutionRecord),
    totalPages: Type.Integer(),
    totalElements: Type.Integer(),
  }),
);

/** Parameters of newer clients, which read an object of pages. */
const newer = [
  'sortOrder',
  'sortBy',
  'filterBy',
  'fromDate',
  'toDate',
  'filteredProjectList',
  'applicationId',
  'workflowId',
  'userId',
  'search',
] as const;

/** The orders, by what records show: of a run that waits when it was queued, of a live one its last sign of life. */
const sortable = {
  endTime: sql`coalesce(ended_at, heartbeat_at)`,
  startTime: sql`coalesce(started_at, queued_at)`,
  id: sql`id`,
  name: sql`name`,
  status: sql`status`,
} as const;

const isSortable = (word: string): word is keyof typeof sortable => Object.hasOwn(sortable, word);

const day = 86_400_000;

/** Executions that a user may see, newest first: the plain array, or an object of pages for newer clients. */
export async function listExecutions(db: Db, who: Principal, query: Static<typeof ListQuery>, base: string) {
  const { page, size } = query;
  const isPaged = newer.some((name) => query[name] !== undefined);
  const order = orderOf(query.sortOrder);
  if (order === undefined || order === 'alphabetical')
    throw invalidParameter('sortOrder', query.sortOrder ?? '', mustBeOneOf(['asc', 'desc']));
  const by = query.sortBy || 'id';
  if (!isSortable(by)) throw invalidParameter('sortBy', by, mustBeOneOf(Object.keys(sortable)));
  const projects = inBoth(
    numbers(query.filteredProjectList, 'filteredProjectList'),
    numbers(query.applicationId, 'applicationId'),
  );
  const statusFilter = statusesOf(query.filterBy);
  const from = momentOf(query.fromDate, 'fromDate', 'begin');
  const to = momentOf(query.toDate, 'toDate', 'end');
  const { userId, workflowId, search = '' } = query;
  const where = { projectIds: projects };
  const matching = db
    .selectFrom('executions')
    .$if(from !== undefined, (q) => q.where('queuedAt', '>=', from ?? 0))
    .$if(to !== undefined, (q) => q.where('queuedAt', '<', to ?? 0))
    .$if(search.trim() !== '', (q) => q.where(nameContains(search)));
  /** The runs of one user or workflow; found by an index of theirs if that has the order, too. */
  const narrow = (isSought: boolean) => {
    const column = (name: string) => sql<number>`${isSought ? sql.raw(name) : unsought(db, name)}`;
    return matching
      .$if(userId !== undefined, (q) => q.where(column('user_id'), '=', userId ?? 0))
      .$if(workflowId !== undefined, (q) => q.where(column('workflow_id'), '=', workflowId ?? 0));
  };
  const count = async (): Promise<number> => {
    const { n } = await narrow(true)
      .where(await filterByProject(db, who, 'executions.projectId', where))
      .$if(statusFilter !== undefined, (q) => q.where('status', 'in', [...(statusFilter ?? [])]))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return n;
  };
  const total = isPaged ? await count() : undefined;
  const { limit, offset, isReversed } = stretch(page, size, total);
  const visibleRuns = await filterByProject(db, who, 'executions.projectId', { ...where, ofProject: by === 'id' });
  // as for projects: an order that the index by state has not is read in its own index
  const inOrder = statusFilter?.length === 1 && (by === 'id' || by === 'status');
  const state = inOrder ? sql<number>`status` : sql<number>`${unsought(db, 'status')}`;
  const sort = <Q extends ExecutionQuery>(q: Q, direction: 'asc' | 'desc'): Q =>
    (by === 'id' ? q.orderBy('id', direction) : q.orderBy(sortable[by], direction).orderBy('id', direction)) as Q;
  const selection = narrow(by === 'id')
    .where(visibleRuns)
    .$if(statusFilter !== undefined, (q) => q.where(state, 'in', [...(statusFilter ?? [])]))
    .select('id');
  const other = order === 'asc' ? 'desc' : 'asc';
  const ids = sort(selection, isReversed ? other : order)
    .limit(limit)
    .offset(offset);
  const rows = await sort(db.selectFrom('executions').select(recordColumns).where('id', 'in', ids), order).execute();
  const executions = rows.map((row) => executionRecord(row, base));
  return total === undefined ? executions : { executions, totalPages: Math.ceil(total / size), totalElements: total };
}

/** Projects that two lists name, each of which may name none and then means all. */
function inBoth(one: readonly number[], other: readonly number[]): readonly number[] {
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  const both = one.filter((id) => other.includes(id));
  // an empty list would mean all; no project is 0
  return both.length === 0 ? [0] : both;
}

/** Where a page lies in a list; one of the second half is counted from the end, which is nearer. */
function stretch(page: number, size: number, total = Number.POSITIVE_INFINITY) {
  const offset = page * size;
  if (offset >= total) return { limit: 0, offset: 0, isReversed: false };
  if (offset < total / 2) return { limit: size, offset, isReversed: false };
  return { limit: Math.min(size, total - offset), offset: Math.max(0, total - offset - size), isReversed: true };
}

type ExecutionQuery = SelectQueryBuilder<Tables, 'executions', object>;

/** Sends the executions that are chosen, the newest first: a page of them, or all. */
export async function sendExecutions(
  db: Db,
  request: FastifyRequest<{ Querystring: { page: number; size?: number } }>,
  reply: FastifyReply,
  base: string,
  choose: (all: ExecutionQuery) => ExecutionQuery,
) {
  const { page, size } = request.query;
  const ids = await choose(db.selectFrom('executions'))
    .select('id')
    .orderBy('id', 'desc')
    .$if(size !== undefined, (query) => query.limit(size ?? 0).offset(page * (size ?? 0)))
    .execute();
  const list = {
    item: ExecutionRecord,
    ids,
    atOnce: 200,
    read: (some: readonly number[]) =>
      db.selectFrom('executions').select(recordColumns).where('id', 'in', some).execute(),
    record: (row: Pick<ExecutionRow, (typeof recordColumns)[number]>) => executionRecord(row, base),
  };
  return sendList(request as FastifyRequest, reply, list) as never;
}

/** The newest executions among those that are chosen, as records. */
export async function newestExecutions(
  db: Db,
  base: string,
  max: number,
  choose: (all: ExecutionQuery) => ExecutionQuery,
) {
  const ids = choose(db.selectFrom('executions')).select('id').orderBy('id', 'desc').limit(max);
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
  if (status === undefined) throw invalidParameter('filterBy', filter ?? '', 'must be the status of an execution');
  return [status];
}

function numbers(list: string | undefined, name: string): readonly number[] {
  const words = (list ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return words.map((word) => {
    if (!/^\d{1,15}$/.test(word)) throw invalidParameter(name, word, 'must be a numeric id');
    return Number(word);
  });
}

const maxWords = 10;

/** Runs whose name holds each of some words; a whole number is the run of that id, too. */
function nameContains(search: string): Expression<SqlBool> {
  const words = search.trim().split(/\s+/).slice(0, maxWords);
  const holds = words.map((word) => {
    const inName = holdsText('name', word);
    return /^\d{1,15}$/.test(word) ? sql<SqlBool>`(${inName} or id = ${Number(word)})` : inName;
  });
  return sql<SqlBool>`(${sql.join(holds, sql` and `)})`;
}

/**
 * The moment that a client names; undefined for none. One that names a day alone means its first moment at the begin of a
 * stretch, and the first moment after it at the end.
 */
function momentOf(text: string | undefined, name: string, end: 'begin' | 'end'): number | undefined {
  if (text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) {
    const at = Date.parse(text);
    if (!Number.isNaN(at)) return at;
  }
  const at = dateOf(text, name);
  return at === undefined || end === 'begin' ? at : at + day;
}

/** Midnight (UTC) of a date that a client names; undefined for none. */
export function dateOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw invalidParameter(name, text, 'must be a date such as 2026-11-21');
  return at;
}
