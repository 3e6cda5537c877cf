import type { Principal } from '../access/principal.ts';
import { visible } from '../access/projects.ts';
import { statuses } from '../executions/status.ts';
import type { Db } from '../store/database.ts';
import { lastWord, outputObject, type OutputObject } from './output-object.ts';

/** The outputs of a run, or of one of its nodes, in the order in which they came. */
export async function outputsOf(db: Db, executionId: number, nodeId?: string): Promise<readonly OutputObject[]> {
  const execution = await db
    .selectFrom('executions')
    .select(['name', 'status', 'message', 'endedAt', 'queuedAt'])
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('executionOutputs as o')
    .leftJoin('executionNodes as n', (join) =>
      join.onRef('n.executionId', '=', 'o.executionId').onRef('n.nodeId', '=', 'o.nodeId'),
    )
    .select(['o.id as outputId', 'o.nodeId', 'o.body', 'n.name as nodeName', 'n.endedAt'])
    .where('o.executionId', '=', executionId)
    .$if(nodeId !== undefined, (query) => query.where('o.nodeId', '=', nodeId ?? ''))
    .orderBy('o.seq')
    .execute();
  const outputs = rows.map((row) => outputObject(row, execution));
  const last = nodeId === undefined ? lastWord(execution) : undefined;
  return last === undefined ? outputs : [...outputs, last];
}

/** The latest completed run of a workflow that ran a node, or all nodes: runs of a part of it count for that part. */
export const completedRun = async (
  db: Db,
  who: Principal,
  workflowId: number,
  nodeId: string,
): Promise<{ id: number; endedAt: number | null } | undefined> =>
  db
    .selectFrom('executions')
    .select(['id', 'endedAt'])
    .where('workflowId', '=', workflowId)
    .where('status', '=', statuses.COMPLETED)
    .where(visible(who, 'executions.projectId'))
    .where((where) =>
      where.or([
        where('executions.nodes', 'is', null),
        where.exists(
          where
            .selectFrom('executionNodes')
            .select('executionNodes.nodeId')
            .whereRef('executionNodes.executionId', '=', 'executions.id')
            .where('executionNodes.nodeId', '=', nodeId),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
