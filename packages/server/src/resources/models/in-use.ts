import { fieldFlag, fieldText, parseWorkflow, type WorkflowNode } from '@millrace/workflow';
import { FieldError } from '@millrace/processors/field-error';
import { meant } from '@millrace/processors/newest-model';
import { isNameOrUuid } from '@millrace/processors/registered';
import type { Static } from 'typebox';
import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { spacePath } from '../files/paths.ts';
import type { ModelRow, ModelUser, VersionRow } from './records.ts';
import { ProjectModels } from './registry.ts';

type User = Static<typeof ModelUser>;

/** The end of the classes of nodes that take a saved model, and of those that save one. */
const [loads, saves] = [
  /Node(ModelLoad|Predict|SklearnPredict|SklearnModelLoadFromS3|(Arima|Sarimax|Var)Load)$/,
  /Node(ModelSave|SklearnModelSaveToS3|(Arima|Sarimax|Var)Save)$/,
];

/** What uses a model now: nodes of workflows that would load a version of it, and items of dashboards. */
export async function usersOf(db: Db, model: ModelRow, versions: readonly VersionRow[]): Promise<User[]> {
  return [...(await workflowsWith(db, model, versions)), ...(await dashboardsWith(db, model))];
}

async function workflowsWith(db: Db, model: ModelRow, versions: readonly VersionRow[]): Promise<User[]> {
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'name', 'content'])
    .where('projectId', '=', model.projectId)
    .where(sql<boolean>`(content like '%Load%' or content like '%Predict"%')`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const models = new ProjectModels(db, model.projectId);
  const users: User[] = [];
  for (const { id, name, content } of rows) {
    const parsed = parseWorkflow(content);
    if (!parsed.ok) continue;
    const { nodes } = parsed.workflow;
    const own = new Set(nodes.filter(({ nodeClass }) => saves.test(nodeClass)).map((node) => pathIn(node, 'path')));
    for (const node of nodes.filter(({ nodeClass }) => loads.test(nodeClass))) {
      const version = await versionTaken(node, models, versions, own);
      if (version !== undefined) users.push({ kind: 'workflow', id, name, nodeId: node.id, version: version.version });
    }
  }
  return users;
}

/** The version of these that a node would take now. */
async function versionTaken(
  node: WorkflowNode,
  models: ProjectModels,
  versions: readonly VersionRow[],
  own: ReadonlySet<string | undefined>,
): Promise<VersionRow | undefined> {
  const text = (name: string): string => fieldText(node, name) ?? '';
  const predicts = node.nodeClass.endsWith('Predict');
  const reference = text(predicts ? 'model_uuid' : 'path');
  const champion = fieldFlag(node, predicts ? 'useChampion' : 'selectChampionModel') === true;
  if (reference === '') return undefined;
  if (!predicts && !champion && !isNameOrUuid(reference)) {
    const folder = pathIn(node, 'path');
    // a workflow that saves there itself has another one with each run
    if (folder === undefined || own.has(folder)) return undefined;
    const there = versions.filter(
      ({ path, replacedAt }) => replacedAt === null && (path === folder || path.startsWith(`${folder}/`)),
    );
    return meant(there, ({ path }) => path === folder, fieldFlag(node, 'fixedPath'))[0];
  }
  try {
    const { id } = await models.version({ reference, champion, field: '' });
    return versions.find((one) => one.id === id);
  } catch (error) {
    // what leads nowhere uses nothing
    if (error instanceof FieldError) return undefined;
    throw error;
  }
}

function pathIn(node: WorkflowNode, field: string): string | undefined {
  try {
    return spacePath(fieldText(node, field) ?? '');
  } catch {
    // text that is no path names no folder
    return undefined;
  }
}

async function dashboardsWith(db: Db, model: ModelRow): Promise<User[]> {
  const rows = await db
    .selectFrom('dashboards')
    .select(['id', 'name', 'content'])
    .where('projectId', '=', model.projectId)
    .where(sql<boolean>`content like '%"modelId"%'`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, name, content }) => {
    const { sheets } = JSON.parse(content) as { sheets: { items: { modelId?: unknown; version?: unknown }[] }[] };
    const items = sheets.flatMap(({ items: all }) => all).filter(({ modelId }) => String(modelId) === String(model.id));
    const versions = new Set(items.map(({ version }) => (/^\d+$/.test(String(version)) ? Number(version) : null)));
    return [...versions].map((version): User => ({ kind: 'dashboard', id, name, nodeId: null, version }));
  });
}

/** Users in words: `workflow "Score" (node 3), dashboard "Risk"`. */
export const inWords = (users: readonly User[]): string =>
  users
    .slice(0, 5)
    .map(({ kind, name, nodeId }) => `${kind} "${name}"${nodeId === null ? '' : ` (node ${nodeId})`}`)
    .join(', ') + (users.length > 5 ? ` and ${users.length - 5} more` : '');
