import { readdirSync, readFileSync } from 'node:fs';
import { alive } from './folders.ts';

/** Processes that work in a scratch folder. */
export const processesIn = (scratch: string): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return alive(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TMPDIR=${scratch}\0`);
      } catch {
        return false;
      }
    });

/** What the kernel says of a process: whether it is inside of a sandbox, and whether its system calls are filtered. */
export function statusIn(pid: number): {
  readonly pid: number;
  readonly isInside: boolean;
  readonly isFiltered: boolean;
} {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const depth = depthIn(status);
  return {
    pid,
    isInside: depth > depthIn(readFileSync('/proc/self/status', 'utf8')),
    isFiltered: /^Seccomp:\s*2$/m.test(status),
  };
}

/** How many namespaces of processes a process is in: it has an id in each. */
const depthIn = (status: string): number => /^NSpid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/).length ?? 0;
