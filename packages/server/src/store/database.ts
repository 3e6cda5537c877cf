import { join } from 'node:path';
import { CamelCasePlugin, Kysely, PostgresDialect, SqliteDialect, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Settings } from '../settings.ts';
import { migrationsFor } from './migrations/index.ts';
import { openSqlite } from './node-sqlite.ts';
import type { Tables } from './tables.ts';

/** The store, or a transaction of it. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Does something in one transaction: the one that is under way, if there is one. */
export const inTransaction = <T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);

export interface Store {
  readonly db: Kysely<Tables>;
  readonly kind: 'sqlite' | 'postgres';
}

/** Where the store is: a file of SQLite, or the address of a PostgreSQL database. */
export type StorePlace = { readonly file: string } | { readonly url: string };

/** Where the settings put the store. */
export const placeOf = ({
  home,
  MILLRACE_DATABASE_URL: url,
}: Pick<Settings, 'home' | 'MILLRACE_DATABASE_URL'>): StorePlace =>
  url === undefined ? { file: join(home, 'millrace.db') } : { url };

/** Opens the store and brings its tables up to date; safe where several processes do so at once. */
export async function openStore(place: StorePlace): Promise<Store> {
  const kind = 'file' in place ? 'sqlite' : 'postgres';
  const dialect =
    'file' in place
      ? new SqliteDialect({ database: openSqlite(place.file) })
      : new PostgresDialect({ pool: postgresPool(place.url) });
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
  const migrator = new Migrator({ db, provider: migrationsFor(kind) });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    throw error instanceof Error ? error : new Error(String(error));
  }
  return { db, kind };
}

/** Whole numbers of 64 bits come as numbers: ids and times stay below 2^53. */
function postgresPool(connectionString: string): pg.Pool {
  const whole = pg.types.builtins.INT8;
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === whole ? Number : (pg.types.getTypeParser(oid, format ?? 'text') as never),
  };
  const pool = new pg.Pool({ connectionString, types, max: 10 });
  // a connection that breaks while it waits is replaced; a query of its own tells its own error
  pool.on('error', () => undefined);
  return pool;
}
