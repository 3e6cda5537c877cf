import { importFile, type ImportReport, type UuidOption } from '../../api/queries-of-workflows.ts';

/** A file of an import, and its result. */
export interface ImportedFile {
  readonly file: File;
  readonly state: 'waiting' | 'going' | 'done' | 'failed';
  readonly reports?: readonly ImportReport[];
  readonly error?: Error;
}

export interface ImportState {
  readonly files: readonly ImportedFile[];
  /** The filters of the list on which the files were dropped. */
  readonly projectId?: number | undefined;
  readonly phase: 'choosing' | 'going' | 'done';
}

/** Imported files: they continue, and their report stays, while the user is at other pages. */
class Imports {
  #state: ImportState = { files: [], phase: 'choosing' };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): ImportState => this.#state;

  #set(part: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  /** Adds files to the selected ones; after a report it begins again. */
  choose(files: readonly File[], projectId?: number): void {
    if (this.#state.phase === 'going') return;
    const before = this.#state.phase === 'choosing' ? this.#state.files : [];
    const fresh = files.map((file) => ({ file, state: 'waiting' as const }));
    this.#set({ files: [...before, ...fresh], phase: 'choosing', ...(projectId === undefined ? {} : { projectId }) });
  }

  leaveOut(file: File): void {
    this.#set({ files: this.#state.files.filter((one) => one.file !== file) });
  }

  clear(): void {
    if (this.#state.phase !== 'going') this.#set({ files: [], phase: 'choosing', projectId: undefined });
  }

  #mark(at: number, part: Partial<ImportedFile>): void {
    this.#set({ files: this.#state.files.map((one, i) => (i === at ? { ...one, ...part } : one)) });
  }

  /** Sends the files in turn: an error in one does not stop the others. */
  async start(projectId: number, uuidOption: UuidOption): Promise<void> {
    this.#set({ phase: 'going' });
    for (const [at, { file }] of this.#state.files.entries()) {
      this.#mark(at, { state: 'going' });
      try {
        this.#mark(at, { state: 'done', reports: await importFile({ file, projectId, uuidOption }) });
      } catch (error) {
        this.#mark(at, { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
      }
    }
    this.#set({ phase: 'done' });
  }
}

export const imports = new Imports();
