import { fieldFlag, fieldText, mentionsParameter, type WorkflowNode } from '@millrace/workflow';
import { FieldError } from '@millrace/processors/field-error';
import { modelsMeant } from '@millrace/processors/newest-model';
import { isNameOrUuid } from '@millrace/processors/registered';
import type { Static } from 'typebox';
import { sql } from 'kysely';
import { pace } from '../timing/pace.ts';
import type { Db } from '../store/database.ts';
import { readStoredGraph } from '../stored-graph.ts';
import { spacePath } from '../files/paths.ts';
import type { ModelRow, ModelUser, VersionRow } from './records.ts';
import { below, matchingVersions } from './references.ts';
import { ProjectModels } from './registry.ts';

type User = Static<typeof ModelUser>;

/** The end of the classes of nodes that take a saved model, and of those that save one. */
const [loads, saves] = [
  /Node(ModelLoad|Predict|SklearnPredict|SklearnModelLoadFromS3|(Arima|Sarimax|Var)Load)$/,
  /Node(ModelSave|SklearnModelSaveToS3|(Arima|Sarimax|Var)Save)$/,
];

/**
 * What uses a model now: nodes of workflows that would load a version of it, or that can load it if they mention parameters,
 * and items of dashboards. `versions`: all of them, the newest one first.
 */
export async function usersOf(db: Db, model: ModelRow, versions: readonly VersionRow[]): Promise<User[]> {
  return [...(await workflowsWith(db, model, versions)), ...(await dashboardsWith(db, model, versions))];
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
  const breathe = pace();
  for (const { id, name, content } of rows) {
    const parsed = await readStoredGraph(content, breathe);
    if (!parsed.ok) continue;
    const { nodes } = parsed.workflow;
    const own = new Set(nodes.filter(({ nodeClass }) => saves.test(nodeClass)).map((node) => pathIn(node, 'path')));
    for (const node of nodes.filter(({ nodeClass }) => loads.test(nodeClass))) {
      const usedVersions = await versionsUsed(node, { models, model, versions, own });
      users.push(...usedVersions.map((version): User => ({ kind: 'workflow', id, name, nodeId: node.id, version })));
    }
  }
  return users;
}

interface VersionSearch {
  readonly models: ProjectModels;
  readonly model: ModelRow;
  readonly versions: readonly VersionRow[];
  /** Folders that the workflow saves models to. */
  readonly own: ReadonlySet<string | undefined>;
}

/** The numbers of the versions that a node would take now; null for all of them, where parameters say which one. */
async function versionsUsed(
  node: WorkflowNode,
  { models, model, versions, own }: VersionSearch,
): Promise<(number | null)[]> {
  const text = (name: string): string => fieldText(node, name) ?? '';
  const predicts = node.nodeClass.endsWith('Predict');
  const reference = text(predicts ? 'model_uuid' : 'path');
  const champion = fieldFlag(node, predicts ? 'useChampion' : 'selectChampionModel') === true;
  if (reference === '') return [];
  if (mentionsParameter(reference)) {
    if (!predicts && own.has(pathIn(node, 'path'))) return [];
    const fixedPath = fieldFlag(node, 'fixedPath');
    const open = { reference, champion, takesNames: predicts || champion, fixedPath };
    const matches = matchingVersions(open, model, versions);
    const isAny = matches.length > 1 && versions.every((one) => one.replacedAt !== null || matches.includes(one));
    return isAny ? [null] : matches.map(({ version }) => version);
  }
  if (!predicts && !champion && !isNameOrUuid(reference)) {
    const folder = pathIn(node, 'path');
    // a workflow that saves there itself has another one with each run
    if (folder === undefined || own.has(folder)) return [];
    const there = below(versions, folder);
    return modelsMeant(there, ({ path }) => path === folder, fieldFlag(node, 'fixedPath'))
      .slice(0, 1)
      .map(({ version }) => version);
  }
  try {
    const { id } = await models.version({ reference, champion, field: '' });
    return versions.filter((one) => one.id === id).map(({ version }) => version);
  } catch (error) {
    // what leads nowhere uses nothing
    if (error instanceof FieldError) return [];
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

async function dashboardsWith(db: Db, model: ModelRow, versions: readonly VersionRow[]): Promise<User[]> {
  const floating = model.champion ?? versions[0]?.version ?? null;
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
    const versionNumbers = new Set(
      items.map(({ version }) => (/^\d+$/.test(String(version)) ? Number(version) : floating)),
    );
    return [...versionNumbers].map((version): User => ({ kind: 'dashboard', id, name, nodeId: null, version }));
  });
}

/** Users in words: `workflow "Score" (node 3), dashboard "Risk"`. */
export const inWords = (users: readonly User[]): string =>
  users
    .slice(0, 5)
    .map(({ kind, name, nodeId }) => `${kind} "${name}"${nodeId === null ? '' : ` (node ${nodeId})`}`)
    .join(', ') + (users.length > 5 ? ` and ${users.length - 5} more` : '');
