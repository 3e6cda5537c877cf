import { Type } from 'typebox';
import type { Resource } from '../http/resource.ts';

const Count = Type.Integer({ minimum: 0 });

const month = 30 * 86_400_000;

/** How much the service is used. */
export const usage: Resource =
  ({ db, now }) =>
  async (app) => {
    const all = async (
      table: 'groups' | 'projects' | 'workflows' | 'datasets' | 'dashboards' | 'schedules' | 'connections',
    ): Promise<number> => {
      const { n } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return n;
    };

    app.get(
      '/api/v1/usage',
      {
        config: { access: 'configurations.manage' },
        schema: {
          tags: ['Operation'],
          description: 'How many records of each kind the service holds, in all projects, and who came within 30 days.',
          response: {
            200: Type.Object({
              users: Count,
              activeUsers: Count,
              usersLately: Type.Integer({ minimum: 0, description: 'Who signed in within 30 days' }),
              groups: Count,
              projects: Count,
              workflows: Count,
              datasets: Count,
              dashboards: Count,
              schedules: Count,
              connections: Count,
              runs: Count,
              runsLately: Type.Integer({ minimum: 0, description: 'Asked for within 30 days' }),
            }),
          },
        },
      },
      async () => {
        const since = now() - month;
        const users = await db
          .selectFrom('users')
          .select((eb) => [
            eb.fn.countAll<number>().as('users'),
            eb.fn.countAll<number>().filterWhere('isActive', '=', 1).as('activeUsers'),
            eb.fn.countAll<number>().filterWhere('lastSignInAt', '>=', since).as('usersLately'),
          ])
          .executeTakeFirstOrThrow();
        const runs = await db
          .selectFrom('executions')
          .select((eb) => [
            eb.fn.countAll<number>().as('runs'),
            eb.fn.countAll<number>().filterWhere('queuedAt', '>=', since).as('runsLately'),
          ])
          .executeTakeFirstOrThrow();
        return {
          ...users,
          ...runs,
          groups: await all('groups'),
          projects: await all('projects'),
          workflows: await all('workflows'),
          datasets: await all('datasets'),
          dashboards: await all('dashboards'),
          schedules: await all('schedules'),
          connections: await all('connections'),
        };
      },
    );
  };
