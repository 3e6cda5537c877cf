import { Type, type Static } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { requireRight } from '../access/projects.ts';
import { requireEdit } from '../access/shared.ts';
import type { Context } from '../context.ts';
import { whoIs } from '../http/authenticate.ts';
import { Id, IdParams, Name, Nullable, say, sentence } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';
import { addressOf } from './address.ts';
import { tablesOf, targetOf, versionOf, type Target } from './postgres.ts';
import { openSecrets, storedRecord, type ConnectionRow } from './records.ts';
import { connectionFor, largestConnection, partsOf } from './save.ts';

/** A connection to try: the id of a saved one, a record that is not saved yet, or both while one is changed. */
const TriedBody = Type.Object(
  {
    id: Type.Optional(Nullable(Id)),
    name: Type.Optional(Name),
    category: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: true },
);

/** Connections in use: whether they work, what they lead to, which one a user works with. */
export const tryConnections: Resource = (context) => async (app) => {
  const { db, settings } = context;
  const tags = ['Connections'];

  app.post(
    '/api/v1/connections/test',
    {
      config: { access: 'connections.manage', changes: false },
      bodyLimit: largestConnection,
      schema: {
        tags,
        description:
          'Connects, and returns what responds; 422 if nothing does, or if connections of this category cannot be tested.',
        body: TriedBody,
        response: { 200: Type.Object({ status: Type.String(), message: Type.String() }) },
      },
    },
    async (request) => {
      const version = await versionOf(await trialTarget(context, whoIs(request), request.body), settings.urls.hosts);
      return { status: 'ok', message: `Connected to ${version}` };
    },
  );

  app.get(
    '/api/v1/connections/:id/tables',
    {
      config: { access: 'workflows.execute' },
      schema: {
        tags,
        params: IdParams,
        response: {
          200: Type.Array(Type.Object({ schema: Type.String(), name: Type.String(), type: Type.String() })),
        },
      },
    },
    async (request) => {
      const who = whoIs(request);
      const connection = await connectionFor(db, who, request.params.id);
      if (connection.projectId !== null) await requireRight(db, who, connection.projectId, 'EXECUTE');
      return [...(await tablesOf(targetOfSaved(context, connection), settings.urls.hosts))];
    },
  );

  app.put(
    '/api/v1/user/currentConnection/:id',
    { config: { access: 'signed-in', scopes: ['write'] }, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const who = whoIs(request);
      const { id } = await connectionFor(db, who, request.params.id);
      await db.updateTable('users').set({ currentConnectionId: id }).where('id', '=', who.id).execute();
      return say(reply, `Current connection is ${id}`);
    },
  );
};

const targetOfSaved = (context: Context, row: ConnectionRow): Target =>
  targetOf(storedRecord(row).open, row.category, openSecrets(context, row));

/** Where a trial leads. Kept secrets go along only to where their connection leads. */
async function trialTarget(context: Context, who: Principal, body: Static<typeof TriedBody>): Promise<Target> {
  const { id, ...input } = body;
  const { open, secrets } = partsOf({ name: '', ...input });
  if (id == null || id <= 0) return targetOf(open, input.category ?? '', secrets);
  const connection = await connectionFor(context.db, who, id);
  await requireEdit(context.db, who, connection.projectId);
  const stored = storedRecord(connection).open;
  const category = input.category ?? connection.category;
  const isSame = Object.keys(open).length === 0 || addressOf(category, open) === addressOf(connection.category, stored);
  const storedSecrets = isSame ? openSecrets(context, connection) : {};
  return targetOf(isSame ? stored : open, category, { ...storedSecrets, ...secrets });
}
