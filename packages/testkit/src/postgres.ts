import { openStore } from '../../server/src/store/database.ts';
import { newDatabase, startPostgres, type TestDatabase } from '../../server/test/postgres-server.ts';
import { shared, shareMark } from './shared.ts';

/** The PostgreSQL server of this test process; `url` is undefined if none is installed, which in CI is an error. */
export const sharedPostgres = shared(async () => {
  for (const mark of ['millrace-postgres-', '/bin/postgres']) shareMark(mark);
  const server = await startPostgres();
  if (server === undefined && process.env['CI'] === 'true') throw new Error('PostgreSQL is not installed');
  return { url: server?.url, [Symbol.asyncDispose]: async () => server?.[Symbol.asyncDispose]() };
});

/** True if services of this test process keep their records in PostgreSQL, as a group of `groups.ts` says. */
export const isOnPostgres = (): boolean => process.env['MILLRACE_TEST_STORE'] === 'postgres';

const template = 'millrace_template';

/** Makes the database that others are copies of: one whose tables are up to date. */
const prepared = shared(async () => {
  const url = await serverUrl();
  await newDatabase(url, { name: template });
  const store = await openStore({ url: Object.assign(new URL(url), { pathname: template }).href });
  await store.db.destroy();
  return { [Symbol.asyncDispose]: async () => undefined };
});

async function serverUrl(): Promise<string> {
  const { url } = await sharedPostgres();
  if (url === undefined) throw new Error('PostgreSQL is not installed');
  return url;
}

/** A database on the shared server whose tables are up to date and empty; the caller drops it. */
export async function postgresStore(): Promise<TestDatabase> {
  await prepared();
  return newDatabase(await serverUrl(), { template });
}
