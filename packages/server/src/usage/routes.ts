import { Type } from 'typebox';
import type { Resource } from '../http/resource.ts';
import type { Db } from '../store/database.ts';

const Count = Type.Integer({ minimum: 0 });

const month = 30 * 86_400_000;

/** How much the service is used. */
export const usage: Resource =
  ({ db, now }) =>
  async (app) => {
    app.get(
      '/api/v1/usage',
      {
        config: { access: 'configurations.manage' },
        schema: {
          tags: ['Operation'],
          description:
            'The number of records of each kind in all projects, and the users who were active within 30 days.',
          response: {
            200: Type.Object({
              users: Count,
              activeUsers: Count,
              usersLately: Type.Integer({ minimum: 0, description: 'Users who signed in within 30 days' }),
              groups: Count,
              projects: Count,
              workflows: Count,
              datasets: Count,
              dashboards: Count,
              schedules: Count,
              connections: Count,
              runs: Count,
              runsLately: Type.Integer({ minimum: 0, description: 'Requested within 30 days' }),
            }),
          },
        },
      },
      () => countUse(db, now() - month),
    );
  };

/** How many records there are, and how many users came and runs were asked for since a moment. */
async function countUse(db: Db, since: number) {
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
    groups: await countAll(db, 'groups'),
    projects: await countAll(db, 'projects'),
    workflows: await countAll(db, 'workflows'),
    datasets: await countAll(db, 'datasets'),
    dashboards: await countAll(db, 'dashboards'),
    schedules: await countAll(db, 'schedules'),
    connections: await countAll(db, 'connections'),
  };
}

async function countAll(
  db: Db,
  table: 'groups' | 'projects' | 'workflows' | 'datasets' | 'dashboards' | 'schedules' | 'connections',
): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
