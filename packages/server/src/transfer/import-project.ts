import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@millrace/workflow';
import type { Transaction } from 'kysely';
import type { Principal } from '../access/principal.ts';
import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import { idsByUuid } from '../store/ids-by-uuid.ts';
import type { Tables } from '../store/tables.ts';
import { contentOf, insertDashboards, saveDashboard, type Content } from '../dashboards/save.ts';
import { insertDatasets, updateDataset, type DatasetInput } from '../datasets/save.ts';
import { redraft } from '../workflows/draft.ts';
import { insertWorkflows, saveOver, type NewWorkflow } from '../workflows/save.ts';
import { inFile } from '../http/in-file.ts';
import { importModels, renewedModels } from './import-models.ts';
import { importSchedules } from './import-schedules.ts';
import { importVariables } from './import-variables.ts';
import type { PreparedProject } from './prepare.ts';
import { quoteName } from '../http/in-file.ts';
import type { StoredModels } from './stored-models.ts';
import { relinkDashboard, relinkGraph, type IdsHere } from './relink.ts';
import type { Kind } from './write-archive.ts';

/** Where records of an archive go, and who brings them. */
export interface Import {
  readonly tx: Transaction<Tables>;
  readonly who: Principal;
  readonly projectId: number;
  /** True if records whose uuid (or, without one, name) is there already are saved over. */
  readonly overwrite: boolean;
  readonly now: number;
  /** Root of the file space. */
  readonly files: FilesAt;
  /** Files of the models of the archive. */
  readonly stored: StoredModels;
  /** Tells what did not come as it was. */
  readonly tell: (message: string) => void;
}

export type Counts = Readonly<Record<Kind, number>>;

/** Brings the records of a project into one that is there, in the transaction of the import, and counts them. */
export async function importRecords(into: Import, project: PreparedProject): Promise<Counts> {
  const renewed = new Map([...(await importDatasets(into, project)), ...(await renewedModels(into, project.models))]);
  const workflowIds = await importWorkflows(into, project, renewed);
  const workflowOf = await workflowsByOldId(into, project.workflowIds, workflowIds);
  const modelOf = await importModels(into, project.models, { workflowOf, renewed });
  await importDashboards(into, project, { workflowOf, modelOf });
  return {
    datasets: project.datasets.length,
    workflows: project.workflows.length,
    dashboards: project.dashboards.length,
    models: project.models.length,
    schedules: await importSchedules(into, project.schedules, workflowOf),
    variables: await importVariables(into, project.variables),
  };
}

/** Brings datasets, and gives new uuids by old ones, where they have changed. */
async function importDatasets(into: Import, { datasets }: PreparedProject): Promise<ReadonlyMap<string, string>> {
  const { tx, who, projectId, now, files } = into;
  const targets = await targetsOf(into, 'datasets', datasets);
  for (const { file, input, over } of targets)
    if (over !== null)
      await inFile(file, () =>
        updateDataset(tx, who, over, { ...input, version: null } as DatasetInput, { now, files }),
      );
  const rows = targets
    .filter(({ over }) => over === null)
    .map(({ uuid, as, columns }) => {
      if (uuid === as) return columns;
      const record = { ...(JSON.parse(columns.record) as JsonObject), uuid: as };
      return { ...columns, uuid: as, record: JSON.stringify(record) };
    });
  await insertDatasets(tx, who, projectId, rows, now);
  return new Map(targets.flatMap(({ uuid, as }) => (uuid === as ? [] : [[uuid, as]])));
}

/** Brings workflows, and gives their ids by the uuids that they had. */
async function importWorkflows(
  into: Import,
  { workflows }: PreparedProject,
  renewed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, number>> {
  const { tx, who, projectId, now, tell } = into;
  for (const { file, older } of workflows) for (const { message } of older) tell(`${file}: ${message}`);
  const targets: (NewWorkflow & { readonly uuid: string; readonly as: string; readonly over: number | null })[] = [];
  for (const { draft, ...target } of await targetsOf(into, 'workflows', workflows)) {
    const isSame = renewed.size === 0 && target.uuid === target.as;
    const { columns } = isSame ? draft : await redraft(draft, relinkGraph(draft.graph, renewed), target.as);
    targets.push({ ...target, columns, comment: `imported from ${target.file}`.slice(0, 1_000) });
  }
  for (const { columns, comment, over } of targets)
    if (over !== null) await saveOver(tx, who, over, { columns, comment, over: null }, now);
  const drafts = targets.filter(({ over }) => over === null);
  const ids = await insertWorkflows(tx, who, projectId, drafts, now);
  return new Map(targets.map(({ uuid, as, over }) => [uuid, over ?? ids.get(as)!]));
}

async function importDashboards(into: Import, { dashboards }: PreparedProject, ids: IdsHere): Promise<void> {
  const { tx, who, projectId, now, tell } = into;
  const contents: Content[] = [];
  for (const { file, input, as, over } of await targetsOf(into, 'dashboards', dashboards)) {
    const { id: _, ...relinked } = relinkDashboard({ ...input, uuid: as }, ids, (item, kind) =>
      tell(`${file}: item ${item} shows a ${kind} that is not in the archive`),
    );
    await inFile(file, async () => {
      if (over === null) contents.push(contentOf(relinked));
      else await saveDashboard(tx, who, { id: over, projectId, input: relinked }, now);
    });
  }
  await insertDashboards(tx, who, projectId, contents, now);
}

/**
 * Where records with a uuid go: over the record of that uuid (its id), as a new one (null), or as a new one with a new uuid
 * (`as`).
 */
async function targetsOf<T extends { readonly file: string; readonly uuid: string }>(
  { tx, projectId, overwrite }: Import,
  table: 'datasets' | 'workflows' | 'dashboards',
  records: readonly T[],
): Promise<readonly (T & { readonly as: string; readonly over: number | null })[]> {
  const there = await idsByUuid(
    tx,
    table,
    projectId,
    records.map(({ uuid }) => uuid),
  );
  const uuids = new Set<string>();
  return records.map((record) => {
    const { file, uuid } = record;
    if (uuids.has(uuid))
      throw new Problem(
        'UNPROCESSABLE',
        `file ${quoteName(file)} repeats the UUID ${uuid} of another file in its folder`,
      );
    uuids.add(uuid);
    const existingId = there.get(uuid) ?? null;
    return {
      ...record,
      as: existingId !== null && !overwrite ? randomUUID() : uuid,
      over: overwrite ? existingId : null,
    };
  });
}

/** Workflows here by the ids that they had there: those that came along, else those of the same uuid. */
async function workflowsByOldId(
  { tx, projectId }: Import,
  workflowIds: ReadonlyMap<string, string>,
  importedIds: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const there = await idsByUuid(tx, 'workflows', projectId, [...workflowIds.values()]);
  return new Map(
    [...workflowIds].flatMap(([old, uuid]) => {
      const id = importedIds.get(uuid) ?? there.get(uuid);
      return id === undefined ? [] : [[old, id] as const];
    }),
  );
}
