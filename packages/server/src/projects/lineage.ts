import type { ProcessorCatalogue } from '@millrace/processors';
import { isNameOrUuid } from '@millrace/processors/registered';
import { FieldError } from '@millrace/processors/field-error';
import { applyParameters, isNote, parametersOf, type WorkflowNode } from '@millrace/workflow';
import { Type, type Static } from 'typebox';
import { component, Id, Nullable } from '../http/types.ts';
import { pace } from '../timing/pace.ts';
import type { Db } from '../store/database.ts';
import { readStoredGraph } from '../stored-graph.ts';
import { nameOf, spacePath } from '../files/paths.ts';
import { ProjectModels } from '../models/registry.ts';
import { variablesOf } from '../variables/records.ts';

const Data = Type.Object({
  id: Type.Integer({ description: 'Unique within this response' }),
  kind: Type.Enum(['dataset', 'model', 'file']),
  recordId: Nullable(Id),
  name: Type.String(),
  path: Type.String(),
});

const Link = Type.Object({
  workflowId: Id,
  dataId: Type.Integer(),
  isWritten: Type.Boolean({ description: 'False if the workflow reads it' }),
  nodeId: Type.String(),
  node: Type.String({ description: 'Its name' }),
});

/** What the workflows of a project read and write. */
export const Lineage = component(
  'Lineage',
  Type.Object({
    workflows: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    data: Type.Array(Data),
    links: Type.Array(Link),
  }),
);

export type Lineage = Static<typeof Lineage>;

type LineageData = Omit<Static<typeof Data>, 'id'>;

/** A node that reads or writes what lies at a path. */
interface Use {
  readonly path: string;
  readonly isWritten: boolean;
  readonly nodeId: string;
  readonly node: string;
}

/** A path as files are distinguished by it: that of the file space in its one spelling, a URL as it stands. */
function pathIn(text: string): string | undefined {
  const path = text.trim();
  if (path === '') return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return path.replace(/\/+$/, '');
  try {
    return spacePath(path);
  } catch {
    // text that is no path names no file
    return undefined;
  }
}

