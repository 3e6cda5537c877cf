import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pythonEnvironment } from './python-environment.ts';

const codespell = { codespell: '2.4.3' };

/** What people read. */
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'packages',
  'python',
  'bench',
];

/** What is checked without running anything: name, program of `node_modules/.bin`, `node` or `codespell`, arguments. */
export const staticChecks: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ['lint', 'oxlint', ['--quiet']],
  ['format', 'oxfmt', ['--check']],
  ['spelling', 'codespell', documents],
  ['documents', 'node', [join('packages', 'toolchain', 'checks', 'documents.ts')]],
  ['types', 'tsc', ['-p', '.']],
  ['types of the interface for the page', 'node', [join('packages', 'web', 'make-api-types.ts')]],
  ['types of the page', 'tsc', ['-p', join('packages', 'web')]],
  ['types of tests of its parts', 'tsc', ['-p', join('packages', 'web', 'test', 'units')]],
];

/** Runs one check; gives what it wrote if it failed. */
export async function runCheck(root: string, program: string, args: readonly string[]): Promise<string | undefined> {
  const [command, ...before] = await commandOf(root, program);
  const child = spawn(command, [...before, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], ...outputs] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return code === 0 ? undefined : outputs.join('');
}

async function commandOf(root: string, program: string): Promise<readonly [string, ...string[]]> {
  if (program === 'node') return [process.execPath];
  if (program === 'codespell') return [join(await pythonEnvironment('codespell', codespell, {}), 'codespell')];
  return [join(root, 'node_modules', '.bin', program)];
}
