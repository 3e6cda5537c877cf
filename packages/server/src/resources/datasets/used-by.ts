import { parseWorkflow } from '@millrace/workflow';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

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
  return rows.filter(({ content }) => names(content, uuid));
}

function names(content: string, uuid: string): boolean {
  const parsed = parseWorkflow(content);
  if (!parsed.ok) return false;
  const { nodes, dataSetDetails } = parsed.workflow;
  return (
    nodes.some(({ fields }) => fields.some(({ value }) => value === uuid)) ||
    dataSetDetails.some((detail) => detail.uuid === uuid)
  );
}
