import { useSyncExternalStore } from 'react';
import { listed } from '../../api/files.ts';
import type { DroppedFile } from '../files/dropped.ts';
import { freeName, joined } from '../files/paths.ts';
import { uploads, type UploadItem } from '../files/uploads.ts';

/** Files that were handed over to become one thing, while they are on their way. */
interface Batch {
  readonly files: ReadonlySet<File>;
  /** The folder that all of them make up; undefined where it is one file. */
  readonly folder: string | undefined;
}

export interface Intake {
  readonly isUnderWay: boolean;
  /** True until somebody fills something in beside them. */
  readonly isFresh: boolean;
  /** Where the files are, as soon as all have arrived. */
  readonly path: string | undefined;
  /** Why they could not be sent at all; of single files, their uploads tell it. */
  readonly fault: Error | undefined;
}

const nothing: Intake = { isUnderWay: false, isFresh: false, path: undefined, fault: undefined };

/** The last files that one place of the page has handed over; each such place has its own. */
export class Intakes {
  #batch: Batch | undefined;
  #intake: Intake = nothing;
  /** The uploads that the intake was told by. */
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

  /** Sends files to the folder of a person; several get one of their own in it. */
  async take(given: Promise<readonly DroppedFile[]>, home: Promise<string>, onArrived: () => void): Promise<void> {
    this.#set({ ...nothing, isUnderWay: true, isFresh: true });
    try {
      const [files, folder] = await Promise.all([given, home]);
      const together = await placed(files, folder);
      uploads.add(together.given, folder, onArrived);
      const batch = { files: new Set(files.map(({ file }) => file)), folder: together.folder };
      this.#set({ ...this.#intake, ...intakeOf(batch, uploads.items()) }, batch);
    } catch (error) {
      this.#set({ ...nothing, fault: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** Somebody fills something in: it is meant for what was handed over, and stays. */
  touch(): void {
    if (this.#intake.isFresh) this.#set({ ...this.#intake, isFresh: false }, this.#batch);
  }

  /** What was handed over has found its place: it is not taken twice. */
  forget(): void {
    this.#set(nothing);
  }

  #set(intake: Intake, batch?: Batch): void {
    this.#batch = batch;
    this.#intake = intake;
    for (const listener of this.#listeners) listener();
  }
}

/** Where files go: one into the home itself, several into a folder whose name is free. */
async function placed(
  given: readonly DroppedFile[],
  home: string,
): Promise<{ readonly given: readonly DroppedFile[]; readonly folder: string | undefined }> {
  const [first] = given;
  if (first === undefined || (given.length === 1 && first.below === '')) return { given, folder: undefined };
  const root = first.below.split('/')[0] ?? '';
  const isOneFolder = root !== '' && given.every(({ below }) => below.split('/')[0] === root);
  const wanted = isOneFolder ? root : stemOf(given.map(({ file }) => file.name));
  const taken = new Set((await listed(home)).map(({ name }) => name));
  const name = taken.has(wanted) ? freeName(wanted, taken) : wanted;
  // one dataset is the files of one folder: those of folders below lie beside the others
  return { given: given.map(({ file }) => ({ file, below: name })), folder: joined(home, name) };
}

function intakeOf({ files, folder }: Batch, all: readonly UploadItem[]): Omit<Intake, 'isFresh'> {
  const own = all.filter(({ file }) => files.has(file));
  const done = own.filter(({ state }) => state === 'done');
  // one that has failed can be sent again
  const isUnderWay = own.some(({ state }) => state !== 'done' && state !== 'cancelled');
  const [one] = done;
  const path = isUnderWay || one === undefined ? undefined : (folder ?? joined(one.folder, one.name));
  return { isUnderWay, path, fault: undefined };
}

/** What the names of files have in common: "trips" of "trips-01.csv" and "trips-02.csv". */
function stemOf(names: readonly string[]): string {
  const [first = ''] = names;
  const length = [...first].findIndex((sign, i) => names.some((name) => [...name][i] !== sign));
  const common = length === -1 ? first : [...first].slice(0, length).join('');
  return common.replace(/[^\p{L}]+$/u, '') || 'files';
}

/** Files that become a new dataset: those of the list of datasets, too, which then gives way to the new one. */
export const intakes = new Intakes();

export const useIntake = (): Intake => useSyncExternalStore(intakes.subscribe, intakes.now);
