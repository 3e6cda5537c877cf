import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Problem } from '../problems.ts';
import { About, Millis, Name, Nullable } from '../http/types.ts';
import { Metric, VersionRecord } from '../models/records.ts';
import type { Document } from './project-files.ts';
import { quoteName } from '../http/in-file.ts';

const Version = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });

const pathPattern = ['id', 'uuid', 'version', 'isChampion', 'path', 'isReplaced', 'dateCreated'] as const;
const ofMaker = ['userId', 'userName', 'executionId', 'nodeId'] as const;

/** Archives of before 2026-11-26 do not name the source of a metric. */
const ArchivedMetric = Type.Object({
  ...Metric.properties,
  workflow: Type.Optional(Metric.properties.workflow),
  executionId: Type.Optional(Metric.properties.executionId),
});

const Model = Type.Object({
  id: Type.Optional(Type.Integer()),
  uuid: Type.String({ maxLength: 100 }),
  name: Name,
  description: About,
  champion: Nullable(Version),
  lastVersion: Version,
  versions: Type.Array(
    Type.Object({
      uuid: Type.String({ maxLength: 100 }),
      version: Version,
      isReplaced: Type.Boolean(),
      dateCreated: Millis,
      nodeId: Nullable(Type.String({ maxLength: 1_000 })),
      record: Type.Object({
        ...Type.Omit(VersionRecord, [...pathPattern, ...ofMaker, 'metrics', 'compatibility']).properties,
        // archives of before 2026-11-28 do not have it
        compatibility: Type.Optional(VersionRecord.properties.compatibility),
        metrics: Type.Array(ArchivedMetric),
      }),
    }),
    { maxItems: 10_000 },
  ),
});

type ModelDocument = Static<typeof Model>;

export type ReadVersion = ModelDocument['versions'][number] & {
  /** Its files by their paths below its folder; none if the archive has none. */
  readonly files: ReadonlyMap<string, Buffer>;
};

/** A registered model of an archive. */
export interface ReadModel extends Omit<ModelDocument, 'versions'> {
  readonly file: string;
  readonly versions: readonly ReadVersion[];
}

/** A model of a document, with the files of the archive that lie next to it. Fails with what is wrong with its form. */
export function readModel({ file, value }: Document, modelFiles: ReadonlyMap<string, Buffer>): ReadModel {
  const fault = (message: string): Problem => new Problem('UNPROCESSABLE', `file ${quoteName(file)}: ${message}`);
  if (!Value.Check(Model, value)) {
    const [error] = Value.Errors(Model, value);
    throw fault(`${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`);
  }
  const { versions, champion, name } = value;
  if (name.trim() === '' || name.includes('/'))
    throw fault(`name ${quoteName(name)} is blank or contains a "/": enter a plain name`);
  const numbers = new Set(versions.map(({ version }) => version));
  if (numbers.size < versions.length) throw fault('it has two versions with the same number');
  if (champion !== null && !numbers.has(champion)) throw fault(`champion ${champion} is not one of its versions`);
  const below = file.slice(0, -'.json'.length);
  return {
    ...value,
    file,
    versions: versions.map((one) => {
      const folder = `${below}/${one.version}/`;
      const own = [...modelFiles].filter(([path]) => path.startsWith(folder));
      return { ...one, files: new Map(own.map(([path, bytes]) => [path.slice(folder.length), bytes])) };
    }),
  };
}
