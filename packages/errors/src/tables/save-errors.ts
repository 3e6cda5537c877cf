import type { ErrorRules } from '../rule.ts';

interface OfPath {
  readonly path: string;
}

/** Parameters of errors about saves. */
export interface SaveErrorParams {
  'target-is-file': OfPath;
  'target-exists': OfPath & {
    /** What the node can do with the target instead, such as `the mode Overwrite`. */
    readonly alternative: string;
  };
  'appended-file-exists': OfPath;
  'target-busy': OfPath;
  'save-not-committed': OfPath & { readonly reason: string; readonly advice?: string | undefined };
}

export const saveErrors: ErrorRules<SaveErrorParams> = {
  'target-is-file': {
    code: 'TARGET_IS_FILE',
    message: ({ path }) => `path "${path}" is a file: rows can be appended only to a folder`,
    remedy: () => 'choose a folder',
  },
  'target-exists': {
    code: 'TARGET_EXISTS',
    message: ({ path }) => `path "${path}" already exists`,
    remedy: ({ alternative }) => `choose another path, or ${alternative}`,
  },
  'appended-file-exists': {
    code: 'TARGET_EXISTS',
    message: ({ path }) => `file "${path}" already exists`,
    remedy: () => 'append to another folder, or choose the mode Overwrite',
  },
  'target-busy': {
    code: 'TARGET_BUSY',
    message: ({ path }) => `another process has been saving to "${path}" for a minute`,
    remedy: () => 'check whether that process has stalled, and run again',
  },
  'save-not-committed': {
    code: 'SAVE_FAILED',
    message: ({ path, reason }) => `the save to path "${path}" could not be completed: ${reason}`,
    remedy: ({ advice }) => advice ?? 'check that the folder is writable',
  },
};
