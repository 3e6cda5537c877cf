import { SqliteAdapter, SqliteDialect, type DialectAdapter } from 'kysely';
import { openSqlite } from './node-sqlite.ts';

/** SQLite takes back statements that make tables as it does others (https://www.sqlite.org/lang_transaction.html). */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Dialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}

/** A file of SQLite, brought up to date in one transaction: a start that is cut off leaves nothing half done. */
export const sqliteDialect = (path: string): SqliteDialect => new Dialect({ database: openSqlite(path) });
