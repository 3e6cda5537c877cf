import { sql } from 'kysely';
import { Type } from 'typebox';
import { Problem } from '../../http/problems.ts';
import { Id, Millis, Nullable } from '../../http/types.ts';
import type { Resource } from '../resource.ts';

const Entry = Type.Object({
  id: Id,
  at: Millis,
  userId: Nullable(Id),
  userName: Type.String(),
  action: Type.String(),
  target: Type.String(),
  status: Type.Integer(),
  requestId: Type.String(),
});

const Moment = Type.Optional(Type.String({ maxLength: 40 }));

const day = 86_400_000;

/** Who changed what, and who signed in. */
export const auditReport: Resource =
  ({ db, audit }) =>
  async (app) => {
    app.get(
      '/api/v1/audit',
      {
        config: { access: 'audit.report.manage' },
        schema: {
          tags: ['Audit'],
          querystring: Type.Object({
            page: Type.Integer({ minimum: 0, maximum: 1e9, default: 0 }),
            size: Type.Integer({ minimum: 1, maximum: 1_000, default: 50 }),
            userId: Type.Optional(Id),
            action: Type.Optional(Type.String({ maxLength: 200 })),
            from: Moment,
            to: Moment,
          }),
          response: {
            200: Type.Object({
              entries: Type.Array(Entry),
              totalPages: Type.Integer(),
              totalElements: Type.Integer(),
            }),
          },
        },
      },
      async (request) => {
        const { page, size, userId, action = '', from, to } = request.query;
        const [since, until] = [momentOf(from, 'from'), momentOf(to, 'to')];
        await audit.flush();
        const part = `%${action.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
        const found = db
          .selectFrom('audit')
          .$if(userId !== undefined, (q) => q.where('userId', '=', userId ?? 0))
          .$if(action !== '', (q) => q.where(sql<boolean>`lower(action) like ${part} escape '\\'`))
          .$if(since !== undefined, (q) => q.where('at', '>=', since?.at ?? 0))
          .$if(until !== undefined, (q) => q.where('at', '<', (until?.at ?? 0) + (until?.isDay ? day : 1)));
        const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
        const entries = await found
          .selectAll()
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(size)
          .offset(page * size)
          .execute();
        return { entries, totalPages: Math.ceil(n / size), totalElements: n };
      },
    );
  };

/** A moment as milliseconds since the epoch, a day, or ISO 8601. Days are those of UTC. */
function momentOf(text: string | undefined, name: string): { at: number; isDay: boolean } | undefined {
  if (text === undefined || text === '') return undefined;
  const at = /^\d{1,15}$/.test(text) ? Number(text) : /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new Problem('MALFORMED', `${name} "${text}" is no moment: give a day such as 2026-11-21, or ms since 1970`);
  return { at, isDay: /^\d{4}-\d\d-\d\d$/.test(text) };
}
