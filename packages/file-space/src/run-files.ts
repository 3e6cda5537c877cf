import type { Files } from '@millrace/processors';
import type { EngineView } from '@millrace/engines';
import type { SaveDestination } from './save-target.ts';

/** The file space as a run sees it: what nodes read, and where they save. */
export interface RunFiles extends Files, AsyncDisposable {
  /** Folder of this machine that engines read the files in. */
  readonly root: string;
  /** What engines see of them in a sandbox; undefined if that is all of the file space. */
  readonly engineView: EngineView | undefined;
  /** What distinguishes the present content of a path from an earlier or later one. */
  stamp(path: string): Promise<string>;
  /** Bytes that all inputs asked for so far hold: decides how much an engine may spread. */
  inputBytes(): Promise<number>;
  /**
   * True if all of these files were looked at as delimited text: what of their marks an engine might read in another
   * way is then reported by the reader (`Outcome.unverified`), cell for cell and not by its settings.
   */
  wasInspected(paths: readonly string[]): boolean;
  /** What distinguishes the text of a URL, which has been fetched, from an earlier or later one. */
  urlStamp(url: string): Promise<string>;
  /** The URL whose text lies in a file; undefined for files of the file space. */
  urlOf(file: string): string | undefined;
  /** Fetches no more once the signal has come, looks through no more text and ends readers of PDFs. */
  fetchUntil(signal: AbortSignal): void;
  /** Where the rows of a save go; what a crash has left half-done there is put right first. `field` names it in errors. */
  place(path: string, field: string): Promise<SaveDestination>;
}
