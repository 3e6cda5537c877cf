import {
  COMPATIBILITIES,
  isCompatibility,
  readJson,
  type Compatibility,
  type JsonObject,
  type Workflow,
} from '@millrace/workflow';
import { Problem } from '../problems.ts';
import { pace } from '../timing/pace.ts';
import { graphsOf } from '../workflows/import.ts';
import { quoteName } from '../http/in-file.ts';
import type { ArchiveFiles } from './read-archive.ts';
import { kinds, type Kind } from './write-archive.ts';
import { mustBeOneOf, notJsonFile } from '../refusals.ts';

/** A document of an archive. */
export interface Document {
  readonly file: string;
  readonly value: JsonObject;
}

/** A workflow of an archive. */
export interface ArchivedWorkflow {
  readonly file: string;
  readonly workflow: Workflow;
}

/** A project as it lies in an archive. */
export interface ProjectFiles {
  readonly name: string;
  readonly tag: string;
  readonly description: string;
  readonly compatibility: Compatibility;
  /** Uuids of its workflows by the ids that they had: dashboards and schedules name workflows by id. */
  readonly workflowIds: ReadonlyMap<string, string>;
  readonly documents: Readonly<Record<Exclude<Kind, 'workflows'>, readonly Document[]>> & {
    readonly workflows: readonly ArchivedWorkflow[];
  };
  /** Files of its models by their paths in the archive. */
  readonly modelFiles: ReadonlyMap<string, Buffer>;
}

export interface ArchiveContent {
  readonly projects: readonly ProjectFiles[];
  /** Files that belong to nothing that is known here. */
  readonly unknown: readonly string[];
}

/** The folders of an archive that hold a project, each with its last slash; '' is the archive itself. */
export const foldersIn = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts.keys()].flatMap((path) => /^((?:.*\/)?)project\.json$/.exec(path)?.slice(1, 2) ?? []);

/** The folder that a file belongs to: the innermost of those that hold it. */
export const folderOf = (folders: readonly string[], path: string): string | undefined =>
  folders
    .filter((one) => path.startsWith(one))
    .reduce<string | undefined>(
      (longest, one) => (longest === undefined || one.length > longest.length ? one : longest),
      undefined,
    );

/** The projects of an archive: folders with a `project.json`. Fails with the file that cannot be read. */
export async function projectsIn({ texts: files, modelFiles }: ArchiveFiles): Promise<ArchiveContent> {
  const folders = foldersIn(files);
  if (folders.length === 0)
    throw new Problem('UNPROCESSABLE', 'the archive contains no project: a project is a folder with a project.json');
  const unknown: string[] = [];
  const byFolder = new Map(folders.map((folder) => [folder, emptyDocuments()]));
  const breathe = pace();
  for (const [path, text] of files) {
    await breathe();
    const folder = folderOf(folders, path);
    const inside = folder === undefined ? '' : path.slice(folder.length);
    if (inside === 'project.json') continue;
    const kind = kinds.find((one) => inside.startsWith(`${one}/`) && inside.endsWith('.json'));
    const documents = byFolder.get(folder ?? '');
    if (folder === undefined || kind === undefined || documents === undefined) unknown.push(path);
    else if (kind !== 'workflows') documents[kind].push({ file: path, value: objectOf(path, text) });
    else
      for await (const workflow of graphsOf({ name: path, text }, breathe)) {
        documents.workflows.push({ file: path, workflow });
        await breathe();
      }
  }
  const filesOfModels = new Map(folders.map((folder) => [folder, new Map<string, Buffer>()]));
  for (const [path, bytes] of modelFiles) {
    await breathe();
    const folder = folderOf(folders, path) ?? '';
    const [, document] = /^(models\/[^/]+)\/\d+\//.exec(path.slice(folder.length)) ?? [];
    const own =
      document !== undefined && files.has(`${folder}${document}.json`) ? filesOfModels.get(folder) : undefined;
    if (own === undefined) unknown.push(path);
    else own.set(path, bytes);
  }
  const projects = folders.map((folder) => ({
    ...headOf(`${folder}project.json`, files.get(`${folder}project.json`) ?? ''),
    documents: byFolder.get(folder) ?? emptyDocuments(),
    modelFiles: filesOfModels.get(folder) ?? new Map<string, Buffer>(),
  }));
  return { projects, unknown };
}

const emptyDocuments = () => ({
  workflows: [] as ArchivedWorkflow[],
  schedules: [] as Document[],
  variables: [] as Document[],
  datasets: [] as Document[],
  dashboards: [] as Document[],
  models: [] as Document[],
});

function objectOf(file: string, text: string): JsonObject {
  const read = readJson(text);
  if (!read.ok) throw notJsonFile(quoteName(file), read);
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    throw new Problem('UNPROCESSABLE', `file ${quoteName(file)} must hold a JSON object`);
  return read.value as JsonObject;
}

/** What a `project.json` says of its project. */
export function headOf(file: string, text: string): Omit<ProjectFiles, 'documents' | 'modelFiles'> {
  const head = objectOf(file, text);
  const textAt = (key: string, maxLength: number): string => {
    const value = head[key] ?? '';
    if (typeof value === 'string' && value.length <= maxLength) return value;
    throw new Problem(
      'UNPROCESSABLE',
      `${key} in file ${quoteName(file)} must be a text of at most ${maxLength} characters`,
    );
  };
  const name = textAt('name', 200);
  if (name.trim() === '')
    throw new Problem('UNPROCESSABLE', `name in file ${quoteName(file)} is missing: a project needs a name`);
  const compatibility = head['compatibility'] ?? 'spark4';
  if (!isCompatibility(compatibility))
    throw new Problem('UNPROCESSABLE', `compatibility in file ${quoteName(file)} ${mustBeOneOf(COMPATIBILITIES)}`);
  const ids = head['workflowIds'] ?? {};
  if (typeof ids !== 'object' || Array.isArray(ids))
    throw new Problem('UNPROCESSABLE', `workflowIds in file ${quoteName(file)} must be an object of UUIDs by id`);
  return {
    name,
    tag: textAt('tag', 10_000),
    description: textAt('description', 10_000),
    compatibility,
    workflowIds: new Map(Object.entries(ids).map(([id, uuid]) => [id, String(uuid)])),
  };
}
