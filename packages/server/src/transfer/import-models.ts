import { randomUUID } from 'node:crypto';
import { Problem } from '../problems.ts';
import { storable } from '../store/zero-bytes.ts';
import type { Import } from './import-project.ts';
import { quoteName } from '../http/in-file.ts';
import type { ReadModel } from './read-model.ts';

/** How records are called here by what they were called there. */
export interface ImportedNames {
  readonly workflowOf: ReadonlyMap<string, number>;
  readonly renewed: ReadonlyMap<string, string>;
}

/**
 * Gives new uuids of models and versions by old ones, where these are taken. Models that are saved over lose their versions
 * first, whose uuids are free then.
 */
export async function renewedModels(
  { tx, projectId, overwrite }: Import,
  models: readonly ReadModel[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Set<string>();
  const renewed = new Map<string, string>();
  for (const { file, name, uuid, versions } of models) {
    if (names.has(storable(name)))
      throw new Problem('UNPROCESSABLE', `file ${quoteName(file)} repeats the name of another model in its folder`);
    names.add(storable(name));
    if (overwrite)
      await tx.deleteFrom('models').where('projectId', '=', projectId).where('name', '=', storable(name)).execute();
    const isModel = await tx.selectFrom('models').select('id').where('uuid', '=', uuid).executeTakeFirst();
    if (isModel !== undefined) renewed.set(uuid, randomUUID());
    for (const version of versions) {
      const isVersion = await tx
        .selectFrom('modelVersions')
        .select('id')
        .where('uuid', '=', version.uuid)
        .executeTakeFirst();
      if (isVersion !== undefined) renewed.set(version.uuid, randomUUID());
    }
  }
  return renewed;
}

/**
 * Brings models, and gives their ids by those that they had. Versions of a model whose name is there follow its own, and its
 * champion stays.
 */
export async function importModels(
  into: Import,
  models: readonly ReadModel[],
  renames: ImportedNames,
): Promise<ReadonlyMap<string, number>> {
  const { tx, who, projectId, now, tell } = into;
  const ids = new Map<string, number>();
  for (const model of models) {
    const { file, uuid, description, champion, lastVersion } = model;
    const name = storable(model.name);
    const there = await tx
      .selectFrom('models')
      .select(['id', 'lastVersion', 'champion'])
      .where('projectId', '=', projectId)
      .where('name', '=', name)
      .executeTakeFirst();
    const before = there?.lastVersion ?? 0;
    const last = before + Math.max(lastVersion, ...model.versions.map(({ version }) => version));
    const marked = there?.champion ?? (champion === null ? null : before + champion);
    const { id } =
      there ??
      (await tx
        .insertInto('models')
        .values({
          ...{
            uuid: renames.renewed.get(uuid) ?? uuid,
            projectId,
            userId: who.id,
            name,
            description: storable(description),
          },
          ...{ lastVersion: last, champion: marked, dateCreated: now, dateLastUpdated: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    if (there !== undefined) {
      const change = { lastVersion: last, champion: marked, dateLastUpdated: now };
      await tx.updateTable('models').set(change).where('id', '=', id).execute();
      tell(`${file}: the project already has model "${model.name}": version 1 became version ${before + 1}, and so on`);
    }
    if (model.id !== undefined) ids.set(String(model.id), id);
    for (const version of model.versions) await importVersion(into, { file, id, before }, version, renames);
  }
  return ids;
}

/** Brings a version into a model of the project, whose own versions end with `before`. */
async function importVersion(
  into: Import,
  { file, id: modelId, before }: { readonly file: string; readonly id: number; readonly before: number },
  version: ReadModel['versions'][number],
  { workflowOf, renewed }: ImportedNames,
): Promise<void> {
  const { tx, who, now, stored, tell } = into;
  const { path, files } = stored.of(version);
  if (files === undefined && !version.isReplaced)
    tell(`${file}: version ${version.version} was imported without its files, which are not in the archive`);
  const here = <W extends { readonly id: number }>(workflow: W | null): W | null => {
    const workflowId = workflow === null ? undefined : workflowOf.get(String(workflow.id));
    return workflow === null || workflowId === undefined ? null : { ...workflow, id: workflowId };
  };
  const record = {
    ...version.record,
    ...files,
    workflow: here(version.record.workflow),
    metrics: version.record.metrics.map((metric) =>
      metric.workflow === undefined ? metric : { ...metric, workflow: here(metric.workflow), executionId: null },
    ),
  };
  await tx
    .insertInto('modelVersions')
    .values({
      uuid: renewed.get(version.uuid) ?? version.uuid,
      modelId,
      version: before + version.version,
      path,
      record: storable(JSON.stringify(record)),
      executionId: null,
      nodeId: version.nodeId === null ? null : storable(version.nodeId),
      userId: who.id,
      userName: who.username,
      dateCreated: version.dateCreated,
      replacedAt: files === undefined ? now : null,
    })
    .execute();
}
