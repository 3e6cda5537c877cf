import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { toolchain } from '@millrace/toolchain';
import { runError } from '@millrace/errors';

const script = fileURLToPath(new URL('../../../../python/check_syntax.py', import.meta.url));

/** Something that the Python parser says of code. Lines and columns count from 1. */
export interface SyntaxProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Milliseconds after which a parser is ended. */
const longest = 10_000;

const unreadable = (message: string): readonly SyntaxProblem[] => [{ line: 1, column: 1, message, severity: 'error' }];

/**
 * What the Python of the engines says of the syntax of code, which is parsed and not run. Empty if it is right.
 * Fails with RunError PYTHON_MISSING.
 */
export function pythonSyntax(code: string, python = toolchain().python): Promise<readonly SyntaxProblem[]> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      python,
      ['-I', '-S', script],
      { timeout: longest, killSignal: 'SIGKILL', maxBuffer: 64 << 20, env: {} },
      (error, stdout) => {
        if (error === null) resolve(JSON.parse(stdout) as SyntaxProblem[]);
        else if (error.killed === true) resolve(unreadable(`the parser needs more than ${longest / 1_000} s for it`));
        // old parsers end with the process where code is nested very deeply
        else if (typeof error.signal === 'string') resolve(unreadable('it is nested too deeply'));
        else reject(runError('python-parser-missing', {}, { cause: error }));
      },
    );
    // a process that is not there, or has ended, takes no more
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(code);
  });
}
