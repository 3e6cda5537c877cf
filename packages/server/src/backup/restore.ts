import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Settings } from '../settings/settings.ts';
import { lockHome } from '../store/home-lock.ts';
import { migrationNames } from '../store/migrations/index.ts';
import { BackupError, names, unpack, type Manifest } from './archive.ts';
import { decide, finishRestore, stage, stageDone, type Swap } from './swap.ts';

/** What may lie in a state folder that counts as empty. */
const nothing = new Set(['lock.db', 'lock.db-journal', 'reserve', 'scratch', stage, stageDone]);

const isEmpty = async (folder: string): Promise<boolean> => (await readdir(folder)).every((name) => nothing.has(name));

/**
 * Puts a backup in the place of what a state folder holds: all of it or, if the archive is damaged or the machine dies,
 * nothing. Parts that the archive does not have stay as they are. Fails with BackupError, and with HomeInUseError if
 * the service works on the folder.
 */
export async function restore(settings: Settings, archive: string, force: boolean): Promise<Manifest> {
  const { home } = settings;
  // one on other machines was in no backup and stays as it is
  const files = settings.files.kind === 'local' ? settings.files.folder : undefined;
  const roots = files === undefined ? [home] : [home, files];
  await mkdir(home, { recursive: true, mode: 0o700 });
  using _lock = lockHome(home);
  await finishRestore(home);
  if (files !== undefined) await mkdir(files, { recursive: true });
  for (const root of roots) await rm(join(root, stage), { recursive: true, force: true });
  const filesBelow = files === undefined ? undefined : relative(home, files).split(sep)[0];
  const used = (await readdir(home)).some((name) => !nothing.has(name) && name !== filesBelow);
  if (!force && (used || !(files === undefined || (await isEmpty(files)))))
    throw new BackupError(
      `folder "${used ? home : files}" is not empty: set ${used ? 'MILLRACE_HOME' : 'MILLRACE_FILES'} to another folder, or replace it with --force`,
    );
  const comes = (root: string, ...rest: string[]): string => join(root, stage, 'new', ...rest);
  for (const root of roots) await mkdir(comes(root), { recursive: true, mode: 0o700 });
  try {
    const manifest = await unpack(archive, (name) => {
      if (name === names.database || name === names.key) return comes(home, name);
      if (name === names.tables || name.startsWith(`${names.tables}/`)) return comes(home, name);
      if (files === undefined) return undefined;
      if (name === names.files) return comes(files);
      return name.startsWith(`${names.files}/`) ? comes(files, name.slice(names.files.length + 1)) : undefined;
    });
    const { holds } = manifest;
    if (holds.files && files === undefined)
      throw new BackupError(
        `archive "${archive}" holds a file space, but MILLRACE_FILES is on ${settings.files.kind === 'hdfs' ? 'HDFS' : 'S3'}: set MILLRACE_FILES to a folder`,
      );
    if (holds.database && settings.MILLRACE_DATABASE_URL !== undefined)
      throw new BackupError(
        `archive "${archive}" holds an SQLite database, but MILLRACE_DATABASE_URL names PostgreSQL: unset MILLRACE_DATABASE_URL`,
      );
    if (holds.database) checkDatabase(comes(home, names.database), archive);
    const goes = [
      ...(holds.database ? ['', '-wal', '-shm', '-journal'].map((end) => `${names.database}${end}`) : []),
      ...(holds.key ? [names.key] : []),
      // tables of runs that the database does not know have no owner
      ...(holds.database || holds.tables === true ? [names.tables] : []),
    ];
    const swaps: Swap[] = [
      { root: home, goes },
      ...(holds.files && files !== undefined ? [{ root: files, goes: 'all' } as const] : []),
    ];
    await decide(home, swaps);
    await finishRestore(home);
    return manifest;
  } finally {
    for (const root of roots) await rm(join(root, stage), { recursive: true, force: true });
  }
}

/** Fails if a database is damaged, or of a later version than this one. */
function checkDatabase(path: string, archive: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const [check] = database.prepare('pragma quick_check').all();
    if (check?.['quick_check'] !== 'ok') throw new BackupError(`the database in archive "${archive}" is damaged`);
    const unknown = database
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !migrationNames.includes(name));
    if (unknown.length > 0)
      throw new BackupError(
        `archive "${archive}" was made by a later version of Millrace (${unknown.join(', ')}): restore it with that version`,
      );
  } finally {
    database.close();
  }
}
