import { existsSync, readdirSync } from 'node:fs';
import { startGuarded, type Spawner } from '@millrace/toolchain';
import type { EngineExit } from './engine.ts';
import { LogTail } from './log-tail.ts';

/** An engine's process, which cannot outlive us, nor can its scratch folder. */
export interface EngineProcess {
  readonly log: LogTail;
  /** Process id; rejects when it could not be started. */
  readonly pid: Promise<number>;
  /** Resolves, never rejects, when the process and its scratch folder are gone. */
  readonly exited: Promise<EngineExit>;
  signal(name: 'TERM' | 'KILL'): void;
}

export interface EngineCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Working folder of the process: made by the guard, gone when the process is. */
  readonly scratch: string;
  /** Starts it, if it is up. */
  readonly spawner?: Spawner | undefined;
}

/** Starts an engine under the guard. Throws when the scratch folder is in use. */
export function startEngineProcess({ command, args, env, scratch, spawner }: EngineCommand): EngineProcess {
  if (existsSync(scratch) && readdirSync(scratch).length > 0)
    throw new Error(`scratch folder ${scratch} is not empty: name a new one`);
  const { stdout, stderr, pid, exited, signal } = startGuarded({
    ...{ command, args, env, cwd: scratch, scratch },
    ...(spawner && { spawner }),
  });
  const log = new LogTail();
  for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', (text: string) => log.push(text));
  return { log, pid, exited: exited.then((exit) => ({ ...exit, log: log.lines })), signal };
}
