import type { EngineView } from '@millrace/engines';

/** What of the file space is there for readers and writers. Paths are real, and lie below the root. */
export interface FileView {
  sees(real: string): boolean;
  /** False for folders that hold what is others': nothing may take their place. */
  mayReplace(real: string): boolean;
  /** The same for engines in a sandbox; all of the file space if not given. */
  readonly engineView?: EngineView | undefined;
}

export const everything: FileView = { sees: () => true, mayReplace: () => true };
