// @ts-check
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('./guard.sh', import.meta.url));

/** @typedef {import('node:stream').Writable} Writable */
/** @typedef {import('node:stream').Duplex} Duplex */

/** A process that cannot outlive this one, nor can its scratch folder; see guard.sh.
 * @typedef {object} Guarded
 * @property {import('node:stream').Readable} stdout
 * @property {import('node:stream').Readable} stderr
 * @property {Promise<number>} pid of the command; rejects when the guard could not start it
 * @property {Promise<GuardedExit>} exited resolves, never rejects, once the process, its group, its scratch folder are gone
 * @property {(name: 'TERM' | 'KILL') => void} signal sends a signal to the command
 */

/** The command's end of its channel. */
export const CHANNEL = 5;

/** @typedef {{ code: number | null, signal: string | null }} GuardedExit both null: it could not be started */

/** Runs a command under the guard, in a process group of its own.
 * @param {{ command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string, scratch: string }} what
 *   `scratch`: a folder that the guard makes, and removes at the end; `cwd`: where the command runs, may be `scratch`
 * @returns {Guarded} */
export const startGuarded = (what) => guarded(what, false);

/** The same with a channel for messages both ways.
 * @param {Parameters<typeof startGuarded>[0]} what
 * @returns {Guarded & { channel: import('node:stream').Duplex }} */
export function startGuardedWithChannel(what) {
  const { channel, ...rest } = guarded(what, true);
  if (channel === undefined) throw new Error('a guarded process has no channel');
  return { ...rest, channel };
}

/** @param {Parameters<typeof startGuarded>[0]} what @param {boolean} channel
 * @returns {Guarded & { channel?: import('node:stream').Duplex }} */
function guarded({ command, args, env, cwd, scratch }, channel) {
  /** @type {import('node:child_process').ChildProcess} */
  const child = spawn('/bin/sh', [GUARD, scratch, cwd, command, ...args], {
    env,
    detached: true,
    // 4 is the guard's own
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'ignore', ...(channel ? [/** @type {const} */ ('pipe')] : [])],
  });
  const [lifeline, stdout, stderr, report, , end] =
    /** @type {[Writable, Duplex, Duplex, Duplex, unknown, Duplex?]} */ (/** @type {unknown} */ (child.stdio));
  // Writing to a guard that has just gone is no error: its end is told by `exited`.
  lifeline.on('error', () => {});

  /** @type {number | undefined} */
  let status;
  /** @type {Promise<GuardedExit>} */
  const exited = new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    // The guard is gone: were it killed, nobody would hold the command but this pipe.
    child.once('exit', () => lifeline.end());
    child.once('close', () => {
      rmSync(scratch, { recursive: true, force: true });
      resolve(exitOf(status));
    });
  });
  /** @type {Promise<number>} */
  const pid = new Promise((resolve, reject) => {
    createInterface({ input: report }).on('line', (line) => {
      const [word, number] = line.split(' ');
      if (word === 'pid') resolve(Number(number));
      else status = Number(number);
    });
    child.once('error', reject);
    exited.then(() => reject(new Error(`the guard of ${command} ended before it started it`)));
  });
  pid.catch(() => {});

  // as with the lifeline
  end?.on('error', () => {});
  return {
    ...(end === undefined ? {} : { channel: end }),
    stdout,
    stderr,
    pid,
    exited,
    signal: (name) => void lifeline.write(`${name}\n`),
  };
}

/** A shell tells a signal as 128 + its number; a guard that was killed tells nothing.
 * @param {number | undefined} status @returns {GuardedExit} */
function exitOf(status) {
  if (status === undefined) return { code: null, signal: 'SIGKILL' };
  const known = Object.entries(constants.signals).find(([, number]) => number === status - 128);
  return known ? { code: null, signal: known[0] } : { code: status, signal: null };
}
