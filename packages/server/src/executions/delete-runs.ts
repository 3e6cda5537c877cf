import { sql } from 'kysely';
import type { Db, Store } from '../store/database.ts';
import { live } from './status.ts';
import type { ExecutionRow } from './transitions.ts';

/** Rows that one statement deletes: it holds the writer for some milliseconds at most. */
const maxRows = 200;

/** Outputs hold tables and charts: each may be large. */
const maxOutputs = 10;

/** Deletes some rows and returns how many; none are left if it is 0. Rows that another process deletes are passed over. */
export type Batch = () => Promise<number>;

/** Deletes some rows of runs, which a column distinguishes within one. */
function someOf(
  db: Db,
  executionIds: readonly number[],
  table: 'executionEvents' | 'executionOutputs' | 'executionNodes',
  key: 'seq' | 'nodeId',
  max: number,
): Batch {
  const [rows, column, run] = [sql.table(table), sql.ref(key), sql.ref('executionId')];
  const ofRuns = sql`${run} in (${sql.join(executionIds)})`;
  const statement = sql`delete from ${rows} where ${ofRuns} and (${run}, ${column}) in (
    select ${run}, ${column} from ${rows} where ${ofRuns} order by ${run}, ${column} limit ${max})`;
  return async () => Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** Deletes what belongs to runs that have ended piece by piece: their events, outputs and nodes. */
export function partsOf({ db }: Store, ids: readonly number[]): Batch {
  const parts = [
    someOf(db, ids, 'executionEvents', 'seq', maxRows),
    someOf(db, ids, 'executionOutputs', 'seq', maxOutputs),
    someOf(db, ids, 'executionNodes', 'nodeId', maxRows),
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

/** Deletes the records of runs, and what is left of them; returns those that no other process has deleted. */
export const runsThemselves = ({ db }: Store, ids: readonly number[]): Promise<readonly Gone[]> =>
  db
    .deleteFrom('executions')
    .where('id', 'in', ids)
    .where('status', 'not in', [...live])
    .returning(['id', 'queuedAt'])
    .execute();

/** A run that was deleted; its log and tables may be there still. */
export type Gone = Pick<ExecutionRow, 'id' | 'queuedAt'>;
