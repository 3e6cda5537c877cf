import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { component, Id, Millis, Nullable } from '../http/types.ts';
import type { ConnectionTable } from '../store/tables/project-records.ts';
import type { JsonObject, Secrets } from './secrets.ts';

/** A connection as it is given out: all that was saved, but the secrets. */
export const ConnectionRecord = component(
  'Connection',
  Type.Object(
    {
      id: Id,
      projectId: Nullable(Id),
      userId: Id,
      name: Type.String(),
      category: Type.String(),
      /** Places of the secrets that are kept. */
      secretFields: Type.Array(Type.String()),
      dateCreated: Millis,
      dateLastUpdated: Millis,
    },
    { additionalProperties: true },
  ),
);

/** Keys of a record that the service says itself, or keeps in columns. */
export const ownKeys = [
  'id',
  'projectId',
  'userId',
  'name',
  'category',
  'secretFields',
  'dateCreated',
  'dateLastUpdated',
];

export type ConnectionRow = Selectable<ConnectionTable>;

/** What is stored as the record: what it says openly, and the places of its secrets. */
export interface StoredRecord {
  readonly open: JsonObject;
  readonly secretFields: readonly string[];
}

export const storedRecord = ({ record }: Pick<ConnectionRow, 'record'>): StoredRecord =>
  JSON.parse(record) as StoredRecord;

export function connectionRecord(row: ConnectionRow) {
  const { open, secretFields } = storedRecord(row);
  const { record: _record, secrets: _secrets, ...columns } = row;
  return { ...open, ...columns, secretFields: [...secretFields] };
}

/** What the secrets of a connection are sealed for. */
export const about = (id: number): string => `connection ${id}`;

export const sealSecrets = ({ vault }: Pick<Context, 'vault'>, id: number, secrets: Secrets): string | null =>
  Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), about(id));

/** The secrets of a connection, by place. They go to engines and never into an answer or a log. */
export const openSecrets = ({ vault }: Pick<Context, 'vault'>, { id, secrets }: ConnectionRow): Secrets =>
  secrets === null ? {} : (JSON.parse(vault.open(secrets, about(id))) as Secrets);
