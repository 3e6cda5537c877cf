import { sql } from 'kysely';
import type { Batch } from '../executions/delete-runs.ts';
import { live, statuses } from '../executions/status.ts';
import type { Store } from '../store/database.ts';

/** Rows that one statement deletes: it holds the writer for some milliseconds at most. */
const maxRows = 200;

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
    select ${key} from ${rows} where ${time} < ${before} order by ${time} limit ${maxRows} ${passing})`;
  return async () => Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** A run whose end lies far enough back. */
interface ExpiredRun {
  readonly id: number;
  readonly endedAt: number | null;
}

/**
 * Runs that ended before a moment, some at a time, the oldest first; but for the newest of each workflow that completed,
 * which dashboards show.
 */
export async function* endedRuns({ db }: Store, before: number): AsyncGenerator<number> {
  let last: ExpiredRun = { id: 0, endedAt: -1 };
  for (;;) {
    const executions: readonly ExpiredRun[] = await db
      .selectFrom('executions')
      .select(['id', 'endedAt'])
      .where('endedAt', '<', before)
      .where(sql<boolean>`(ended_at, id) > (${last.endedAt}, ${last.id})`)
      .orderBy('endedAt')
      .orderBy('id')
      .limit(maxRows)
      .execute();
    const [end] = executions.slice(-1);
    if (end === undefined) return;
    last = end;
    const ids = executions.map(({ id }) => id);
    const result = await db
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
    for (const { id } of result) yield id;
  }
}
