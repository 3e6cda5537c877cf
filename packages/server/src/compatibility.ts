import { compatibilityOf, isCompatibility, type Compatibility, type Workflow } from '@millrace/workflow';
import type { Db } from './store/database.ts';

/** Which Spark the workflows of a project were made for, if they do not say so themselves. */
export async function compatibilityOfProject(db: Db, projectId: number): Promise<Compatibility> {
  const row = await db
    .selectFrom('projects')
    .select('compatibility')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return isCompatibility(row.compatibility) ? row.compatibility : 'spark4';
}

/** Which Spark a workflow is run as: what the run asks for, else what the workflow says, else its project. */
export async function compatibilityFor(
  db: Db,
  {
    workflow,
    projectId,
    requested,
  }: {
    readonly workflow: Workflow;
    readonly projectId: number;
    /** What the run asks for. */
    readonly requested?: Compatibility | undefined;
  },
): Promise<Compatibility> {
  return requested ?? compatibilityOf(workflow) ?? (await compatibilityOfProject(db, projectId));
}
