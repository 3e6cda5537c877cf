import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import type { Resource } from '../http/resource.ts';

const Bytes = Type.Integer({ minimum: 0 });

/** What the service takes of the disk. */
export const storage: Resource = (context) => async (app) => {
  const { logs, tables, reuse, settings } = context;
  app.get(
    '/api/v1/storage',
    {
      config: { access: 'configurations.manage' },
      schema: {
        tags: ['Operation'],
        description: 'Bytes used by records, run logs, large tables and the cache of node results, and free bytes.',
        response: {
          200: Type.Object({
            database: Bytes,
            logs: Type.Object({ files: Type.Integer(), bytes: Bytes }),
            tables: Type.Object({ files: Type.Integer(), bytes: Bytes }),
            reuse: Type.Object({ bytes: Bytes, mostBytes: Bytes }),
            free: Bytes,
          }),
        },
      },
    },
    async () => {
      const { bavail, bsize } = await statfs(settings.home);
      return {
        database: await databaseBytes(context),
        logs: await logs.usage(),
        tables: await tables.usage(),
        reuse: { bytes: (await reuse?.bytes()) ?? 0, mostBytes: settings.MILLRACE_REUSE_MEGABYTES * 2 ** 20 },
        free: bavail * bsize,
      };
    },
  );
};

/** Bytes of the database: of PostgreSQL as it says itself, of SQLite its files. */
async function databaseBytes({ db, store, settings }: Pick<Context, 'db' | 'store' | 'settings'>): Promise<number> {
  if (store.kind === 'postgres') {
    const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
    return (await size.execute(db)).rows[0]?.bytes ?? 0;
  }
  const file = join(settings.home, 'millrace.db');
  // the second one is there while there are writes that the first has not taken yet
  const sizes = [file, `${file}-wal`].map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
