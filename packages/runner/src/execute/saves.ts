import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Save, SaveLines, TableSave } from '@millrace/processors';
import { SparkError, type ExecuteOptions } from '@millrace/spark-connect';
import { runError, type RunError } from '@millrace/errors';
import { withFile } from '@millrace/file-space';
import type { RunFiles } from '@millrace/file-space';
import { markPrefix, type SaveDestination } from '@millrace/file-space';
import { oneAtATime } from '@millrace/file-space';

/** Rows that are written and wait for the run's end. */
export interface StagedSave {
  readonly nodeId: string;
  readonly path: string;
  readonly format: Save['format'];
  readonly mode: Save['mode'];
  readonly place: SaveDestination;
  /** False if the mode says that nothing is to be written. */
  readonly written: boolean;
  /** Name of the file that marks a target as written by this save. */
  readonly mark: string | undefined;
  /** True if an earlier attempt of the same run has put this save in place. */
  readonly done: boolean;
  /** The field that names the target. */
  readonly field: string;
  /** What the user should know of what was written, one line each. */
  readonly warnings: readonly string[];
}

/** How rows are to be written. */
export interface StageOptions extends ExecuteOptions {
  /** The rows stand in an order that an engine which deals them out over several files would lose. */
  readonly inOrder?: boolean;
  /** The run that saves: what it has put in place once, in an attempt that was cut off, is not written again. */
  readonly runKey?: string;
  /**
   * Gets a folder whose writing has failed. Tasks of the engine may still write and create it again after it is removed:
   * it is to be removed once more when the engine has left the run.
   */
  readonly onAbandon?: (staging: string) => void;
}

const markOf = (runKey: string, nodeId: string, path: string): string =>
  markPrefix +
  createHash('sha256')
    .update(JSON.stringify([runKey, nodeId, path]))
    .digest('hex')
    .slice(0, 24);

/** Has the rows of a save written; its target stays as it is. */
export async function stageSave(
  nodeId: string,
  save: Save,
  files: Pick<RunFiles, 'place'>,
  { inOrder = false, runKey, onAbandon, ...options }: StageOptions,
): Promise<StagedSave> {
  const field = 'documents' in save ? 'outputPath' : 'path';
  const place = await files.place(save.path, field);
  const mark = runKey === undefined ? undefined : markOf(runKey, nodeId, save.path);
  const done = mark !== undefined && (await place.has(mark));
  const { path, format, mode } = save;
  const base = { nodeId, path, format, mode, place, mark, done, field, warnings: [] };
  if (done) return { ...base, written: false };
  const content = await place.holds();
  if (content !== 'nothing' && mustBeNew(mode)) throw targetExists(base);
  if (content === 'file' && mode === 'append') throw runError('target-is-file', { path }, { field: 'path' });
  if (content !== 'nothing' && mode === 'ignore') return { ...base, written: false };
  // an attempt of this run that was cut off has left its rows under the same name
  const staging = await place.begin(mark?.slice(markPrefix.length) ?? randomUUID());
  try {
    const warnings = await write(save, staging, field, inOrder, options);
    await place.finish(options.signal);
    return { ...base, written: true, warnings };
  } catch (error) {
    onAbandon?.(staging);
    await rm(staging, { recursive: true, force: true });
    // what cannot be removed now goes with a later save there
    await place.discard().catch(() => undefined);
    throw error;
  }
}

async function write(
  save: Save,
  staging: string,
  field: string,
  inOrder: boolean,
  options: ExecuteOptions,
): Promise<readonly string[]> {
  if ('write' in save) {
    await save.write(staging, options);
    return [];
  }
  if ('documents' in save) {
    const { writeDocuments } = await import('../results/documents/write-documents.ts');
    return withFile(save.path, () => writeDocuments(save, staging, options), field);
  }
  const { lines, format } = save;
  if (lines === undefined) await writeTable(save, staging, inOrder, options);
  else await withFile(save.path, () => writeLines(lines, staging, format, options), field);
  return [];
}

/** Writes lines into one file as they arrive: in the order in which the engine gives them, and a header without rows too. */
async function writeLines(
  { rows, header }: SaveLines,
  staging: string,
  format: TableSave['format'],
  options: ExecuteOptions,
): Promise<void> {
  await mkdir(staging, { recursive: true });
  const file = await open(join(staging, `part-00000-${randomUUID()}-c000.${format}`), 'wx');
  try {
    if (header !== '') await file.write(header);
    for await (const batch of rows.batches(options)) await file.write(batch.column(0).join(''));
    await file.sync();
  } finally {
    await file.close();
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
  if ((await readdir(staging).catch(() => [])).length === 0)
    throw new SparkError(
      `the engine wrote no file for a table without rows: path "${save.path}" would lose its columns`,
    );
  const fileCount = inOrder || save.singleFile === true ? await dataFilesOf(staging) : 1;
  // Sail deals large tables out over several files, batch by batch, after coalesce(1) too
  if (fileCount > 1)
    throw new SparkError(
      save.singleFile === true
        ? `the engine wrote ${fileCount} files to path "${save.path}" instead of one; Spark writes one`
        : `the engine spread the sorted rows for path "${save.path}" over ${fileCount} files; Spark preserves their order`,
    );
}

/** The most data files that stand in one folder, below folders of partitions too. */
async function dataFilesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && !/^[_.]/.test(entry.name));
  const perFolder = Map.groupBy(files, (entry) => entry.parentPath);
  return Math.max(0, ...[...perFolder.values()].map((list) => list.length));
}

/**
 * Makes a staged save visible. Saves of this process to one target wait for each other: each appends to what the one
 * before has left.
 */
export async function commitSave(save: StagedSave): Promise<boolean> {
  const { place, mode, mark, written, done } = save;
  if (!written) return done;
  // another save may have come there since this one was staged
  const check = async (): Promise<void> => {
    if ((await place.holds()) !== 'nothing') throw targetExists(save);
  };
  await oneAtATime(place.key, () =>
    place.exchange({ append: mode === 'append', mark, ...(mustBeNew(mode) ? { check } : {}) }),
  );
  return true;
}

const mustBeNew = (mode: Save['mode']): boolean => mode === 'error' || mode === 'errorifexists';

const targetExists = ({ path, format, field }: Pick<StagedSave, 'path' | 'format' | 'field'>): RunError =>
  runError('target-exists', { path, alternative: alternatives[format] ?? 'the mode Overwrite or Append' }, { field });

/** What formats that cannot be appended to can do with a target that exists. */
const alternatives: Readonly<Partial<Record<Save['format'], string>>> = {
  model: 'have it overwritten',
  pdf: 'the mode Overwrite',
  docx: 'the mode Overwrite',
  html: 'the mode Overwrite',
};

/** Forgets a staged save. */
export const discardSave = ({ place }: StagedSave): Promise<void> => place.discard();
