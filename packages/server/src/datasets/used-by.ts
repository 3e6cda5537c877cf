import { sql, type Kysely } from 'kysely';
import { pace } from '../timing/pace.ts';
import type { Tables } from '../store/tables.ts';
import { readStoredGraph } from '../stored-graph.ts';

/** Workflows of a project whose graph names a dataset, by name. */
export async function usedBy(db: Kysely<Tables>, { uuid, projectId }: { uuid: string; projectId: number }) {
  // the text of a graph may hold it elsewhere, and so the graph decides
  const inText = `%${JSON.stringify(uuid)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'uuid', 'name', 'category', 'version', 'projectId', 'dateLastUpdated', 'content'])
    .where('projectId', '=', projectId)
    .where(sql<boolean>`content like ${inText} escape '\\'`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const users: typeof rows = [];
  const breathe = pace();
  for (const row of rows) if (await names(row.content, uuid, breathe)) users.push(row);
  return users;
}

async function names(content: string, uuid: string, breathe: () => Promise<void>): Promise<boolean> {
  const graph = await readStoredGraph(content, breathe);
  if (!graph.ok) return false;
  const { nodes, dataSetDetails } = graph.workflow;
  return (
    nodes.some(({ fields }) => fields.some(({ value }) => value === uuid)) ||
    dataSetDetails.some((detail) => detail.uuid === uuid)
  );
}
