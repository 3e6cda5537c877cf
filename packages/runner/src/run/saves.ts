import { randomUUID } from 'node:crypto';
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
}

/** Writes the rows of a save into a folder beside its target; the target stays as it is. */
export async function stageSave(
  nodeId: string,
  save: Save,
  files: LocalFiles,
  { inOrder = false, ...options }: StageOptions,
): Promise<StagedSave> {
  const field = 'documents' in save ? 'outputPath' : 'path';
  const target = await files.target(save.path);
  if (relative(files.root, target) === '')
    throw new RunError('BAD_PATH', 'the target is the root of the file space', 'name a folder in it', field);
  await recoverTarget(target);
  const found = await holdsFiles(target);
  const base = { nodeId, path: save.path, format: save.format, mode: save.mode, target, field, warnings: [] };
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
  const staging = join(dirname(target), `.${basename(target)}.millrace-${randomUUID()}`);
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

/** Makes a staged save visible: from one moment to the next the target has the new content. */
export async function commitSave({ staging, target, mode }: StagedSave): Promise<boolean> {
  if (staging === undefined) return false;
  if (mode === 'append' && (await holdsFiles(target))) await addFormer(target, staging);
  await writeFile(join(staging, '_SUCCESS'), '');
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
