import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  sql,
  SqliteAdapter,
  type Dialect,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { SettingError } from '../settings/kinds.ts';
import type { Settings } from '../settings/settings.ts';
import { migrationNames, migrationsFor } from './migrations/index.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** The store, or a transaction of it. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/**
 * Does something in one transaction: the one that is under way, if there is one. On SQLite a transaction is
 * microtasks only: no other work has a turn until it ends. Long computations come before it; a loop that polls the
 * store yields (`setImmediate`).
 */
export const inTransaction = <T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);

/**
 * A column that SQLite compares without seeking in an index that begins with it, so that it reads another one, which has
 * the order that is asked for: it knows nothing of how many rows a value has. PostgreSQL does, and chooses by itself.
 */
export const unsought = (db: Db, column: string): RawBuilder<unknown> => sql.raw(isSqlite(db) ? `+${column}` : column);

export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

export interface Store {
  readonly db: Kysely<Tables>;
  readonly kind: 'sqlite' | 'postgres';
}

/** Where the store is: a file of SQLite, or the address of a PostgreSQL database and how long that may take. */
export type StoreLocation = { readonly file: string } | { readonly url: string; readonly patience?: Patience };

/** Milliseconds that a PostgreSQL database has to take a connection, and to answer a statement. */
export interface Patience {
  readonly connect: number;
  readonly answer: number;
}

const patience: Patience = { connect: 10_000, answer: 120_000 };

/** Where the settings put the store. */
export const storeLocationOf = ({
  home,
  MILLRACE_DATABASE_URL: url,
}: Pick<Settings, 'home' | 'MILLRACE_DATABASE_URL'>): StoreLocation =>
  url === undefined ? { file: join(home, 'millrace.db') } : { url };

/**
 * Opens the store and brings its tables up to date; safe if several processes do so at once. `onAnswer` sees the kind of
 * each statement and the milliseconds that it took. Fails with SettingError if there is none that this version can use.
 */
export async function openStore(
  location: StoreLocation,
  onAnswer: (statement: string, ms: number) => void = () => undefined,
): Promise<Store> {
  if ('file' in location)
    return upToDate({ db: over(sqliteDialect(location.file), onAnswer), kind: 'sqlite' }, location);
  const { connect, answer } = location.patience ?? patience;
  // a step of its tables may take long
  const preparing = over(new PostgresDialect({ pool: await postgresPool(location.url, { connect }) }), onAnswer);
  try {
    await sql`select 1`.execute(preparing).catch((error: unknown) => {
      throw new SettingError(`MILLRACE_DATABASE_URL: cannot use ${shownLocation(location)}: ${wordsOf(error)}`);
    });
    await upToDate({ db: preparing, kind: 'postgres' }, location);
  } finally {
    await preparing.destroy().catch(() => undefined);
  }
  const pool = await postgresPool(location.url, { connect, answer });
  return { db: over(new PostgresDialect({ pool }), onAnswer), kind: 'postgres' };
}

/** The place as it is shown to a user: without the password. */
function shownLocation(location: StoreLocation): string {
  if ('file' in location) return `store "${location.file}"`;
  const { host, pathname } = new URL(location.url);
  return `database "${pathname.slice(1)}" at ${host}`;
}

/** Node gives no message if it has tried several addresses. */
function wordsOf(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message || code || 'it does not respond';
}

const over = (dialect: Dialect, onAnswer: (statement: string, ms: number) => void): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query, queryDurationMillis }) =>
      onAnswer(
        /^(Select|Insert|Update|Delete)Query/.exec(query.query.kind)?.[1]?.toLowerCase() ?? 'other',
        queryDurationMillis,
      ),
  });

async function upToDate(store: Store, location: StoreLocation): Promise<Store> {
  const { db, kind } = store;
  const migrator = new Migrator({ db, provider: migrationsFor(kind) });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return store;
  try {
    const later = await laterSteps(db);
    if (later.length === 0) throw error instanceof Error ? error : new Error(String(error));
    throw new SettingError(
      `${shownLocation(location)} was created by a later version of Millrace (${later.join(', ')}): start that version, or set ${kind === 'sqlite' ? 'MILLRACE_HOME' : 'MILLRACE_DATABASE_URL'} to another store`,
    );
  } finally {
    await db.destroy();
  }
}

/** Steps that the tables of a store have had and this version does not know. */
async function laterSteps(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows.map(({ name }) => name).filter((name) => !migrationNames.includes(name));
}

/** Whole numbers of 64 bits come as numbers: ids and times stay below 2^53. */
async function postgresPool(
  connectionString: string,
  { connect, answer }: Pick<Patience, 'connect'> & Partial<Patience>,
): Promise<pg.Pool> {
  const { default: pg } = await import('pg');
  const whole = pg.types.builtins.INT8;
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === whole ? Number : (pg.types.getTypeParser(oid, format ?? 'text') as never),
  };
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: connect,
    ...(answer === undefined ? {} : { query_timeout: answer }),
  });
  // a connection that breaks while it waits is replaced; a query of its own reports its own error
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // one that breaks while it is in use says so outside of its query, too: that must not end the process
    client.on('error', () => undefined);
    if (answer !== undefined) endWhenLate(client);
  });
  return pool;
}

/** A connection whose answer has not come in time may still be at work, or within a transaction: it is not used again. */
function endWhenLate(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection;
  const watch = (...args: readonly unknown[]): unknown => {
    const answer = query(...args);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') stream.destroy();
      });
    return answer;
  };
  client.query = watch as typeof client.query;
}
