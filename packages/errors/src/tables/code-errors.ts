import type { ErrorRules } from '../rule.ts';

interface FailedCode {
  readonly message: string;
  readonly remedy?: string;
  /** The line of the code, from 1. */
  readonly line?: number;
}

/** What the errors of code nodes say. */
export interface CodeErrorParams {
  /** The code raised an exception, or gave what a node cannot take. */
  'code-failed': FailedCode;
  /** The engine refused or failed a query of the code. */
  'code-query-failed': FailedCode;
  'code-without-sandbox': Record<never, never>;
}

const messageOf = ({ message, line }: FailedCode): string =>
  line === undefined ? message : `line ${line} of the code: ${message}`;
const remedyOf = ({ remedy, line }: FailedCode): string =>
  remedy ?? (line === undefined ? 'change the code' : `change line ${line} of the code`);

export const codeErrors: ErrorRules<CodeErrorParams> = {
  'code-failed': { code: 'CODE_FAILED', message: messageOf, remedy: remedyOf },
  'code-query-failed': {
    code: 'ENGINE_ERROR',
    message: ({ message, line }) =>
      messageOf({ message: `the engine refused a query: ${message}`, ...(line === undefined ? {} : { line }) }),
    remedy: remedyOf,
  },
  'code-without-sandbox': {
    code: 'CODE_REFUSED',
    message: () => 'code cannot run without a sandbox',
    remedy: () =>
      'install bubblewrap (see docs/operate/engines.md), or set MILLRACE_CODE to unsafe if all who write code may do what this service may',
  },
};
