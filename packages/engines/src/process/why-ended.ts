import type { EngineExit } from './engine.ts';

const outOfMemory = 'it ran out of memory';

/** What an engine logs last, and what it means. */
const causesByLog: readonly (readonly [RegExp, string])[] = [
  [/overflowed its stack|StackOverflowError/, 'a query or plan is nested too deeply for it'],
  [/OutOfMemoryError|memory allocation of \d+ bytes failed/, outOfMemory],
  [/No space left on device/, 'the disk of its scratch folder is full'],
];

/** Why a running engine ended, in half a sentence; `memory`: bytes that it had. */
export function whyEnded({ code, signal, log }: EngineExit, memory?: number): string {
  const cause = causesByLog.find(([pattern]) => log.some((line) => pattern.test(line)))?.[1];
  if (cause === outOfMemory && memory !== undefined) return `${cause} (${Math.floor(memory / 1024 ** 2)} MB)`;
  if (cause !== undefined) return cause;
  if (signal === 'SIGSEGV') return 'it crashed (SIGSEGV), as on a query or plan that is nested too deeply for it';
  if (signal === 'SIGKILL') return 'it was killed, by a user or for lack of memory';
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
