import { sql } from 'kysely';
import { Type } from 'typebox';
import { component, Id, Millis, Nullable, paging } from '../http/types.ts';
import { unsought, type Db } from '../store/database.ts';
import type { Resource } from '../http/resource.ts';
import { invalidParameter } from '../refusals.ts';

const Entry = component(
  'AuditEntry',
  Type.Object({
    id: Id,
    at: Millis,
    userId: Nullable(Id),
    userName: Type.String(),
    action: Type.String(),
    target: Type.String(),
    status: Type.Integer(),
    requestId: Type.String(),
  }),
);

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
            ...paging(50),
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
        const actions = action === '' ? [] : await actionsWith(db, action);
        if (action !== '' && actions.length === 0) return { entries: [], totalPages: 0, totalElements: 0 };
        const query = db
          .selectFrom('audit')
          .$if(userId !== undefined, (q) => q.where('userId', '=', userId ?? 0))
          .$if(since !== undefined, (q) => q.where('at', '>=', since?.at ?? 0))
          .$if(until !== undefined, (q) => q.where('at', '<', (until?.at ?? 0) + (until?.isDay ? day : 1)));
        const { n } = await query
          .$if(actions.length > 0, (q) => q.where('action', 'in', actions))
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow();
        const ids = query
          .$if(actions.length > 0, (q) => q.where(unsought(db, 'action'), 'in', actions))
          .select('id')
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(size)
          .offset(page * size);
        const entries = await db
          .selectFrom('audit')
          .selectAll()
          .where('id', 'in', ids)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .execute();
        return { entries, totalPages: Math.ceil(n / size), totalElements: n };
      },
    );
  };

/** The actions of the log that have a text in them: each is sought behind the one before, for they are few. */
async function actionsWith(db: Db, part: string): Promise<readonly string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known(action) as (
      select min(action) from audit
      union all
      select (select min(action) from audit where action > known.action) from known where known.action is not null
    )
    select action from known where action is not null`.execute(db);
  const sought = part.toLowerCase();
  return rows.map(({ action }) => action).filter((action) => action.toLowerCase().includes(sought));
}

/** A moment as milliseconds since the epoch, a day, or ISO 8601. Days are those of UTC. */
function momentOf(text: string | undefined, name: string): { at: number; isDay: boolean } | undefined {
  if (text === undefined || text === '') return undefined;
  const at = /^\d{1,15}$/.test(text) ? Number(text) : /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw invalidParameter(name, text, 'must be a date such as 2026-11-21, or milliseconds since the Unix epoch');
  return { at, isDay: /^\d{4}-\d\d-\d\d$/.test(text) };
}
