import { sql } from 'kysely';
import { live, statuses } from '../executions/status.ts';
import type { ExecutionRow } from '../executions/transitions.ts';
import type { Db, Store } from '../store/database.ts';

/** Rows that one statement deletes: it holds the writer for some milliseconds at most. */
const mostRows = 200;

/** Outputs hold tables and charts: each may be large. */
const mostOutputs = 10;

/** Deletes some rows and gives how many; none are left where it is 0. Rows that another process deletes are passed over. */
export type Batch = () => Promise<number>;

/** Deletes rows of a table whose time lies before a moment, the oldest first. */
export function olderRows(
  { db, kind }: Store,
  table: 'audit' | 'scheduleFires' | 'tokens' | 'sessions',
  before: number,
): Batch {
  const byTime = table === 'audit' || table === 'scheduleFires';
  const [rows, key, time] = [
    sql.table(table),
    sql.ref(table === 'sessions' ? 'hash' : 'id'),
    sql.ref(byTime ? 'at' : 'expiresAt'),
  ];
  const passing = kind === 'postgres' ? sql`for update skip locked` : sql``;
  const statement = sql`delete from ${rows} where ${key} in (
    select ${key} from ${rows} where ${time} < ${before} order by ${time} limit ${mostRows} ${passing})`;
  return async () => Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** A run whose end lies far enough back. */
interface Ended {
  readonly id: number;
  readonly endedAt: number | null;
}

/**
 * Runs that ended before a moment, some at a time, the oldest first; but for the newest of each workflow that completed,
 * which dashboards show.
 */
export async function* endedRuns({ db }: Store, before: number): AsyncGenerator<number> {
  let last: Ended = { id: 0, endedAt: -1 };
  for (;;) {
    const found: readonly Ended[] = await db
      .selectFrom('executions')
      .select(['id', 'endedAt'])
      .where('endedAt', '<', before)
      .where(sql<boolean>`(ended_at, id) > (${last.endedAt}, ${last.id})`)
      .orderBy('endedAt')
      .orderBy('id')
      .limit(mostRows)
      .execute();
    const [end] = found.slice(-1);
    if (end === undefined) return;
    last = end;
    const ids = found.map(({ id }) => id);
    const gone = await db
      .selectFrom('executions as e')
      .select('e.id')
      .where('e.id', 'in', ids)
      .where('e.status', 'not in', [...live])
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('e.status', '<>', statuses.COMPLETED),
          exists(
            selectFrom('executions as n')
              .select('n.id')
              .whereRef('n.workflowId', '=', 'e.workflowId')
              .whereRef('n.id', '>', 'e.id')
              .where('n.status', '=', statuses.COMPLETED),
          ),
          not(exists(selectFrom('workflows as w').select('w.id').whereRef('w.id', '=', 'e.workflowId'))),
        ]),
      )
      .orderBy('e.id')
      .execute();
    for (const { id } of gone) yield id;
  }
}

/** Deletes some rows of runs, which a column tells apart within one. */
function someOf(
  db: Db,
  executionIds: readonly number[],
  table: 'executionEvents' | 'executionOutputs' | 'executionNodes',
  key: 'seq' | 'nodeId',
  most: number,
): Batch {
  const [rows, column, run] = [sql.table(table), sql.ref(key), sql.ref('executionId')];
  const ofRuns = sql`${run} in (${sql.join(executionIds)})`;
  const statement = sql`delete from ${rows} where ${ofRuns} and (${run}, ${column}) in (
    select ${run}, ${column} from ${rows} where ${ofRuns} order by ${run}, ${column} limit ${most})`;
  return async () => Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** Deletes what belongs to runs that have ended piece by piece: their events, outputs and nodes. */
export function partsOf({ db }: Store, ids: readonly number[]): Batch {
  const parts = [
    someOf(db, ids, 'executionEvents', 'seq', mostRows),
    someOf(db, ids, 'executionOutputs', 'seq', mostOutputs),
    someOf(db, ids, 'executionNodes', 'nodeId', mostRows),
  ];
  return async () => {
    for (;;) {
      const [part] = parts;
      if (part === undefined) return 0;
      const n = await part();
      if (n > 0) return n;
      parts.shift();
    }
  };
}

/** Deletes the records of runs, and what is left of them; gives those that no other process has deleted. */
export const runsThemselves = ({ db }: Store, ids: readonly number[]): Promise<readonly Gone[]> =>
  db
    .deleteFrom('executions')
    .where('id', 'in', ids)
    .where('status', 'not in', [...live])
    .returning(['id', 'queuedAt'])
    .execute();

/** A run that was deleted; its log and tables may be there still. */
export type Gone = Pick<ExecutionRow, 'id' | 'queuedAt'>;
