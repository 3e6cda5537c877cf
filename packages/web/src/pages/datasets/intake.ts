import { useSyncExternalStore } from 'react';
import { listFolder } from '../../api/files.ts';
import type { DroppedFile } from '../files/dropped.ts';
import { freeName, joinPath } from '../files/paths.ts';
import { uploads, type UploadItem } from '../files/uploads.ts';

/** Uploaded files that become one dataset or node, during their upload. */
interface Batch {
  readonly files: ReadonlySet<File>;
  /** The folder of all files; undefined for a single file. */
  readonly folder: string | undefined;
}

export interface Intake {
  readonly isUnderWay: boolean;
  /** True until the user fills in another field. */
  readonly isFresh: boolean;
  /** The path of the files, as soon as all have arrived. */
  readonly path: string | undefined;
  /** The error of the whole; errors of single files are at their uploads. */
  readonly fault: Error | undefined;
}

const nothing: Intake = { isUnderWay: false, isFresh: false, path: undefined, fault: undefined };

/** The last files of one drop zone; each drop zone has its own. */
export class Intakes {
  #batch: Batch | undefined;
  #intake: Intake = nothing;
  /** The last known state of the uploads. */
  #items: readonly UploadItem[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const stop = uploads.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  };

  readonly now = (): Intake => {
    const items = uploads.items();
    if (this.#batch !== undefined && items !== this.#items) {
      this.#items = items;
      this.#intake = { ...this.#intake, ...intakeOf(this.#batch, items) };
    }
    return this.#intake;
  };

  /** Uploads files to the user's folder; several get a folder of their own. */
  async take(
    droppedFiles: Promise<readonly DroppedFile[]>,
    home: Promise<string>,
    onArrived: () => void,
  ): Promise<void> {
    this.#set({ ...nothing, isUnderWay: true, isFresh: true });
    try {
      const [files, folder] = await Promise.all([droppedFiles, home]);
      const together = await targetOf(files, folder);
      uploads.add(together.files, folder, onArrived);
      const batch = { files: new Set(files.map(({ file }) => file)), folder: together.folder };
      this.#set({ ...this.#intake, ...intakeOf(batch, uploads.items()) }, batch);
    } catch (error) {
      this.#set({ ...nothing, fault: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** Keeps the files: the user has filled in a field for them. */
  touch(): void {
    if (this.#intake.isFresh) this.#set({ ...this.#intake, isFresh: false }, this.#batch);
  }

  /** The files have been used: they are not used twice. */
  forget(): void {
    this.#set(nothing);
  }

  #set(intake: Intake, batch?: Batch): void {
    this.#batch = batch;
    this.#intake = intake;
    for (const listener of this.#listeners) listener();
  }
}

/** The target of files: the home folder for one, a new folder with a free name for several. */
async function targetOf(
  droppedFiles: readonly DroppedFile[],
  home: string,
): Promise<{ readonly files: readonly DroppedFile[]; readonly folder: string | undefined }> {
  const [first] = droppedFiles;
  if (first === undefined || (droppedFiles.length === 1 && first.below === ''))
    return { files: droppedFiles, folder: undefined };
  const root = first.below.split('/')[0] ?? '';
  const isOneFolder = root !== '' && droppedFiles.every(({ below }) => below.split('/')[0] === root);
  const stem = isOneFolder ? root : stemOf(droppedFiles.map(({ file }) => file.name));
  const names = new Set((await listFolder(home)).map(({ name }) => name));
  const name = names.has(stem) ? freeName(stem, names) : stem;
  // a dataset reads the files of one folder: files of subfolders are stored with the others
  return { files: droppedFiles.map(({ file }) => ({ file, below: name })), folder: joinPath(home, name) };
}

function intakeOf({ files, folder }: Batch, all: readonly UploadItem[]): Omit<Intake, 'isFresh'> {
  const own = all.filter(({ file }) => files.has(file));
  const done = own.filter(({ state }) => state === 'done');
  // a failed one can be sent again
  const isUnderWay = own.some(({ state }) => state !== 'done' && state !== 'cancelled');
  const [one] = done;
  const path = isUnderWay || one === undefined ? undefined : (folder ?? joinPath(one.folder, one.name));
  return { isUnderWay, path, fault: undefined };
}

/** The common part of file names: "trips" of "trips-01.csv" and "trips-02.csv". */
function stemOf(names: readonly string[]): string {
  const [first = ''] = names;
  const length = [...first].findIndex((sign, i) => names.some((name) => [...name][i] !== sign));
  const common = length === -1 ? first : [...first].slice(0, length).join('');
  return common.replace(/[^\p{L}]+$/u, '') || 'files';
}

/** Files that become a new dataset, also those that were dropped on the list of datasets. */
export const intakes = new Intakes();

export const useIntake = (): Intake => useSyncExternalStore(intakes.subscribe, intakes.now);
