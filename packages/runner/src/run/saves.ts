import { createHash, randomUUID } from 'node:crypto';
import { cp, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Save, TableSave } from '@millrace/processors';
import { SparkError, type ExecuteOptions } from '@millrace/spark-connect';
import { RunError } from '../errors.ts';
import { withFile } from '../files/file-fault.ts';
import type { LocalFiles } from '../files/local-files.ts';

/** Rows written beside their target, waiting for the run's end. */
export interface StagedSave {
  readonly nodeId: string;
  readonly path: string;
  readonly format: string;
  readonly mode: Save['mode'];
  /** Absolute; undefined where the mode says that nothing is to be written. */
  readonly staging: string | undefined;
  /** Name of the file that marks a target as written by this save. */
  readonly mark: string | undefined;
  /** True where an earlier attempt of the same run has put this save in place. */
  readonly done: boolean;
  readonly target: string;
  /** The field that names the target. */
  readonly field: string;
  /** What the user should know of what was written, one line each. */
  readonly warnings: readonly string[];
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const holdsFiles = async (folder: string): Promise<boolean> =>
  (await isThere(folder)) && ((await stat(folder)).isFile() || (await readdir(folder)).length > 0);

/** Where the former content of a target waits while it is exchanged; found again after a crash between the two steps. */
const asideOf = (target: string): string => join(dirname(target), `.${basename(target)}.millrace-former`);

/** Puts back what a crash in the middle of an exchange left aside. */
export async function recoverTarget(target: string): Promise<void> {
  const aside = asideOf(target);
  if (!(await isThere(aside))) return;
  if (await isThere(target)) await rm(aside, { recursive: true, force: true });
  else await rename(aside, target);
}

/** How rows are to be written. */
export interface StageOptions extends ExecuteOptions {
  /** The rows stand in an order that an engine which deals them out over several files would lose. */
  readonly inOrder?: boolean;
  /** The run that saves: what it has put in place once, in an attempt that was cut off, is not written again. */
  readonly runKey?: string;
  /**
   * Told of a folder whose writing has failed. Tasks of the engine may still write and make it anew once it is removed:
   * it is to be removed again when the engine has let go of the run.
   */
  readonly abandoned?: (staging: string) => void;
}

/** How long the marks of runs stay, in ms: longer than a run waits to be begun again. */
const keepMarks = 7 * 86_400_000;

const markPrefix = '_millrace-';

const markOf = (runKey: string, nodeId: string, path: string): string =>
  markPrefix +
  createHash('sha256')
    .update(JSON.stringify([runKey, nodeId, path]))
    .digest('hex')
    .slice(0, 24);

const stagingOf = (target: string, name: string): string =>
  join(dirname(target), `.${basename(target)}.millrace-${name}`);

/** Removes what runs that were cut off long ago have left beside a target. */
async function removeLeft(target: string): Promise<void> {
  const prefix = basename(stagingOf(target, ''));
  const beside = await readdir(dirname(target)).catch(() => []);
  for (const name of beside.filter((one) => one.startsWith(prefix) && one !== basename(asideOf(target)))) {
    const left = join(dirname(target), name);
    const info = await stat(left).catch(() => undefined);
    if (info !== undefined && info.mtimeMs < Date.now() - keepMarks) await rm(left, { recursive: true, force: true });
  }
}

/** Writes the rows of a save into a folder beside its target; the target stays as it is. */
export async function stageSave(
  nodeId: string,
  save: Save,
  files: LocalFiles,
  { inOrder = false, runKey, abandoned, ...options }: StageOptions,
): Promise<StagedSave> {
  const field = 'documents' in save ? 'outputPath' : 'path';
  const target = await files.target(save.path);
  if (relative(files.root, target) === '')
    throw new RunError('BAD_PATH', 'the target is the root of the file space', 'name a folder in it', field);
  await recoverTarget(target);
  const mark = runKey === undefined ? undefined : markOf(runKey, nodeId, save.path);
  const done = mark !== undefined && (await isThere(join(target, mark)));
  const base = {
    nodeId,
    path: save.path,
    format: save.format,
    mode: save.mode,
    mark,
    done,
    target,
    field,
    warnings: [],
  };
  if (done) return { ...base, staging: undefined };
  const found = await holdsFiles(target);
  if (found && (save.mode === 'error' || save.mode === 'errorifexists'))
    throw new RunError(
      'TARGET_EXISTS',
      `"${save.path}" exists already`,
      `choose another path, or the mode Overwrite${'documents' in save ? '' : ' or Append'}`,
      field,
    );
  if (found && save.mode === 'append' && (await stat(target)).isFile())
    throw new RunError(
      'TARGET_IS_FILE',
      `"${save.path}" is a file, and rows are appended to folders`,
      'choose a folder',
      'path',
    );
  if (found && save.mode === 'ignore') return { ...base, staging: undefined };
  // an attempt of this run that was cut off has left its rows under the same name
  const staging = stagingOf(target, mark?.slice(markPrefix.length) ?? randomUUID());
  await rm(staging, { recursive: true, force: true });
  await removeLeft(target);
  await mkdir(dirname(target), { recursive: true });
  try {
    if (!('documents' in save)) {
      await writeTable(save, staging, inOrder, options);
      return { ...base, staging };
    }
    const { writeDocuments } = await import('../documents/write-documents.ts');
    const warnings = await withFile(save.path, () => writeDocuments(save, staging, options), field);
    return { ...base, staging, warnings };
  } catch (error) {
    abandoned?.(staging);
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Has the engine write rows as files of a table. */
async function writeTable(save: TableSave, staging: string, inOrder: boolean, options: ExecuteOptions): Promise<void> {
  const rows = save.singleFile === true ? save.data.coalesce(1) : save.data;
  await rows.write
    .format(save.format)
    .mode('overwrite')
    .options(save.options ?? {})
    .partitionBy(...(save.partitionBy ?? []))
    .save(staging, options);
  // Sail writes nothing at all for no rows, and the names and types of the columns would be lost
  if (!(await holdsFiles(staging)))
    throw new SparkError(
      `the engine wrote no file for a table without rows, which "${save.path}" needs to keep its columns`,
    );
  const written = inOrder || save.singleFile === true ? await dataFilesOf(staging) : 1;
  // Sail deals large tables out over several files, batch by batch
  if (written > 1)
    throw new SparkError(
      save.singleFile === true
        ? `the engine wrote ${written} files for "${save.path}", which is to be one; Spark writes one`
        : `the engine dealt the sorted rows of "${save.path}" out over ${written} files; Spark keeps their order`,
    );
}

/** The most data files that stand in one folder, below folders of partitions too. */
async function dataFilesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && !/^[_.]/.test(entry.name));
  const perFolder = Map.groupBy(files, (entry) => entry.parentPath);
  return Math.max(0, ...[...perFolder.values()].map((list) => list.length));
}

/** The last exchange of each target that this process works on. */
const exchanges = new Map<string, Promise<unknown>>();

/**
 * Makes a staged save visible: from one moment to the next the target has the new content. Saves of this process to one
 * target wait for each other: each appends to what the one before has left.
 */
export async function commitSave(save: StagedSave): Promise<boolean> {
  const { target } = save;
  const before = exchanges.get(target);
  const exchange = Promise.allSettled([before]).then(() => exchangeTarget(save));
  exchanges.set(target, exchange);
  try {
    return await exchange;
  } finally {
    if (exchanges.get(target) === exchange) exchanges.delete(target);
  }
}

async function exchangeTarget({ staging, target, mode, mark, done }: StagedSave): Promise<boolean> {
  if (staging === undefined) return done;
  if (mode === 'append' && (await holdsFiles(target))) await addFormer(target, staging);
  await writeFile(join(staging, '_SUCCESS'), '');
  if (mark !== undefined) await writeFile(join(staging, mark), '');
  const aside = asideOf(target);
  if (await isThere(target)) {
    await rename(target, aside);
    try {
      await rename(staging, target);
    } catch (error) {
      await rename(aside, target);
      throw error;
    }
    await rm(aside, { recursive: true, force: true });
  } else await rename(staging, target);
  return true;
}

/** Links the files that are there already into the staged folder, so that the exchange keeps them. */
async function addFormer(target: string, staging: string): Promise<void> {
  for (const entry of await readdir(target, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name === '_SUCCESS') continue;
    const from = join(entry.parentPath, entry.name);
    if (entry.name.startsWith(markPrefix) && (await stat(from)).mtimeMs < Date.now() - keepMarks) continue;
    const to = join(staging, relative(target, from));
    await mkdir(dirname(to), { recursive: true });
    // a file system without hard links gets a copy
    await link(from, to).catch(() => cp(from, to, { errorOnExist: true, force: false }));
  }
}

/** Forgets a staged save. */
export async function discardSave({ staging }: StagedSave): Promise<void> {
  if (staging !== undefined) await rm(staging, { recursive: true, force: true });
}
