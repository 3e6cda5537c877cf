import { randomUUID } from 'node:crypto';
import type { ProcessorCatalogue } from '@millrace/processors';
import type { Compatibility } from '@millrace/workflow';
import type { Kysely, Transaction } from 'kysely';
import type { Permission } from '../access/permissions.ts';
import type { Principal } from '../access/principal.ts';
import { requireRight } from '../access/projects.ts';
import { rights } from '../access/rights.ts';
import { requirePermission } from '../http/authenticate.ts';
import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import type { Tables } from '../store/tables.ts';
import type { FindLenientDates } from '../datasets/lenient-dates.ts';
import { spaceOf } from '../files/home.ts';
import { importRecords, type Counts } from './import-project.ts';
import { prepareProject, type PreparedProject } from './prepare.ts';
import { pickProject } from './pick-project.ts';
import { projectsIn } from './project-files.ts';
import { readArchive, type ArchiveFiles } from './read-archive.ts';
import { quoteName } from '../http/in-file.ts';
import { StoredModels } from './stored-models.ts';
import { kinds, type Kind } from './write-archive.ts';
import { unknownReference } from '../refusals.ts';

/**
 * What becomes of a project that is imported: a new project; or, in one that is named, records whose uuid is taken get a new
 * one (`CREATE_NEW` as well), are saved over, or all workflows, datasets and dashboards of the project are deleted first.
 */
export const projectOptions = ['CREATE_NEW', 'CREATE_NEW_UUID', 'OVERWRITE', 'DELETE_ALL'] as const;

export type ProjectOption = (typeof projectOptions)[number];

export interface ProjectImport {
  readonly projectId: number;
  readonly name: string;
  readonly isNew: boolean;
  readonly counts: Counts;
  /** What did not come as it was. */
  readonly messages: readonly string[];
}

interface ProjectImportContext {
  readonly now: number;
  /** Root of the file space. */
  readonly files: FilesAt;
  readonly catalogue: ProcessorCatalogue;
  readonly lenientDates: FindLenientDates;
}

/** What it takes to bring records of a kind. */
const needed: Readonly<Record<Kind, Permission>> = {
  workflows: 'workflows.modify',
  schedules: 'workflows.execute',
  variables: 'variables.modify',
  datasets: 'datasets.modify',
  dashboards: 'dashboard.modify',
  models: 'workflows.modify',
};

export interface ProjectImportRequest {
  readonly archive: Buffer;
  readonly projectId: number | null;
  /** Picks a project of an archive of several; names a new project in place of its own. */
  readonly name: string;
  readonly option: ProjectOption | undefined;
  /** Written into all workflows that come; if absent each has what it says. */
  readonly compatibility?: Compatibility | undefined;
}

/** Imports an archive of one project into a new project or into one that is there; all or nothing. */
export async function importProject(
  db: Kysely<Tables>,
  who: Principal,
  { archive, projectId, name, option, compatibility }: ProjectImportRequest,
  context: ProjectImportContext,
): Promise<ProjectImport> {
  const how = option ?? (projectId === null ? 'CREATE_NEW' : 'CREATE_NEW_UUID');
  if (how !== 'CREATE_NEW' && projectId === null)
    throw new Problem('MALFORMED', `${how} requires the id of a project: send it as projectId`);
  if (projectId !== null) await requireRight(db, who, projectId, 'EDIT');
  const files = await readArchive(archive);
  const {
    projects: [archived],
    unknown,
  } = await contentOf(who, pickProject(files, name));
  // an archive without a project was refused
  if (archived === undefined) throw new Error('no project was selected');
  const project = await prepareProject(archived, { ...context, compatibility });
  await using stored = new StoredModels(spaceOf(context.files, who));
  for (const model of project.models) await stored.store(model);
  const imported = await db.transaction().execute(async (tx) => {
    const target = projectId ?? (await newProject(tx, who, name === '' ? project : { ...project, name }, context.now));
    await requireRight(tx, who, target, 'EDIT');
    if (how === 'DELETE_ALL') await deleteRecords(tx, who, target);
    const overwrite = how === 'OVERWRITE' || how === 'DELETE_ALL';
    const filled = await fill(tx, who, { target, project, unknown, overwrite }, { ...context, stored });
    return { ...filled, isNew: projectId === null };
  });
  stored.commit();
  return imported;
}

