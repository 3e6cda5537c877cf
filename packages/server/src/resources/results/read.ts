import type { Db } from '../../store/database.ts';
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
