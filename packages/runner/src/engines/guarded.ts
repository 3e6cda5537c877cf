import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Readable } from 'node:stream';
import type { EngineExit } from './engine.ts';
import { LogTail } from './log-tail.ts';

const GUARD = fileURLToPath(new URL('./guard.sh', import.meta.url));

/** A process that cannot outlive us, nor can its scratch folder; see guard.sh. */
export interface GuardedProcess {
  readonly log: LogTail;
  /** Process id; rejects when the guard itself cannot run. */
  readonly pid: Promise<number>;
  /** Resolves when the process, its group and its scratch folder are gone. */
  readonly exited: Promise<EngineExit>;
  signal(name: 'TERM' | 'KILL'): void;
}

export interface GuardedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Working folder of the process; made here, removed by the guard. */
  readonly scratch: string;
}

/** Starts a command under the guard. Throws when the scratch folder cannot be made or is in use. */
export function startGuarded({ command, args, env, scratch }: GuardedCommand): GuardedProcess {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  if (readdirSync(scratch).length > 0) throw new Error(`scratch folder ${scratch} is not empty: name a new one`);
  const child = spawn('/bin/sh', [GUARD, scratch, command, ...args], {
    cwd: scratch,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [lifeline, stdout, stderr, report] = child.stdio;
  const log = new LogTail();
  for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', (text: string) => log.push(text));
  // Writing to a guard that has just gone is no error: its end is told by `exited`.
  lifeline.on('error', () => {});

  const pid = Promise.withResolvers<number>();
  pid.promise.catch(() => {});
  let status: number | undefined;
  createInterface({ input: report as Readable }).on('line', (line) => {
    const [word, number] = line.split(' ');
    if (word === 'pid') pid.resolve(Number(number));
    else status = Number(number);
  });
  child.once('error', pid.reject);
  child.once('exit', () => lifeline.end());

  const exited = once(child, 'close').then(
    () => {
      // A guard that was killed could not remove it.
      rmSync(scratch, { recursive: true, force: true });
      return exitOf(status, log.lines);
    },
    (error: Error) => ({ code: null, signal: null, log: [error.message] }),
  );
  void exited.then(() => pid.reject(new Error('the engine guard ended before it started the engine')));

  return { log, pid: pid.promise, exited, signal: (name) => void lifeline.write(`${name}\n`) };
}

/** A shell tells a signal as 128 + its number. */
function exitOf(status: number | undefined, log: readonly string[]): EngineExit {
  if (status === undefined) return { code: null, signal: 'SIGKILL', log };
  if (status <= 128) return { code: status, signal: null, log };
  const known = Object.entries(constants.signals).find(([, number]) => number === status - 128);
  return known ? { code: null, signal: known[0], log } : { code: status, signal: null, log };
}
