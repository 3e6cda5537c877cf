import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { ZeroByteError } from './zero-bytes.ts';

/** Statements that are kept prepared; SQL texts are few, for values travel next to them. */
const maxPrepared = 500;

/**
 * Node's own SQLite as Kysely's dialect wants it. Every commit is on the disk before it is reported (`synchronous=full`), and
 * readers do not wait for a writer (WAL).
 */
export function openSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5_000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const cachedStatement = prepared.get(sql);
      if (cachedStatement !== undefined) return cachedStatement;
      const statement = adapt(database.prepare(sql));
      if (sql === 'rollback') return { ...statement, run: (parameters) => rollBack(database, statement, parameters) };
      if (prepared.size >= maxPrepared) prepared.clear();
      prepared.set(sql, statement);
      return statement;
    },
  };
}

/** A full disk has SQLite roll back by itself: the fault of doing so again would stand for the first one. */
const rollBack = (database: DatabaseSync, statement: SqliteStatement, parameters: readonly unknown[]) =>
  database.isTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 };

function adapt(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]): SQLInputValue[] => {
    if (parameters.some((value) => typeof value === 'string' && value.includes('\0'))) throw new ZeroByteError();
    return parameters as SQLInputValue[];
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
