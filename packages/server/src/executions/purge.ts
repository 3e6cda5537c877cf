import type { Context } from '../context.ts';
import type { Principal } from '../access/principal.ts';
import { visible } from '../access/projects.ts';
import { live } from './status.ts';
import { pace } from '../timing/pace.ts';
import { partsOf, runsThemselves } from './delete-runs.ts';

type Removing = Pick<Context, 'store' | 'logs' | 'tables'>;

/**
 * Removes runs that have ended, with what they have shown and their logs: these, or those (of a project) that ended before a moment. Everybody clears
 * away their own; a superuser those of all. Returns how many there were.
 */
export async function removeExecutions(
  context: Removing & Pick<Context, 'reuse'>,
  who: Principal,
  which: { readonly ids: readonly number[] } | { readonly endedBefore: number; readonly projectId?: number },
): Promise<number> {
  const runs = await context.store.db
    .selectFrom('executions')
    .select('id')
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
    .execute();
  const count = await removeRuns(context, runs);
  // no run that is left says what they have reused
  if (who.isSuperuser && 'endedBefore' in which && which.projectId === undefined)
    await context.reuse?.removeUnusedSince(which.endedBefore);
  return count;
}

/** Removes the runs of a project that have ended, as `removeExecutions` does. */
export async function removeRunsOf(context: Removing, projectId: number): Promise<void> {
  const runs = await context.store.db
    .selectFrom('executions')
    .select('id')
    .where('projectId', '=', projectId)
    .where('status', 'not in', [...live])
    .execute();
  await removeRuns(context, runs);
}

/** Runs whose parts one statement deletes: as few as have lost theirs where it breaks off. */
const atOnce = 10;

/** Removes runs in small steps, between which requests have their turn; returns how many no other process has removed in the meantime. */
async function removeRuns({ store, logs, tables }: Removing, runs: readonly { id: number }[]): Promise<number> {
  const breathe = pace();
  let count = 0;
  for (let at = 0; at < runs.length; at += atOnce) {
    const ids = runs.slice(at, at + atOnce).map(({ id }) => id);
    const some = partsOf(store, ids);
    while ((await some()) > 0) await breathe();
    const removedRuns = await runsThemselves(store, ids);
    await logs.remove(removedRuns);
    await tables.remove(removedRuns);
    count += removedRuns.length;
    await breathe();
  }
  return count;
}
