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

/**
 * @typedef {object} GuardedCommand
 * @property {string} command
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd where the command runs, may be `scratch`
 * @property {string} scratch a folder that the guard makes, and removes at the end
 * @property {import('./spawner.mjs').Spawner} [spawner] starts the guard, where it is up
 */

/** Runs a command under the guard, in a process group of its own. @param {GuardedCommand} what @returns {Guarded} */
export const startGuarded = (what) => guarded(what, false);

/** The same with a channel for messages both ways.
 * @param {GuardedCommand} what
 * @returns {Guarded & { channel: import('node:stream').Duplex }} */
export function startGuardedWithChannel(what) {
  const { channel, ...rest } = guarded(what, true);
  if (channel === undefined) throw new Error('a guarded process has no channel');
  return { ...rest, channel };
}

/** @param {GuardedCommand} what @param {boolean} channel @returns {Guarded & { channel?: Duplex }} */
function guarded({ command, args, env, cwd, scratch, spawner }, channel) {
  const call = ['/bin/sh', GUARD, scratch, cwd, command, ...args];
  const { streams, failed, gone, closed } = spawner?.isUp
    ? bySpawner(spawner, call, env, channel)
    : byFork(call, env, channel);
  const [lifeline, stdout, stderr, report, end] = streams;
  // Writing to a guard that has just gone is no error: its end is reported by `exited`.
  lifeline.on('error', () => {});

  /** @type {number | undefined} */
  let status;
  // The guard is gone: if it was killed, only this pipe holds the command.
  gone.then(() => lifeline.end());
  /** @type {Promise<GuardedExit>} */
  const exited = Promise.race([
    failed.then(() => ({ code: null, signal: null })),
    closed.then(() => {
      rmSync(scratch, { recursive: true, force: true });
      return exitOf(status);
    }),
  ]);
  /** @type {Promise<number>} */
  const pid = new Promise((resolve, reject) => {
    createInterface({ input: report }).on('line', (line) => {
      const [word, number] = line.split(' ');
      if (word === 'pid') resolve(Number(number));
      else status = Number(number);
    });
    failed.then(reject);
    exited.then(() => reject(new Error(`the guard of ${command} ended before it started the command`)));
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

/** The guard's streams, and its fate.
 * @typedef {object} GuardProcess
 * @property {[Writable, Duplex, Duplex, Duplex, Duplex?]} streams lifeline, output, errors, report, channel
 * @property {Promise<Error>} failed resolves if it could not be started
 * @property {Promise<unknown>} gone resolves once the guard is gone
 * @property {Promise<unknown>} closed resolves once its streams are, too: none of its group is left
 */

/** @param {readonly string[]} call @param {NodeJS.ProcessEnv} env @param {boolean} channel @returns {GuardProcess} */
function byFork([command = '', ...args], env, channel) {
  /** @type {import('node:child_process').ChildProcess} */
  const child = spawn(command, args, {
    env,
    detached: true,
    // 4 is the guard's own
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'ignore', ...(channel ? [/** @type {const} */ ('pipe')] : [])],
  });
  const [lifeline, stdout, stderr, report, , end] =
    /** @type {[Writable, Duplex, Duplex, Duplex, unknown, Duplex?]} */ (/** @type {unknown} */ (child.stdio));
  /** @param {string} event @returns {Promise<any>} */
  const event = (event) => new Promise((resolve) => void child.once(event, resolve));
  return {
    streams: [lifeline, stdout, stderr, report, end],
    failed: event('error'),
    gone: event('exit'),
    closed: event('close'),
  };
}

/** @param {import('./spawner.mjs').Spawner} spawner @param {readonly string[]} call @param {NodeJS.ProcessEnv} env
 * @param {boolean} channel @returns {GuardProcess} */
function bySpawner(spawner, call, env, channel) {
  const sockets = spawner.start(call, env, [0, 1, 2, 3, ...(channel ? [CHANNEL] : [])]);
  const [lifeline, stdout, stderr, report, end] = /** @type {[Duplex, Duplex, Duplex, Duplex, Duplex?]} */ (
    /** @type {unknown} */ (sockets)
  );
  // it only ends
  lifeline.resume();
  const ends = sockets.map((socket) => new Promise((resolve) => void socket.once('close', resolve)));
  // the guard alone holds the other end of its report
  const gone = new Promise((resolve) => void report.once('close', resolve));
  // the end of a stream that is not read would not be seen
  gone.then(() => sockets.forEach((socket) => socket.readableFlowing === null && socket.resume()));
  return {
    streams: [lifeline, stdout, stderr, report, end],
    failed: new Promise(() => {}),
    gone,
    closed: Promise.all(ends),
  };
}

/** A shell reports a signal as 128 + its number; a guard that was killed reports nothing.
 * @param {number | undefined} status @returns {GuardedExit} */
function exitOf(status) {
  if (status === undefined) return { code: null, signal: 'SIGKILL' };
  const known = Object.entries(constants.signals).find(([, number]) => number === status - 128);
  return known ? { code: null, signal: known[0] } : { code: status, signal: null };
}
