import { Type } from 'typebox';
import { issuerName } from '../access/oidc.ts';
import { requireReach } from '../access/reach.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { Id, IdParams, Millis, say, sentence } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';
import { identitiesOf, link, unlink } from './identities.ts';
import { userFor } from './save.ts';

const Identity = Type.Object({ id: Id, issuer: Type.String(), subject: Type.String(), linkedAt: Millis });

const tags = ['Users'];
const own = { access: 'signed-in' as const };
const manage = { access: 'users.manage' as const };
const list = { tags, response: { 200: Type.Array(Identity) } };

/** Who people are at a provider of sign-in. */
export const identities: Resource =
  ({ db, now, settings }) =>
  async (app) => {
    app.get('/api/v1/users/me/identities', { config: own, schema: list }, (request) =>
      identitiesOf(db, whoIs(request).id),
    );

    app.delete(
      '/api/v1/users/me/identities/:id',
      { config: own, schema: { tags, params: IdParams, ...sentence } },
      async (request, reply) => {
        await unlink(db, whoIs(request).id, request.params.id);
        return say(reply, 'Identity removed successfully');
      },
    );

    app.get(
      '/api/v1/users/:id/identities',
      { config: manage, schema: { ...list, params: IdParams } },
      async (request) => identitiesOf(db, (await userFor(db, request.params.id)).id),
    );

    app.post(
      '/api/v1/users/:id/identities',
      {
        config: manage,
        schema: {
          tags,
          params: IdParams,
          body: Type.Object({
            subject: Type.String({ minLength: 1, maxLength: 255 }),
            issuer: Type.Optional(Type.String({ maxLength: 1_000 })),
          }),
          ...sentence,
        },
      },
      async (request, reply) => {
        const { subject, issuer = settings.MILLRACE_OIDC_ISSUER ?? '' } = request.body;
        if (!URL.canParse(issuer))
          throw new Problem('UNPROCESSABLE', 'field "issuer" must be the URL of an identity provider');
        const user = await userFor(db, request.params.id);
        await requireReach(db, whoIs(request), user);
        await link(db, { issuer: issuerName(issuer), subject }, user.id, now());
        return say(reply, `User ${user.username} linked successfully`);
      },
    );

    app.delete(
      '/api/v1/users/:id/identities/:identityId',
      { config: manage, schema: { tags, params: Type.Object({ id: Id, identityId: Id }), ...sentence } },
      async (request, reply) => {
        const user = await userFor(db, request.params.id);
        await requireReach(db, whoIs(request), user);
        await unlink(db, user.id, request.params.identityId);
        return say(reply, 'Identity removed successfully');
      },
    );
  };
