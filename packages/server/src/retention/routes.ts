import { Type } from 'typebox';
import { endedRuns } from './expired.ts';
import type { Resource } from '../http/resource.ts';

const day = 86_400_000;

const Rule = Type.Object({
  kind: Type.Enum(['runs', 'fires', 'audit', 'tokens', 'uploads']),
  setting: Type.String({ description: 'The setting of the retention period' }),
  days: Type.Integer({ minimum: 0, description: 'Retention period in days; 0 for no limit' }),
  due: Type.Integer({ minimum: 0, description: 'Number of records that the next sweep would delete now' }),
});

/** How long the service keeps what, and what goes next. */
export const retention: Resource =
  ({ db, store, uploads, settings, now }) =>
  async (app) => {
    const older = async (table: 'audit' | 'scheduleFires', before: number): Promise<number> => {
      const { n } = await db
        .selectFrom(table)
        .where('at', '<', before)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return n;
    };
    const due = {
      runs: async (before: number): Promise<number> => {
        let n = 0;
        for await (const _ of endedRuns(store, before)) n++;
        return n;
      },
      fires: (before: number) => older('scheduleFires', before),
      audit: (before: number) => older('audit', before),
      tokens: async (before: number): Promise<number> => {
        const { n } = await db
          .selectFrom('tokens')
          .where('expiresAt', '<', before)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow();
        return n;
      },
      uploads: async (before: number): Promise<number> => (await uploads.stale(before)).length,
    };
    const rules = [
      ['runs', 'MILLRACE_KEEP_RUNS_DAYS'],
      ['fires', 'MILLRACE_KEEP_FIRES_DAYS'],
      ['audit', 'MILLRACE_KEEP_AUDIT_DAYS'],
      ['tokens', 'MILLRACE_KEEP_TOKENS_DAYS'],
      ['uploads', 'MILLRACE_KEEP_UPLOADS_DAYS'],
    ] as const;

    app.get(
      '/api/v1/retention',
      {
        config: { access: 'configurations.manage' },
        schema: {
          tags: ['Operation'],
          description: 'The retention periods, and the number of records that the next hourly sweep deletes.',
          response: { 200: Type.Array(Rule) },
        },
      },
      async () => {
        const at = now();
        const periods = [];
        for (const [kind, setting] of rules) {
          const days = settings[setting];
          periods.push({ kind, setting, days, due: days === 0 ? 0 : await due[kind](at - days * day) });
        }
        return periods;
      },
    );
  };