/** Imports all projects of an archive as new ones, shared with a group if one is named; all or nothing. */
export async function importProjects(
  db: Kysely<Tables>,
  who: Principal,
  { archive, groupName }: { archive: Buffer; groupName: string },
  context: ProjectImportContext,
): Promise<readonly ProjectImport[]> {
  const { projects, unknown } = await contentOf(who, await readArchive(archive));
  if (groupName !== '') requirePermission(who, 'enable.projectShare');
  const prepared: PreparedProject[] = [];
  for (const project of projects) prepared.push(await prepareProject(project, context));
  await using stored = new StoredModels(spaceOf(context.files, who));
  for (const { models } of prepared) for (const model of models) await stored.store(model);
  const imported = await db.transaction().execute(async (tx) => {
    const group =
      groupName === ''
        ? null
        : await tx.selectFrom('groups').select('id').where('name', '=', groupName).executeTakeFirst();
    if (group === undefined) throw unknownReference('group', groupName);
    const done: ProjectImport[] = [];
    for (const [i, project] of prepared.entries()) {
      const target = await newProject(tx, who, project, context.now);
      if (group !== null)
        await tx
          .insertInto('projectMembers')
          .values({
            projectId: target,
            userId: null,
            groupId: group.id,
            rights: rights.VIEW | rights.EDIT | rights.EXECUTE,
          })
          .execute();
      const others = i === 0 ? unknown : [];
      const filled = await fill(
        tx,
        who,
        { target, project, unknown: others, overwrite: false },
        { ...context, stored },
      );
      done.push({ ...filled, isNew: true });
    }
    return done;
  });
  stored.commit();
  return imported;
}

async function contentOf(who: Principal, files: ArchiveFiles) {
  const content = await projectsIn(files);
  for (const kind of kinds)
    if (content.projects.some(({ documents }) => documents[kind].length > 0)) requirePermission(who, needed[kind]);
  if (content.projects.some(({ modelFiles }) => modelFiles.size > 0)) requirePermission(who, 'data.write');
  return content;
}

async function newProject(
  tx: Transaction<Tables>,
  who: Principal,
  { name, tag, description, compatibility }: Pick<PreparedProject, 'name' | 'tag' | 'description' | 'compatibility'>,
  now: number,
): Promise<number> {
  requirePermission(who, 'projects.manage');
  const { id } = await tx
    .insertInto('projects')
    .values({
      ...{ uuid: randomUUID(), name, tag, description, compatibility, ownerId: who.id },
      ...{ dateCreated: now, dateLastUpdated: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function deleteRecords(tx: Transaction<Tables>, who: Principal, projectId: number): Promise<void> {
  for (const kind of ['workflows', 'datasets', 'dashboards'] as const) {
    requirePermission(who, needed[kind]);
    await tx.deleteFrom(kind).where('projectId', '=', projectId).execute();
  }
}

async function fill(
  tx: Transaction<Tables>,
  who: Principal,
  {
    target,
    project,
    unknown,
    overwrite,
  }: { target: number; project: PreparedProject; unknown: readonly string[]; overwrite: boolean },
  { now, files, stored }: ProjectImportContext & { readonly stored: StoredModels },
): Promise<Omit<ProjectImport, 'isNew'>> {
  const messages = unknown.map((path) => `file ${quoteName(path)} cannot be imported here`);
  const addMessage = (message: string): void => void messages.push(message);
  const into = { tx, who, projectId: target, overwrite, now, files, stored, tell: addMessage };
  const counts = await importRecords(into, project);
  const { name } = await tx.selectFrom('projects').select('name').where('id', '=', target).executeTakeFirstOrThrow();
  return { projectId: target, name, counts, messages };
}
