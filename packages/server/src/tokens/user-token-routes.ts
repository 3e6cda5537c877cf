import { Type } from 'typebox';
import { requireReach } from '../access/reach.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { IdParams } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';
import { userFor } from '../users/save.ts';

/** What an administrator does where a token of a user has got into wrong hands. */
export const tokensOfUsers: Resource =
  ({ db }) =>
  async (app) => {
    app.delete(
      '/api/v1/users/:id/tokens',
      {
        config: { access: 'tokens.deleteAllTokens' },
        schema: {
          tags: ['Tokens'],
          description: 'Deletes all access tokens of a user. Requests that use one of them are rejected from then on.',
          params: IdParams,
          response: { 200: Type.Object({ deleted: Type.Integer() }) },
        },
      },
      async (request) => {
        const who = whoIs(request);
        const user = await userFor(db, request.params.id);
        if (user.id === who.id)
          throw new Problem(
            'CONFLICT',
            'these are your own tokens: delete them one by one with DELETE /api/v1/tokens/{id}',
          );
        await requireReach(db, who, user);
        const { numDeletedRows } = await db.deleteFrom('tokens').where('userId', '=', user.id).executeTakeFirst();
        return { deleted: Number(numDeletedRows) };
      },
    );
  };
