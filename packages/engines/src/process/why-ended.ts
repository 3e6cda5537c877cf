import type { EngineExit } from './engine.ts';

/** What a driver logs when the cluster has ended its application; the driver goes on without it. */
export const applicationHasEnded =
  /SchedulerBackend: (?:Application has been killed\. Reason: |YARN application has exited unexpectedly )(.*)/;

/** The form of {@link applicationEnd}. */
export const endOfApplication = /^the cluster has ended the application/;

/** That the cluster has ended the application of a driver, and why, by its log. */
export function applicationEnd(log: readonly string[]): string | undefined {
  const reason = log.map((line) => applicationHasEnded.exec(line)?.[1]).find((found) => found !== undefined);
  return reason === undefined ? undefined : `the cluster has ended the application (${reason.replace(/[.!]$/, '')})`;
}

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
  const onCluster = applicationEnd(log);
  if (onCluster !== undefined) return onCluster;
  if (signal === 'SIGSEGV') return 'it crashed (SIGSEGV), as on a query or plan that is nested too deeply for it';
  if (signal === 'SIGKILL') return 'it was killed, by a user or for lack of memory';
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
