import { COMPATIBILITIES } from '@millrace/workflow';
import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { listed, projectFor } from '../access/projects.ts';
import { compatibilityOfProject } from '../compatibility.ts';
import { requirePermission, whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { About, Id, IdParams, Name, Nullable, paging, say, sentence } from '../http/types.ts';
import { inTransaction } from '../store/database.ts';
import { holdsText } from '../store/like.ts';
import { disposition } from '../files/download.ts';
import type { FileSpace } from '../files/file-space.ts';
import { pathIn } from '../files/addressed-path.ts';
import { spaceOf } from '../files/home.ts';
import { Path } from '../files/paths.ts';
import type { Resource } from '../http/resource.ts';
import { compared, Comparison } from './compare.ts';
import { flawOf } from '@millrace/processors/registered';
import { describeModel } from './describe.ts';
import { archiveOf } from './download.ts';
import { inWords, usersOf } from './in-use.ts';
import type { ModelRecord } from './record.ts';
import {
  modelFor,
  modelRecord,
  type ModelRow,
  ModelSummary,
  ModelWithVersions,
  versionOf,
  versionRecord,
  VersionRecord,
  versionsOf,
  versionSummary,
  type VersionRow,
} from './records.ts';
import { withParents } from './references.ts';
import { registerVersion } from './register.ts';

const VersionNumber = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const VersionParams = Type.Object({ id: Id, version: VersionNumber });
const WithFiles = Type.Object({
  files: Type.Boolean({ default: false, description: 'Deletes the folders of the versions, too; needs data.write' }),
});

/** Models that runs have saved: their versions, what they are worth, which one is the champion. */
export const models: Resource = (context) => async (app) => {
  const { db, now, settings } = context;
  const tags = ['Models'];
  const view = { access: 'workflows.view' as const };
  const modify = { access: 'workflows.modify' as const };

  app.get(
    '/api/v1/models',
    {
      config: view,
      schema: {
        tags,
        description: 'Models that runs have saved, those that have changed last first',
        querystring: Type.Object({
          projectId: Type.Optional(Id),
          search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name' })),
          ...paging(1_000),
        }),
        response: { 200: Type.Array(ModelSummary) },
      },
    },
    async (request) => {
      const { projectId, search = '', page, size } = request.query;
      const named = projectId === undefined ? [] : [projectId];
      const rows = await db
        .selectFrom('models')
        .selectAll()
        .where(await listed(db, whoIs(request), 'models.projectId', { named }))
        .$if(search !== '', (query) => query.where(holdsText('name', search)))
        .orderBy('dateLastUpdated', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      const versions = await versionsOfAll(rows.map(({ id }) => id));
      return rows.map((row) => {
        const own = versions.get(row.id) ?? [];
        const [newest] = own;
        const best = own.find(({ version }) => version === row.champion);
        return {
          ...modelRecord(row),
          versions: own.length,
          numbers: own.map(({ version }) => version),
          latest: newest === undefined ? null : versionSummary(newest, row.champion),
          best: best === undefined ? null : versionSummary(best, row.champion),
        };
      });
    },
  );

  const versionsOfAll = async (ids: readonly number[]): Promise<ReadonlyMap<number, VersionRow[]>> => {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('modelVersions')
      .selectAll()
      .where('modelId', 'in', ids)
      .orderBy('version', 'desc')
      .execute();
    return Map.groupBy(rows, ({ modelId }) => modelId);
  };

  app.post(
    '/api/v1/models',
    {
      config: modify,
      schema: {
        tags,
        description: 'Registers a model that lies in the file space, as the next version of the model of a name',
        body: Type.Object({
          projectId: Type.Optional(Nullable(Id)),
          name: Name,
          path: Path,
          compatibility: Type.Optional(
            Type.Enum([...COMPATIBILITIES], {
              description: 'Which Spark it predicts as; that of its project if absent',
            }),
          ),
        }),
        response: { 200: Type.Object({ id: Id, version: Type.Integer() }) },
      },
    },
    async (request) => {
      const who = whoIs(request);
      const { name: given, path: where } = request.body;
      const name = given.trim();
      const flaw = flawOf(name);
      if (flaw !== undefined)
        throw new Problem('UNPROCESSABLE', `name ${JSON.stringify(name)} holds ${flaw}: give it a plain name`);
      const projectId = await projectFor(db, who, request.body.projectId, 'EDIT');
      const path = pathIn(settings.files, where);
      const files = await describeModel(spaceOf(settings.files, who), path);
      const record: ModelRecord = {
        ...files,
        title: 'registered model',
        columns: [],
        features: {},
        classes: {},
        engine: null,
        compatibility: request.body.compatibility ?? (await compatibilityOfProject(db, projectId)),
        workflow: null,
        maker: null,
        rows: null,
        data: null,
        metrics: [],
      };
      const made = await inTransaction(db, (tx) =>
        registerVersion(tx, { projectId, name, path, record, executionId: null, nodeId: null, userId: who.id }, now()),
      );
      return { id: made.modelId, version: made.version };
    },
  );

  app.get(
    '/api/v1/models/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: ModelWithVersions } } },
    async (request) => {
      const row = await modelFor(db, whoIs(request), request.params.id, 'VIEW');
      const versions = await versionsOf(db, row.id);
      return {
        ...modelRecord(row),
        versions: versions.map((one) => versionRecord(one, row.champion)),
        usedBy: await usersOf(db, row, versions),
      };
    },
  );

  app.put(
    '/api/v1/models/:id',
    {
      config: modify,
      schema: {
        tags,
        description: 'Changes what is said of a model, or which version is its champion; null: none is',
        params: IdParams,
        body: Type.Object({ description: Type.Optional(About), champion: Type.Optional(Nullable(VersionNumber)) }),
        ...sentence,
      },
    },
    async (request, reply) => {
      const { description, champion } = request.body;
      const row = await modelFor(db, whoIs(request), request.params.id, 'EDIT');
      const { numUpdatedRows } = await db
        .updateTable('models')
        .set({
          ...(description === undefined ? {} : { description }),
          ...(champion === undefined ? {} : { champion }),
          dateLastUpdated: now(),
        })
        .where('id', '=', row.id)
        .$if(champion != null, (query) =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('modelVersions')
                .select('modelVersions.id')
                .where('modelId', '=', row.id)
                .where('version', '=', champion ?? 0)
                .where('replacedAt', 'is', null),
            ),
          ),
        )
        .executeTakeFirst();
      if (champion != null && numUpdatedRows === 0n) {
        const { version } = await versionOf(db, row, champion);
        throw replaced(row.name, version);
      }
      return say(reply, `Model ${row.id} updated successfully.`);
    },
  );

  app.get(
    '/api/v1/models/:id/compare',
    {
      config: view,
      schema: {
        tags,
        description: 'Versions side by side: what they are, how good they are, their parameters',
        params: IdParams,
        querystring: Type.Object({
          versions: Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){1,9}$', description: 'From 2 to 10, such as 1,3' }),
        }),
        response: { 200: Comparison },
      },
    },
    async (request) => {
      const row = await modelFor(db, whoIs(request), request.params.id, 'VIEW');
      const numbers = [...new Set(request.query.versions.split(',').map(Number))];
      const versions = await Promise.all(numbers.map((number) => versionOf(db, row, number)));
      return {
        versions: versions.map((one) => versionSummary(one, row.champion)),
        ...compared(versions.map(({ record }) => JSON.parse(record) as ModelRecord)),
      };
    },
  );

  app.get(
    '/api/v1/models/:id/versions/:version',
    { config: view, schema: { tags, params: VersionParams, response: { 200: VersionRecord } } },
    async (request) => {
      const row = await modelFor(db, whoIs(request), request.params.id, 'VIEW');
      return versionRecord(await versionOf(db, row, request.params.version), row.champion);
    },
  );

  app.get(
    '/api/v1/models/:id/versions/:version/download',
    {
      config: { ...view, exports: true },
      schema: { tags, description: 'The files of a version', params: VersionParams, produces: ['application/zip'] },
    },
    async (request, reply) => {
      const who = whoIs(request);
      const row = await modelFor(db, who, request.params.id, 'VIEW');
      const { path, version, replacedAt } = await versionOf(db, row, request.params.version);
      if (replacedAt !== null) throw replaced(row.name, version);
      const name = `${row.name}-${version}`;
      const archive = await archiveOf(spaceOf(settings.files, who), path, name);
      archive.on('error', (error: Error) => request.log.error({ err: error }, 'a download of a model broke off'));
      return reply
        .type('application/zip')
        .header('content-disposition', disposition(`${name}.zip`))
        .send(archive);
    },
  );

  /** Fails where other versions lie in the folders of those that are to go, below them, or around them. */
  const requireOwnFolders = async (versions: readonly VersionRow[]): Promise<void> => {
    const going = new Set(versions.map(({ id }) => id));
    const folders = new Set(versions.map(({ path }) => path));
    if (folders.size === 0) return;
    const around = new Set([...folders].flatMap(withParents));
    const there = await db
      .selectFrom('modelVersions')
      .innerJoin('models', 'models.id', 'modelVersions.modelId')
      .select(['modelVersions.id', 'modelVersions.path', 'modelVersions.version', 'models.name'])
      .where('modelVersions.replacedAt', 'is', null)
      .execute();
    const other = there.find(
      ({ id, path }) => !going.has(id) && (around.has(path) || withParents(path).some((folder) => folders.has(folder))),
    );
    if (other !== undefined)
      throw new Problem(
        'CONFLICT',
        `version ${other.version} of the model ${other.name} lies in ${other.path}, ${folders.has(other.path) ? 'too' : 'and shares files with it'}: delete without the files`,
      );
  };

  /**
   * Removes the folders of versions, before their records: what fails may be asked for again. What is not there any more is as
   * it should be. Fails before anything is removed where one is there that who asks may not see.
   */
  const removeFiles = async (who: Principal, model: ModelRow, versions: readonly VersionRow[]): Promise<void> => {
    const own = versions.filter(({ replacedAt }) => replacedAt === null);
    await requireOwnFolders(own);
    const [seen, all] = [spaceOf(settings.files, who), spaceOf(settings.files, { ...who, isSuperuser: true })];
    const isThere = async (space: FileSpace, path: string): Promise<boolean> =>
      (await space.entry(path).catch(orAbsent)) !== undefined;
    for (const { path, version } of own)
      if (!(await isThere(seen, path)) && (await isThere(all, path)))
        throw new Problem(
          'FORBIDDEN',
          `version ${version} of the model ${model.name} lies in ${path}, which you may not see: delete without the files, or have somebody delete it who may see them`,
        );
    for (const { path } of own) await seen.remove(path, true).catch(orAbsent);
  };

  app.delete(
    '/api/v1/models/:id',
    {
      config: modify,
      schema: {
        tags,
        description: 'Deletes a model with its versions. Refused while workflows or dashboards use one of them.',
        params: IdParams,
        querystring: WithFiles,
        ...sentence,
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      if (request.query.files) requirePermission(who, 'data.write');
      const row = await modelFor(db, who, request.params.id, 'EDIT');
      const versions = await versionsOf(db, row.id);
      const users = await usersOf(db, row, versions);
      if (users.length > 0) throw inUse(`the model ${row.name}`, users);
      if (request.query.files) await removeFiles(who, row, versions);
      await db.deleteFrom('models').where('id', '=', row.id).execute();
      return say(reply, `Model ${row.id} deleted successfully.`);
    },
  );

  app.delete(
    '/api/v1/models/:id/versions/:version',
    {
      config: modify,
      schema: {
        tags,
        description:
          'Deletes a version. Refused for the champion, and while workflows or dashboards use it; its number is not given again.',
        params: VersionParams,
        querystring: WithFiles,
        ...sentence,
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      if (request.query.files) requirePermission(who, 'data.write');
      const row = await modelFor(db, who, request.params.id, 'EDIT');
      const version = await versionOf(db, row, request.params.version);
      const title = `version ${version.version} of the model ${row.name}`;
      if (row.champion === version.version)
        throw new Problem('CONFLICT', `${title} is its champion: mark another version, or none, first`);
      const users = (await usersOf(db, row, await versionsOf(db, row.id))).filter(
        (user) => user.version === version.version || (user.version === null && version.replacedAt === null),
      );
      if (users.length > 0) throw inUse(title, users);
      if (request.query.files) await removeFiles(who, row, [version]);
      await db.deleteFrom('modelVersions').where('id', '=', version.id).execute();
      return say(reply, `Version ${version.version} of model ${row.id} deleted successfully.`);
    },
  );
};

/** What is not there is nothing. */
function orAbsent(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
  return undefined;
}

const inUse = (what: string, users: Parameters<typeof inWords>[0]): Problem =>
  new Problem('CONFLICT', `${what} is in use by ${inWords(users)}: take it out there first`);

const replaced = (name: string, version: number): Problem =>
  new Problem(
    'CONFLICT',
    `another model was saved in the folder of ${name}, version ${version}, since: take another version`,
  );
