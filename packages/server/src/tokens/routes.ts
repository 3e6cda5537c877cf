import { Type, type Static } from 'typebox';
import { hashOf, newSecret } from '../access/principal.ts';
import { requireScopes, scopes as allScopes, scopesIn, storedScopes, type Scope } from '../access/scopes.ts';
import { longestLife } from '../access/token-life.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { component, Id, IdParams, Millis } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { notFound } from '../refusals.ts';

const day = 86_400_000;
/** Larger values are moments, smaller ones days. */
const earliestExpiry = 1e11;

const Scopes = Type.Array(Type.Enum([...allScopes]), {
  minItems: 1,
  maxItems: allScopes.length,
  description:
    'The scopes of the token: read reads records and files, run starts and stops runs, write changes records and files, admin manages users, tokens and settings',
});

const Token = component(
  'Token',
  Type.Object({
    id: Id,
    description: Type.String(),
    scopes: Scopes,
    createdAt: Millis,
    expiresAt: Millis,
  }),
);

const columns = ['id', 'description', 'scopes', 'createdAt', 'expiresAt'] as const;

/** Personal access tokens: shown once, stored as hashes. */
export const tokens: Resource = (context) => async (app) => {
  for (const add of [addCreation, addLists, addDeletion]) add(app, context);
};

const addCreation: AddRoutes = (app, { db, now, settings }) => {
  const longest = longestLife(settings);

  app.post(
    '/api/v1/tokens',
    {
      config: { access: 'enable.tokenGeneration' },
      schema: {
        tags: ['Tokens'],
        description:
          'Creates an access token. A token created with a token has the same scopes or fewer, and expires no later: see expiresAt.',
        body: Type.Object({
          expiredDuration: Type.Number({
            exclusiveMinimum: 0,
            maximum: 2 ** 53 - 1,
            description: 'Lifetime in days, or the expiry time in milliseconds since the Unix epoch',
          }),
          scopes: Type.Optional(Scopes),
          description: Type.Optional(Type.String({ maxLength: 1_000 })),
        }),
        response: { 201: Type.Object({ id: Id, accessToken: Type.String(), scopes: Scopes, expiresAt: Millis }) },
      },
    },
    async (request, reply) => {
      const { expiredDuration, description = '' } = request.body;
      const who = whoIs(request);
      const at = now();
      const expiry = Math.round(expiredDuration > earliestExpiry ? expiredDuration : at + expiredDuration * day);
      if (expiry <= at)
        throw new Problem(
          'UNPROCESSABLE',
          'expiredDuration is a time in the past: send a later time, or a number of days',
        );
      if (expiry > at + longest) throw tooLong(expiredDuration, longest / day);
      const requested: readonly Scope[] = request.body.scopes ?? [...who.scopes];
      requireScopes(who, requested);
      const scopes = storedScopes(requested);
      // a token that a token makes does not outlive it
      const expiresAt = who.by === 'token' ? Math.min(expiry, who.until ?? expiry) : expiry;
      const accessToken = newSecret();
      const { id } = await db
        .insertInto('tokens')
        .values({ hash: hashOf(accessToken), userId: who.id, description, scopes, createdAt: at, expiresAt })
        .returning('id')
        .executeTakeFirstOrThrow();
      return reply.code(201).send({ id, accessToken, scopes: scopesIn(scopes), expiresAt });
    },
  );
};

const addLists: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/tokens',
    { config: { access: 'signed-in' }, schema: { tags: ['Tokens'], response: { 200: Type.Array(Token) } } },
    async (request) => {
      const { id } = whoIs(request);
      const tokens = await db.selectFrom('tokens').select(columns).where('userId', '=', id).orderBy('id').execute();
      return tokens.map(tokenRecord);
    },
  );

  app.get(
    '/api/v1/tokens/:id',
    { config: { access: 'signed-in' }, schema: { tags: ['Tokens'], params: IdParams, response: { 200: Token } } },
    async (request) => {
      const { id } = request.params;
      const token = await db
        .selectFrom('tokens')
        .select(columns)
        .where('id', '=', id)
        .where('userId', '=', whoIs(request).id)
        .executeTakeFirst();
      if (token === undefined) throw notFound('token', id);
      return tokenRecord(token);
    },
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  app.delete(
    '/api/v1/tokens/:id',
    {
      config: { access: 'signed-in' },
      schema: { tags: ['Tokens'], params: IdParams, response: { 200: Type.Object({ message: Type.String() }) } },
    },
    async (request) => {
      const { id } = request.params;
      const { numDeletedRows } = await db
        .deleteFrom('tokens')
        .where('id', '=', id)
        .where('userId', '=', whoIs(request).id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('token', id);
      return { message: 'Token deleted successfully.' };
    },
  );
};

/** A token as it is shown: without what it holds. */
const tokenRecord = ({ scopes, ...token }: Omit<Static<typeof Token>, 'scopes'> & { scopes: string }) => ({
  ...token,
  scopes: scopesIn(scopes),
});

function tooLong(days: number, maxDays: number): Problem {
  const message = `expiredDuration ${days} is too long: must be at most ${maxDays} days (MILLRACE_TOKEN_DAYS)`;
  return new Problem('UNPROCESSABLE', message, {
    errors: [{ path: '/expiredDuration', message, code: 'UNPROCESSABLE' }],
  });
}
