import { randomUUID } from 'node:crypto';
import type { Principal } from '../access/principal.ts';
import { requireRight } from '../access/projects.ts';
import type { Context } from '../context.ts';
import { statuses, statusName } from './status.ts';
import { requireRunsOn } from './switched-on.ts';
import { enqueue } from './enqueue.ts';
import { Problem } from '../problems.ts';
import { executionFor } from './stop.ts';

/** Ends after which there is something left to do. */
const unfinished: readonly number[] = [statuses.FAILED, statuses.STOPPED, statuses.KILLED, statuses.TIMEOUT];

/**
 * Asks for a run that goes on with one that did not complete, and returns its id: the same graph, parameters, clock and seed,
 * so that the nodes that had ended well are taken as they are. Fails with WRONG_STATE.
 */
export async function resumeExecution(
  { db, now, runs }: Pick<Context, 'db' | 'now' | 'runs'>,
  who: Principal,
  id: number,
): Promise<number> {
  const { projectId, status } = await executionFor(db, who, id);
  await requireRight(db, who, projectId, 'EXECUTE');
  await requireRunsOn(db);
  if (!unfinished.includes(status))
    throw new Problem(
      'WRONG_STATE',
      `execution ${id} is ${statusName(status)}: only an execution that failed, timed out, or was stopped or killed can be resumed`,
    );
  const row = await db.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const resumed = await enqueue(db, {
    workflowId: row.workflowId,
    workflowVersion: row.workflowVersion,
    projectId,
    userId: who.id,
    scheduleId: null,
    lane: null,
    name: row.name,
    category: row.category,
    description: row.description,
    jobId: randomUUID(),
    graph: row.graph,
    nodes: row.nodes,
    parameters: row.parameters,
    wish: row.wish,
    libJars: row.libJars,
    sparkConfig: row.sparkConfig,
    emailOnSuccess: row.emailOnSuccess,
    emailOnFailure: row.emailOnFailure,
    queuedAt: now(),
    clock: row.clock,
    seed: row.seed,
    runKey: row.runKey,
    resumes: id,
  });
  runs.wake();
  return resumed;
}
