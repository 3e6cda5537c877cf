import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@millrace/workflow';
import type { Transaction } from 'kysely';
import type { Principal } from '../../access/principal.ts';
import type { FilesAt } from '../../files-at.ts';
import { Problem } from '../../http/problems.ts';
import type { Tables } from '../../store/tables.ts';
import { saveDashboard } from '../dashboards/save.ts';
import { createDataset, updateDataset, type Given } from '../datasets/save.ts';
import { saveWorkflow } from '../workflows/save.ts';
import { inFile } from './in-file.ts';
import { importSchedules } from './import-schedules.ts';
import { importVariables } from './import-variables.ts';
import type { Document, ProjectFiles } from './project-files.ts';
import { shown } from './read-archive.ts';
import { relinkDashboard, relinkGraph } from './relink.ts';
import type { Kind } from './write-archive.ts';

/** Where records of an archive go, and who brings them. */
export interface Import {
  readonly tx: Transaction<Tables>;
  readonly who: Principal;
  readonly projectId: number;
  /** True where records whose uuid (or, without one, name) is there already are saved over. */
  readonly overwrite: boolean;
  readonly now: number;
  /** Root of the file space. */
  readonly files: FilesAt;
  /** Tells what did not come as it was. */
  readonly tell: (message: string) => void;
}

export type Counts = Readonly<Record<Kind, number>>;

/** Brings the records of a project into one that is there, in the transaction of the import, and counts them. */
export async function importRecords(into: Import, { documents, workflowIds }: ProjectFiles): Promise<Counts> {
  const { tx, who, projectId, now, files } = into;
  const datasetUuids = await each(into, 'datasets', documents.datasets, (value, id) =>
    id === null
      ? createDataset(tx, who, { ...value, projectId } as Given, { now, files })
      : updateDataset(tx, who, id, { ...value, version: null } as Given, { now, files }),
  );
  const made = await each(into, 'workflows', documents.workflows, (value, id, file) => {
    const { version: _, ...graph } = relinkGraph(value, datasetUuids.renewed);
    const comment = `imported from ${file}`.slice(0, 1_000);
    return saveWorkflow(tx, who, { id, projectId, comment, workflow: graph }, now);
  });
  const workflowOf = await workflowsByOldId(into, workflowIds, made.ids);
  await each(into, 'dashboards', documents.dashboards, (value, id, file) => {
    const { id: _, ...given } = relinkDashboard(value, workflowOf, (item) =>
      into.tell(`${file}: item ${item} shows a workflow that is not in the archive`),
    );
    return saveDashboard(tx, who, { id, projectId, given }, now);
  });
  return {
    datasets: documents.datasets.length,
    workflows: documents.workflows.length,
    dashboards: documents.dashboards.length,
    schedules: await importSchedules(into, documents.schedules, workflowOf),
    variables: await importVariables(into, documents.variables),
  };
}

interface Saved {
  /** New ids by the uuid that a record had. */
  readonly ids: ReadonlyMap<string, number>;
  /** New uuids by old ones, where they have changed. */
  readonly renewed: ReadonlyMap<string, string>;
}

/** Saves documents that have a uuid: over the record of that uuid, as a new one, or as a new one with a new uuid. */
async function each(
  { tx, projectId, overwrite }: Import,
  table: 'datasets' | 'workflows' | 'dashboards',
  documents: readonly Document[],
  save: (value: JsonObject, id: number | null, file: string) => Promise<number>,
): Promise<Saved> {
  const rows = await tx.selectFrom(table).select(['id', 'uuid']).where('projectId', '=', projectId).execute();
  const there = new Map(rows.map(({ id, uuid }) => [uuid, id]));
  const ids = new Map<string, number>();
  const renewed = new Map<string, string>();
  for (const { file, value } of documents) {
    const given = typeof value['uuid'] === 'string' ? value['uuid'] : '';
    if (given !== '' && ids.has(given))
      throw new Problem('UNPROCESSABLE', `${shown(file)} has the uuid ${given} of another file of its folder`);
    const known = there.get(given);
    const uuid = given === '' || (known !== undefined && !overwrite) ? randomUUID() : given;
    const id = await inFile(file, () => save({ ...value, uuid }, overwrite ? (known ?? null) : null, file));
    if (given !== '') ids.set(given, id);
    if (given !== '' && uuid !== given) renewed.set(given, uuid);
  }
  return { ids, renewed };
}

/** Workflows here by the ids that they had there: those that came along, else those of the same uuid. */
async function workflowsByOldId(
  { tx, projectId }: Import,
  workflowIds: ReadonlyMap<string, string>,
  made: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.selectFrom('workflows').select(['id', 'uuid']).where('projectId', '=', projectId).execute();
  const there = new Map(rows.map(({ id, uuid }) => [uuid, id]));
  return new Map(
    [...workflowIds].flatMap(([old, uuid]) => {
      const id = made.get(uuid) ?? there.get(uuid);
      return id === undefined ? [] : [[old, id] as const];
    }),
  );
}
