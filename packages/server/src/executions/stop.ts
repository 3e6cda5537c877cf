import type { Principal } from '../access/principal.ts';
import { requireRight, visible } from '../access/projects.ts';
import type { Context } from '../context.ts';
import { statusName } from './status.ts';
import { kill, requestStop, type ExecutionRow } from './transitions.ts';
import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import { applicationIdOf, recordColumns } from './records.ts';
import { notFound } from '../refusals.ts';

type RecordedExecution = Pick<ExecutionRow, (typeof recordColumns)[number]>;

/** An execution that a user may see. */
export async function executionFor(db: Db, who: Principal, id: number): Promise<RecordedExecution> {
  const row = await db
    .selectFrom('executions')
    .select(recordColumns)
    .where('executions.id', '=', id)
    .where(visible(who, 'executions.projectId'))
    .executeTakeFirst();
  if (row === undefined) throw notFound('execution', id);
  return row;
}

type Stopping = Pick<Context, 'db' | 'now' | 'runs'>;

/** Asks a live run to stop. Fails with WRONG_STATE if it has ended. */
export async function stopExecution({ db, now, runs }: Stopping, who: Principal, id: number): Promise<void> {
  const { projectId } = await executionFor(db, who, id);
  await requireRight(db, who, projectId, 'EXECUTE');
  if ((await requestStop(db, id, now())) === undefined) throw await alreadyEnded(db, who, id);
  runs.stop(id);
}

/** Ends a live run at once, and returns the application that it was in. Fails with WRONG_STATE if it has ended. */
export async function killExecution({ db, now, runs }: Stopping, who: Principal, id: number): Promise<string> {
  const row = await executionFor(db, who, id);
  await requireRight(db, who, row.projectId, 'EXECUTE');
  if (!(await kill(db, id, now(), 'killed by a user'))) throw await alreadyEnded(db, who, id);
  runs.kill(id);
  return applicationIdOf(row);
}

async function alreadyEnded(db: Db, who: Principal, id: number): Promise<Problem> {
  const { status } = await executionFor(db, who, id);
  return new Problem('WRONG_STATE', `execution ${id} has already ended: ${statusName(status)}`);
}
