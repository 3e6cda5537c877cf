import { Type, type Static } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { requireEdit, visibleOrGlobal } from '../access/shared.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';
import { component, Id, Name, Nullable } from '../http/types.ts';
import { orConflict } from '../store/constraints.ts';
import type { Db } from '../store/database.ts';
import { addressOf } from './address.ts';
import { openSecrets, ownKeys, sealSecrets, storedRecord, type ConnectionRow } from './records.ts';
import { partSecrets, type JsonObject, type Parted } from './secrets.ts';
import { notFound, nameTaken } from '../refusals.ts';

/** A connection as clients send it; other keys are kept. */
export const ConnectionBody = component(
  'ConnectionDraft',
  Type.Object(
    {
      projectId: Type.Optional(Nullable(Id)),
      name: Name,
      category: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: true },
  ),
);

/** Most bytes of a connection. */
export const largestConnection = 1 << 20;

type ConnectionInput = Static<typeof ConnectionBody>;
type Saving = Pick<Context, 'db' | 'vault' | 'now'>;

export const partsOf = (input: ConnectionInput): Parted =>
  partSecrets(Object.fromEntries(Object.entries(input).filter(([key]) => !ownKeys.includes(key))) as JsonObject);

const nameConflict = (name: string): string => nameTaken('connection', name);

export async function createConnection(
  context: Saving,
  who: Principal,
  input: ConnectionInput,
): Promise<ConnectionRow> {
  const { projectId = null, name, category = '' } = input;
  await requireEdit(context.db, who, projectId);
  const { open, secrets } = partsOf(input);
  const at = context.now();
  const record = JSON.stringify({ open, secretFields: Object.keys(secrets).sort() });
  return orConflict('unique', nameConflict(name), () =>
    context.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('connections')
        .values({
          projectId,
          userId: who.id,
          name,
          category,
          record,
          secrets: null,
          dateCreated: at,
          dateLastUpdated: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      // sealed for this connection, so that its id is known first
      return tx
        .updateTable('connections')
        .set({ secrets: sealSecrets(context, id, secrets) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    }),
  );
}

/**
 * Saves a connection over the stored one. Secrets that are not given, or as an empty text, stay; null takes one away. Where it connects to
 * something else they must be given again: a user who may edit it must not read them by sending them to a server of their own.
 */
export async function updateConnection(
  context: Saving,
  who: Principal,
  id: number,
  input: ConnectionInput,
): Promise<ConnectionRow> {
  const connection = await connectionFor(context.db, who, id);
  await requireEdit(context.db, who, connection.projectId);
  if (input.projectId !== undefined && input.projectId !== connection.projectId)
    throw new Problem('CONFLICT', 'a connection cannot move to another project: create another connection');
  const { open, secrets, removed, leading } = partsOf(input);
  const stored = storedRecord(connection);
  const stay = stored.secretFields.filter((path) => !(path in secrets) && !removed.includes(path));
  const category = input.category ?? connection.category;
  const isElsewhere = addressOf(category, open) !== addressOf(connection.category, stored.open) || leading.length > 0;
  if (stay.length > 0 && isElsewhere)
    throw new Problem(
      'UNPROCESSABLE',
      `the address of the connection has changed: enter its secrets again (${stay.join(', ')})`,
    );
  const storedSecrets = stay.length === 0 ? {} : openSecrets(context, connection);
  const all = { ...Object.fromEntries(stay.map((path) => [path, storedSecrets[path] ?? ''])), ...secrets };
  const saved = await orConflict('unique', nameConflict(input.name), () =>
    context.db
      .updateTable('connections')
      .set({
        name: input.name,
        category,
        record: JSON.stringify({ open, secretFields: Object.keys(all).sort() }),
        secrets: sealSecrets(context, id, all),
        dateLastUpdated: context.now(),
      })
      .where('id', '=', id)
      .where('record', '=', connection.record)
      .where('dateLastUpdated', '=', connection.dateLastUpdated)
      .returningAll()
      .executeTakeFirst(),
  );
  if (saved === undefined) throw new Problem('CONFLICT', `connection ${id} was changed in the meantime: reload it`);
  return saved;
}

/** A connection that a user may see. */
export async function connectionFor(db: Db, who: Principal, id: number): Promise<ConnectionRow> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .where(visibleOrGlobal(who, 'connections'))
    .executeTakeFirst();
  if (row === undefined) throw notFound('connection', id);
  return row;
}
