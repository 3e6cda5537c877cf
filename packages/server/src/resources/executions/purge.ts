import type { Context } from '../../context.ts';
import type { Principal } from '../../access/principal.ts';
import { visible } from '../../access/projects.ts';
import { live } from '../../executions/status.ts';

/**
 * Removes runs that have ended, with what they have shown and their logs: these, or those (of a project) that ended before a moment. Everybody clears
 * away their own; a superuser those of all. Gives how many there were.
 */
export async function removeExecutions(
  { db, logs, tables, reuse }: Pick<Context, 'db' | 'logs' | 'tables' | 'reuse'>,
  who: Principal,
  which: { readonly ids: readonly number[] } | { readonly endedBefore: number; readonly projectId?: number },
): Promise<number> {
  const removed = await db
    .deleteFrom('executions')
    .where('status', 'not in', [...live])
    .where(visible(who, 'executions.projectId'))
    .$if(!who.isSuperuser, (query) => query.where('userId', '=', who.id))
    .$if('ids' in which, (query) => query.where('id', 'in', 'ids' in which ? [...which.ids] : []))
    .$if('endedBefore' in which, (query) =>
      query.where('endedAt', '<=', 'endedBefore' in which ? which.endedBefore : 0),
    )
    .$if('endedBefore' in which && which.projectId !== undefined, (query) =>
      query.where('projectId', '=', 'endedBefore' in which ? (which.projectId ?? 0) : 0),
    )
    .returning(['id', 'queuedAt'])
    .execute();
  await logs.remove(removed);
  await tables.remove(removed);
  // no run that is left tells what they have reused
  if (who.isSuperuser && 'endedBefore' in which && which.projectId === undefined)
    await reuse?.removeUnusedSince(which.endedBefore);
  return removed.length;
}
