import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { Problem } from '../problems.ts';
import { parseSchedule } from '../schedules/record.ts';
import type { Db } from '../store/database.ts';
import { datasetRecord } from '../datasets/records.ts';
import type { FileSpace } from '../files/file-space.ts';
import { addFolder } from '../models/download.ts';
import { versionsOf, type VersionRow } from '../models/records.ts';
import { fileName, folderNames } from './archive-names.ts';

/** Kinds of records that go into an archive, each in a folder of that name. */
export const kinds = ['workflows', 'schedules', 'variables', 'datasets', 'dashboards', 'models'] as const;

export type Kind = (typeof kinds)[number];

export interface ArchivedProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly tag: string;
  readonly description: string;
  readonly compatibility: string;
  readonly createdBy: string;
}

/**
 * Projects as a ZIP archive: `<root>/<project>/project.json` and a folder for each kind. Records are read one after the other
 * as the archive is read, so that its size does not matter.
 */
export async function writeArchive(
  db: Db,
  projects: readonly ArchivedProject[],
  selectedKinds: ReadonlySet<Kind>,
  { root, mtime, space }: { root: string; mtime: Date; space: FileSpace },
): Promise<Readable> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const add = (path: string, document: () => Promise<unknown>): void =>
    zip.addReadStreamLazy(path, { mtime }, (done) => {
      document().then(
        (value) => done(null, Readable.from([Buffer.from(JSON.stringify(value, null, 2))])),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  const folders = folderNames(projects);
  for (const { id: projectId, ...project } of projects) {
    const folder = `${root}/${folders.get(projectId)}`;
    const workflowIds = await db
      .selectFrom('workflows')
      .select(['id', 'uuid'])
      .where('projectId', '=', projectId)
      .orderBy('id')
      .execute();
    add(`${folder}/project.json`, async () => ({
      Id: projectId,
      ...project,
      workflowIds: Object.fromEntries(workflowIds.map(({ id, uuid }) => [id, uuid])),
    }));
    for (const kind of selectedKinds) {
      const records = await db
        .selectFrom(kind)
        .select(['id', 'name'])
        .where('projectId', '=', projectId)
        .orderBy('id')
        .execute();
      for (const { id, name } of records) {
        const stem = `${folder}/${kind}/${fileName(name)}_${id}`;
        add(`${stem}.json`, () => documentOf(db, kind, id));
        if (kind === 'models') await addModelFiles(zip, stem, { versions: await versionsOf(db, id), space });
      }
    }
  }
  zip.end();
  return stream;
}

/** Adds the files of versions, each in a folder; one whose folder is gone, or holds another model now, has none. */
async function addModelFiles(
  zip: ZipFile,
  stem: string,
  { versions, space }: { versions: readonly VersionRow[]; space: FileSpace },
): Promise<void> {
  for (const { version, path } of versions.filter(({ replacedAt }) => replacedAt === null))
    try {
      await addFolder(zip, `${stem}/${version}`, { space, path });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error;
    }
}

async function documentOf(db: Db, kind: Kind, id: number): Promise<unknown> {
  const document = await documents[kind](db, id);
  // the archive breaks off: half of a project would be taken for all of it
  if (document === undefined) throw new Problem('CONFLICT', `one of the ${kind}, ${id}, was deleted in the meantime`);
  return document;
}

/** A record as its file has it. */
const documents: Readonly<Record<Kind, (db: Db, id: number) => Promise<unknown>>> = {
  async workflows(db, id) {
    const row = await db.selectFrom('workflows').select('content').where('id', '=', id).executeTakeFirst();
    return row && JSON.parse(row.content);
  },
  async datasets(db, id) {
    const row = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst();
    return row && JSON.parse(datasetRecord(row).json);
  },
  async dashboards(db, id) {
    const row = await db.selectFrom('dashboards').select('content').where('id', '=', id).executeTakeFirst();
    return row && { ...(JSON.parse(row.content) as object), id };
  },
  async schedules(db, id) {
    const row = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
    return row && { ...parseSchedule(row.record), id, analysisFlowId: row.workflowId, isActive: row.isActive === 1 };
  },
  variables: (db, id) =>
    db.selectFrom('variables').select(['name', 'value', 'description']).where('id', '=', id).executeTakeFirst(),
  async models(db, id) {
    const row = await db.selectFrom('models').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const { uuid, name, description, champion, lastVersion } = row;
    const versions = (await versionsOf(db, id)).map((one) => ({
      uuid: one.uuid,
      version: one.version,
      isReplaced: one.replacedAt !== null,
      dateCreated: one.dateCreated,
      nodeId: one.nodeId,
      record: JSON.parse(one.record) as unknown,
    }));
    return { id, uuid, name, description, champion, lastVersion, versions };
  },
};
