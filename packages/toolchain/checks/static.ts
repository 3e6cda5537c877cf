import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What is checked without running anything: name, program of `node_modules/.bin` or a file for Node, arguments. */
export const staticChecks: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ['lint', 'oxlint', ['--quiet']],
  ['format', 'oxfmt', ['--check']],
  ['types', 'tsc', ['-p', '.']],
  ['types of the interface for the page', 'node', [join('packages', 'web', 'make-api-types.ts')]],
  ['types of the page', 'tsc', ['-p', join('packages', 'web')]],
  ['types of tests of its parts', 'tsc', ['-p', join('packages', 'web', 'test', 'units')]],
];

/** Runs one check; gives what it wrote if it failed. */
export async function runCheck(root: string, program: string, args: readonly string[]): Promise<string | undefined> {
  const command = program === 'node' ? process.execPath : join(root, 'node_modules', '.bin', program);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], ...written] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return code === 0 ? undefined : written.join('');
}
