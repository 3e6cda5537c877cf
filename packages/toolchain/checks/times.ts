import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Starts } from './processes.ts';
import type { FileResult } from './run-unit.ts';

const path = fileURLToPath(new URL('times.json', import.meta.url));

/** What a file took the last time that times were recorded: seconds, and what it started. */
export interface Time {
  readonly wall: number;
  readonly cpu: number;
  readonly starts: Starts;
}

export type Times = Readonly<Record<string, Time>>;

export function readTimes(): Times {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Times;
  } catch {
    return {};
  }
}

/** Writes what files took, in the order of their names; those that were not run keep their times. */
export function writeTimes(results: readonly FileResult[], before: Times, isWanted: (file: string) => boolean): void {
  const now = results.map(({ file, wallMs, cpu, starts }): [string, Time] => [
    file,
    {
      wall: tenths(wallMs / 1_000),
      cpu: tenths(cpu),
      starts: Object.fromEntries(Object.entries(starts).filter(([, n]) => n > 0)),
    },
  ]);
  const all = Object.entries({ ...before, ...Object.fromEntries(now) }).filter(([file]) => isWanted(file));
  const lines = all
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, time]) => `  ${JSON.stringify(file)}: ${JSON.stringify(time)}`);
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