/** Where what a path with wildcards means begins. */
const folderOf = (path: string): string => path.replace(/\/[^/]*[*?[{].*$/, '') || '/';

const isBelow = (path: string, folder: string): boolean => path.startsWith(folder === '/' ? '/' : `${folder}/`);

/**
 * What the workflows of a project read and write as their settings say, with the values that their parameters have by
 * themselves: datasets, registered models, other files. A file below a folder that a workflow writes counts as that folder.
 */
export async function lineageOf(db: Db, projectId: number, catalogue: ProcessorCatalogue): Promise<Lineage> {
  const data = await projectData(db, projectId);
  const variables = await variablesOf(db, projectId);
  const models = new ProjectModels(db, projectId);
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'name', 'content'])
    .where('projectId', '=', projectId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const uses = new Map<number, readonly Use[]>();
  const breathe = pace();
  for (const { id, content } of rows) {
    const parsed = await readStoredGraph(content, breathe);
    if (!parsed.ok) continue;
    const { workflow } = applyParameters(parsed.workflow, parametersOf(parsed.workflow, variables).values);
    const pathOf = new Map([...workflow.dataSetDetails.map(({ uuid, path }) => [uuid, path] as const), ...data.byUuid]);
    const nodeUses: Use[] = [];
    for (const node of workflow.nodes) {
      nodeUses.push(...(await usesOf(node, { catalogue, models, pathOf })));
      await breathe();
    }
    uses.set(id, nodeUses);
    await breathe();
  }
  return draw(
    rows.map(({ id, name }) => ({ id, name })),
    uses,
    data.byPath,
  );
}

/** The datasets and models of a project, by where their files lie. */
async function projectData(db: Db, projectId: number) {
  const datasets = await db
    .selectFrom('datasets')
    .select(['id', 'uuid', 'name', 'path'])
    .where('projectId', '=', projectId)
    .orderBy('id')
    .execute();
  const versions = await db
    .selectFrom('modelVersions')
    .innerJoin('models', 'models.id', 'modelVersions.modelId')
    .select(['models.id', 'models.name', 'modelVersions.path'])
    .where('models.projectId', '=', projectId)
    .orderBy('modelVersions.version')
    .execute();
  const byPath = new Map<string, LineageData>();
  const add = (kind: LineageData['kind'], one: { id: number; name: string; path: string }): void => {
    const path = pathIn(one.path);
    if (path !== undefined) byPath.set(path, { kind, recordId: one.id, name: one.name, path });
  };
  for (const one of versions) add('model', one);
  for (const one of datasets) add('dataset', one);
  return { byPath, byUuid: datasets.map(({ uuid, path }) => [uuid, path] as const) };
}

interface LineageContext {
  readonly catalogue: ProcessorCatalogue;
  readonly models: ProjectModels;
  /** Paths of datasets by their uuids. */
  readonly pathOf: ReadonlyMap<string, string | null>;
}

/** Nodes without inputs read what their paths name, others write there. */
async function usesOf(node: WorkflowNode, { catalogue, models, pathOf }: LineageContext): Promise<readonly Use[]> {
  const processor = catalogue.get(node.nodeClass);
  if (processor === undefined || isNote(node)) return [];
  const { id: nodeId, name } = node;
  const values = new Map(node.fields.map((field) => [field.name, field.value ?? '']));
  const uses: Use[] = [];
  for (const field of processor.fields) {
    const value = values.get(field.name) ?? '';
    const usedPath =
      field.kind === 'dataset'
        ? (pathOf.get(value) ?? '')
        : field.kind === 'model'
          ? await modelFolder(models, value, { values, isPath: processor.type !== 'ml-predict' })
          : field.kind === 'path'
            ? value
            : '';
    const path = pathIn(usedPath);
    if (path !== undefined)
      uses.push({ path, isWritten: field.kind === 'path' && processor.inputs.min > 0, nodeId, node: name });
  }
  return uses;
}

/** The folder of the model that a node takes; empty if there is none. Nodes that predict know registered models only. */
async function modelFolder(
  models: ProjectModels,
  reference: string,
  { values, isPath }: { readonly values: ReadonlyMap<string, string>; readonly isPath: boolean },
): Promise<string> {
  const isSet = (name: string): boolean => values.get(name)?.trim().toLowerCase() === 'true';
  const champion = isSet('selectChampionModel') || isSet('useChampion');
  if (reference === '') return '';
  if (isPath && !champion && !isNameOrUuid(reference)) return reference;
  try {
    return (await models.find({ reference, champion, field: '' })).path;
  } catch (error) {
    // what leads nowhere reads nothing
    if (error instanceof FieldError) return '';
    throw error;
  }
}

/** Uses as links between workflows and data. */
function draw(
  workflows: Lineage['workflows'],
  uses: ReadonlyMap<number, readonly Use[]>,
  dataByKey: ReadonlyMap<string, LineageData>,
): Lineage {
  const all = [...uses].flatMap(([workflowId, items]) => items.map((use) => ({ workflowId, ...use })));
  const writtenPaths = new Set(all.filter(({ isWritten }) => isWritten).map(({ path }) => path));
  const data = new Map<string, Lineage['data'][number]>();
  // each version of a model has a folder below the one that is written
  const modelBelow = (path: string): LineageData | undefined =>
    [...dataByKey.values()].find((one) => one.kind === 'model' && isBelow(one.path, path));
  const idOf = (path: string): number => {
    const file: LineageData = { kind: 'file', recordId: null, name: nameOf(path) || path, path };
    const entry = dataByKey.get(path) ?? (writtenPaths.has(path) ? modelBelow(path) : undefined) ?? file;
    const key = entry.recordId === null ? path : `${entry.kind} ${entry.recordId}`;
    const one = data.get(key) ?? { id: data.size, ...entry };
    data.set(key, one);
    return one.id;
  };
  /** What is read at a path: what workflows write there, in a folder above or, for a whole folder, below it. */
  const readAt = (path: string): readonly string[] => {
    const folder = folderOf(path);
    const above = [...writtenPaths].filter((one) => one === folder || isBelow(folder, one));
    const below = folder === path && path !== '/' ? [...writtenPaths].filter((one) => isBelow(one, path)) : [];
    const own = dataByKey.has(path) || above.length === 0 ? [path] : [];
    return [...new Set([...own, ...above, ...below])];
  };
  const links = all.flatMap(({ path, ...use }) =>
    [...new Set((use.isWritten ? [path] : readAt(path)).map(idOf))].map((dataId) => ({ ...use, dataId })),
  );
  return { workflows, data: [...data.values()], links };
}
