import { join } from 'node:path';
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  sql,
  SqliteAdapter,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { Settings } from '../settings.ts';
import { migrationsFor } from './migrations/index.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** The store, or a transaction of it. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Does something in one transaction: the one that is under way, if there is one. */
export const inTransaction = <T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);

/**
 * A column that SQLite compares without seeking in an index that begins with it, so that it reads another one, which has
 * the order that is asked for: it knows nothing of how many rows a value has. PostgreSQL does, and chooses by itself.
 */
export const unsought = (db: Db, column: string): RawBuilder<unknown> =>
  sql.raw(db.getExecutor().adapter instanceof SqliteAdapter ? `+${column}` : column);

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

/**
 * Opens the store and brings its tables up to date; safe where several processes do so at once. `answered` sees the kind of
 * each statement and the milliseconds that it took.
 */
export async function openStore(
  place: StorePlace,
  answered: (statement: string, ms: number) => void = () => undefined,
): Promise<Store> {
  const kind = 'file' in place ? 'sqlite' : 'postgres';
  const dialect =
    'file' in place ? sqliteDialect(place.file) : new PostgresDialect({ pool: await postgresPool(place.url) });
  const db = new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query, queryDurationMillis }) =>
      answered(
        /^(Select|Insert|Update|Delete)Query/.exec(query.query.kind)?.[1]?.toLowerCase() ?? 'other',
        queryDurationMillis,
      ),
  });
  const migrator = new Migrator({ db, provider: migrationsFor(kind) });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    throw error instanceof Error ? error : new Error(String(error));
  }
  return { db, kind };
}

/** Whole numbers of 64 bits come as numbers: ids and times stay below 2^53. */
async function postgresPool(connectionString: string): Promise<pg.Pool> {
  const { default: pg } = await import('pg');
  const whole = pg.types.builtins.INT8;
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === whole ? Number : (pg.types.getTypeParser(oid, format ?? 'text') as never),
  };
  const pool = new pg.Pool({ connectionString, types, max: 10 });
  // a connection that breaks while it waits is replaced; a query of its own tells its own error
  pool.on('error', () => undefined);
  // one that breaks while it is in use says so beside its query: nobody may have to hear it there
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
