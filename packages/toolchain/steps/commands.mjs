// @ts-check
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGuarded } from '../guard.mjs';

/** An error whose message is all that a person needs to read. */
export class SetupError extends Error {}

/** Runs a command to its end; it dies when set-up dies. Fails with the last lines that it said.
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options]
 * @returns {Promise<void>} */
export async function run(command, args, { cwd = process.cwd(), env = process.env, onLine } = {}) {
  const scratch = join(tmpdir(), `millrace-setup-${randomUUID()}`);
  const child = startGuarded({ command, args, cwd, env, scratch });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      for (const line of text.split('\n')) if (line.trim()) onLine?.(line.trim());
      output = (output + text).slice(-4_000);
    });
  }
  const { code, signal } = await child.exited;
  if (code === 0) return;
  const last = output.trim().split('\n').slice(-12).join('\n  ');
  throw new SetupError(
    `${[command, ...args].slice(0, 4).join(' ')} … ended with ${signal ?? `exit code ${code}`}:\n  ${last}`,
  );
}
