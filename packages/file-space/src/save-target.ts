import { runError, type RunError } from '@millrace/errors';

/** A target of saves in a file space. */
export interface SaveDestination {
  /** Equal for what is the same target. */
  readonly key: string;
  /** What there is now; a folder without files is nothing. */
  holds(): Promise<'nothing' | 'file' | 'folder'>;
  /** True if a file of this name lies in the folder, such as the mark of a run. */
  has(name: string): Promise<boolean>;
  /**
   * Makes ready for rows, and removes what runs that were cut off have left: those of the same `name`, and old ones. Returns
   * the folder of this machine, not there yet, that the engine is to write.
   */
  begin(name: string): Promise<string>;
  /** To be called when all is written: takes the rows to where `exchange` needs nothing more than names. */
  finish(signal: AbortSignal | undefined): Promise<void>;
  /** Puts the rows in place. */
  exchange(how: Exchange): Promise<void>;
  /** Forgets what was begun. */
  discard(): Promise<void>;
}

export interface Exchange {
  /** True puts the rows next to those that are there. */
  readonly append: boolean;
  /** Name of an empty file that comes with them. */
  readonly mark: string | undefined;
  /** Asked first, when no other process of this machine changes the target; throws if it is not to be changed any more. */
  readonly check?: () => Promise<void>;
}

/** How long the marks of runs stay, and what a run that was cut off has left, in ms: longer than a run waits to be begun again. */
export const markLifetime = 7 * 86_400_000;

export const markPrefix = '_millrace-';

/** The name of what is next to a target and not yet, or no more, its content. */
export const stagingName = (target: string, name: string): string => `.${target}.millrace-${name}`;

/** Where the former content of a target waits while it is exchanged; found again after a crash between the two steps. */
export const formerName = (target: string): string => stagingName(target, 'former');

export const rootAsTarget = (field: string): RunError => runError('root-as-target', {}, { field });
