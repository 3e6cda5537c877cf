import type { ModelRegistry, ModelRequest, RegisteredModel } from '@millrace/processors';
import { FieldError } from '@millrace/processors/field-error';
import type { Selectable } from 'kysely';
import type { Db } from '../store/database.ts';
import type { ModelTable } from '../store/tables/models.ts';
import { spacePath } from '../files/paths.ts';

type ModelRow = Selectable<ModelTable>;

interface ModelMatch {
  readonly model: ModelRow;
  /** Number of the version; undefined for the newest one. */
  readonly version: () => number | undefined;
}

/** The registered models of a project, as nodes ask for them. */
export class ProjectModels implements ModelRegistry {
  readonly #db: Db;
  readonly #projectId: number;

  constructor(db: Db, projectId: number) {
    this.#db = db;
    this.#projectId = projectId;
  }

  async find(request: ModelRequest): Promise<RegisteredModel> {
    const { path, title } = await this.version(request);
    return { path, title: `model ${title}` };
  }

  /** The version that is meant, with its id. Fails as `find` does. */
  async version(request: ModelRequest): Promise<RegisteredModel & { readonly id: number }> {
    const { model, version } = await this.#resolve(request);
    const number = request.champion ? championOf(model, request) : version();
    const row = await this.#db
      .selectFrom('modelVersions')
      .select(['id', 'path', 'version', 'replacedAt'])
      .where('modelId', '=', model.id)
      .$if(number !== undefined, (query) => query.where('version', '=', number ?? 0))
      .orderBy('version', 'desc')
      .executeTakeFirst();
    const title = number === undefined ? model.name : `${model.name}, version ${number}`;
    const fault = (message: string, remedy: string): FieldError =>
      new FieldError(request.field, `model "${request.reference}": ${message}`, remedy);
    if (row === undefined)
      throw fault(
        number === undefined ? 'the model has no versions' : `version ${number} not found`,
        'choose an existing version',
      );
    if (row.replacedAt !== null)
      throw row.version === model.champion
        ? fault(
            `another model has replaced the files of ${title}, the champion`,
            'mark another version as champion on the page of the model, or choose a version',
          )
        : fault(`another model has replaced the files of ${title}`, 'choose another version');
    return { id: row.id, path: row.path, title };
  }

  async #resolve(request: ModelRequest): Promise<ModelMatch> {
    const { reference } = request;
    const [, name, which] = /^models:\/([^/]+)(?:\/([^/]+))?$/.exec(reference) ?? [];
    if (name !== undefined) {
      const model = await this.#modelByName(name);
      if (model === undefined) throw this.#unknown(request);
      return { model, version: () => versionNumberOf(model, which, request) };
    }
    const byUuid = await this.#withUuid(reference);
    if (byUuid !== undefined) return byUuid;
    const model = (await this.#modelByName(reference)) ?? (await this.#savedBelow(reference));
    if (model === undefined) throw this.#unknown(request);
    return { model, version: () => model.champion ?? undefined };
  }

  #unknown({ reference, field }: ModelRequest): FieldError {
    return new FieldError(
      field,
      `model "${reference}" is not registered in this project`,
      'choose a model of the page Models, such as models:/NAME or models:/NAME/3',
    );
  }

  #modelByName(name: string): Promise<ModelRow | undefined> {
    return this.#models().where('name', '=', name).executeTakeFirst();
  }

  async #withUuid(uuid: string): Promise<ModelMatch | undefined> {
    if (!/^[0-9a-f-]{36}$/.test(uuid)) return undefined;
    const model = await this.#models().where('uuid', '=', uuid).executeTakeFirst();
    if (model !== undefined) return { model, version: () => model.champion ?? undefined };
    const version = await this.#db
      .selectFrom('modelVersions')
      .select(['modelId', 'version'])
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    const of = version && (await this.#models().where('id', '=', version.modelId).executeTakeFirst());
    return of && { model: of, version: () => version.version };
  }

  /** The model whose newest version lies in a folder, or right below it. */
  async #savedBelow(text: string): Promise<ModelRow | undefined> {
    const path = normal(text);
    if (path === undefined) return undefined;
    return (
      this.#db
        .selectFrom('models')
        .innerJoin('modelVersions', 'modelVersions.modelId', 'models.id')
        .selectAll('models')
        .where('models.projectId', '=', this.#projectId)
        .where('modelVersions.replacedAt', 'is', null)
        // "0" follows "/" in the order of texts
        .where(({ or, and, eb }) =>
          or([
            eb('modelVersions.path', '=', path),
            and([eb('modelVersions.path', '>', `${path}/`), eb('modelVersions.path', '<', `${path}0`)]),
          ]),
        )
        .orderBy('modelVersions.id', 'desc')
        .executeTakeFirst()
    );
  }

  #models() {
    return this.#db.selectFrom('models').selectAll().where('projectId', '=', this.#projectId);
  }
}

function championOf(model: ModelRow, { field, reference }: ModelRequest): number {
  if (model.champion !== null) return model.champion;
  throw new FieldError(
    field,
    `model "${reference}": no version of the model is marked as champion`,
    'mark a version as champion on the page of the model, or choose a version',
  );
}

function versionNumberOf(model: ModelRow, which: string | undefined, request: ModelRequest): number | undefined {
  if (which === undefined) return model.champion ?? undefined;
  if (which === 'latest') return undefined;
  if (which === 'champion') return championOf(model, request);
  if (/^\d{1,9}$/.test(which)) return Number(which);
  throw new FieldError(
    request.field,
    `model "${request.reference}": unknown version "${which}"`,
    'end the reference with a number, champion or latest',
  );
}

function normal(path: string): string | undefined {
  try {
    return spacePath(path);
  } catch {
    // no path at all, and so no model
    return undefined;
  }
}
