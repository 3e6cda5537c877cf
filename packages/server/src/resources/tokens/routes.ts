import { Type } from 'typebox';
import { hashOf, newSecret } from '../../access/principal.ts';
import { whoIs } from '../../http/authenticate.ts';
import { Problem } from '../../http/problems.ts';
import { Id, IdParams, Millis } from '../../http/types.ts';
import type { Resource } from '../resource.ts';

const day = 86_400_000;
/** Larger values are moments, smaller ones days. */
const leastMoment = 1e11;
const longest = 3_650 * day;

const Token = Type.Object({ id: Id, description: Type.String(), createdAt: Millis, expiresAt: Millis });

/** Personal access tokens: shown once, stored as hashes. */
export const tokens: Resource =
  ({ db, now }) =>
  async (app) => {
    app.post(
      '/api/v1/tokens',
      {
        config: { access: 'enable.tokenGeneration' },
        schema: {
          tags: ['Tokens'],
          body: Type.Object({
            expiredDuration: Type.Number({ exclusiveMinimum: 0, maximum: 2 ** 53 - 1 }),
            description: Type.Optional(Type.String({ maxLength: 1_000 })),
          }),
          response: { 201: Type.Object({ id: Id, accessToken: Type.String(), expiresAt: Millis }) },
        },
      },
      async (request, reply) => {
        const { expiredDuration, description = '' } = request.body;
        const at = now();
        const expiresAt = Math.round(expiredDuration > leastMoment ? expiredDuration : at + expiredDuration * day);
        if (expiresAt <= at) throw new Problem('UNPROCESSABLE', 'expiredDuration is a moment that is over');
        if (expiresAt > at + longest) throw new Problem('UNPROCESSABLE', 'expiredDuration is longer than ten years');
        const accessToken = newSecret();
        const { id } = await db
          .insertInto('tokens')
          .values({ hash: hashOf(accessToken), userId: whoIs(request).id, description, createdAt: at, expiresAt })
          .returning('id')
          .executeTakeFirstOrThrow();
        return reply.code(201).send({ id, accessToken, expiresAt });
      },
    );

    const shown = ['id', 'description', 'createdAt', 'expiresAt'] as const;

    app.get(
      '/api/v1/tokens',
      { config: { access: 'signed-in' }, schema: { tags: ['Tokens'], response: { 200: Type.Array(Token) } } },
      (request) =>
        db.selectFrom('tokens').select(shown).where('userId', '=', whoIs(request).id).orderBy('id').execute(),
    );

    app.get(
      '/api/v1/tokens/:id',
      { config: { access: 'signed-in' }, schema: { tags: ['Tokens'], params: IdParams, response: { 200: Token } } },
      async (request) => {
        const { id } = request.params;
        const token = await db
          .selectFrom('tokens')
          .select(shown)
          .where('id', '=', id)
          .where('userId', '=', whoIs(request).id)
          .executeTakeFirst();
        if (token === undefined) throw new Problem('NOT_FOUND', `there is no token ${id}`);
        return token;
      },
    );

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
        if (numDeletedRows === 0n) throw new Problem('NOT_FOUND', `there is no token ${id}`);
        return { message: 'Token deleted successfully.' };
      },
    );
  };
