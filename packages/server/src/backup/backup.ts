import { existsSync } from 'node:fs';
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Settings } from '../settings/settings.ts';
import { ArchiveWriter, BackupError, names, type Manifest } from './archive.ts';

export interface BackupOptions {
  readonly settings: Settings;
  /** File to make; none may be there. */
  readonly path: string;
  /** True for the key of the state folder too. */
  readonly withKey: boolean;
  /** True for the file space too. */
  readonly withFiles: boolean;
}

/**
 * Makes a backup of a state folder, whether the service works on it or not: the database as it is at one moment, with all
 * that was acknowledged before; the large tables of runs; the key; the file space. Records in PostgreSQL are not in it. Fails with BackupError.
 */
export async function backUp({
  settings,
  path,
  withKey,
  withFiles,
}: BackupOptions): Promise<Manifest['holds'] & { bytes: number }> {
  const { home } = settings;
  const files = withFiles ? folderOf(settings) : undefined;
  const target = resolve(path);
  const database = join(home, names.database);
  const key = join(home, names.key);
  const inPostgres = settings.MILLRACE_DATABASE_URL !== undefined;
  if (!inPostgres && !existsSync(database))
    throw new BackupError(`no database in folder "${home}": set MILLRACE_HOME to the state folder`);
  if (existsSync(target)) throw new BackupError(`file "${target}" already exists: choose another file`);
  if (files !== undefined && !relative(files, target).startsWith('..'))
    throw new BackupError(`file "${target}" is in the file space that is backed up: choose a path outside it`);
  const tables = join(home, names.tables);
  const parts = { database: !inPostgres, key: withKey && existsSync(key), files: files !== undefined };
  if (!Object.values(parts).includes(true))
    throw new BackupError(
      'nothing to back up: the records are in PostgreSQL, and both the key and the files are omitted',
    );
  const holds = { ...parts, tables: existsSync(tables) };
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}-`)).catch((error: Error) => {
    throw new BackupError(`cannot write next to file "${target}": ${error.message}`);
  });
  const archive = new ArchiveWriter(join(folder, 'archive'));
  try {
    const at = new Date();
    if (holds.database) {
      const copy = join(folder, names.database);
      copyDatabase(database, copy);
      await archive.addFile(names.database, copy);
    }
    // after the database, which names them
    if (holds.tables) await archive.addFolder(names.tables, tables);
    if (holds.key) await archive.addFile(names.key, key);
    if (files !== undefined) await archive.addFolder(names.files, files);
    await archive.finish(at, holds);
    await rename(join(folder, 'archive'), target);
    await using targetFolder = await open(dirname(target));
    await targetFolder.sync();
    return { ...holds, bytes: (await stat(target)).size };
  } finally {
    archive.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder of the file space. */
function folderOf({ files }: Settings): string {
  if (files.kind === 'local') return files.folder;
  throw new BackupError(
    files.kind === 'hdfs'
      ? 'the file space is on HDFS and is not backed up: omit --files, and take an HDFS snapshot'
      : 'the file space is on S3 and is not backed up: omit --files, and use versioning or replication of the bucket',
  );
}

/** One transaction reads it all: writers go on in the meantime, and the copy holds what was committed before (VACUUM INTO). */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: 30_000 });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}
