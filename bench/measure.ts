import { spawn } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { readFile } from 'node:fs/promises';

export interface Timing {
  /** Wall time of each run, ms. */
  readonly ms: readonly number[];
  /** Largest resident memory of the process tree seen, MB (Linux; sampled every 50 ms). */
  readonly peakMb: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Runs a command whole, several times, and times it. A run that fails stops the benchmark with what it printed. */
export async function timeCommand(
  command: string,
  args: readonly string[],
  { runs = 3, env = process.env }: { runs?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Timing> {
  const ms: number[] = [];
  let peakMb = 0;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const child = spawn(command, [...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const watch = setInterval(() => void treeMb(child.pid ?? 0).then((mb) => (peakMb = Math.max(peakMb, mb))), 50);
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    );
    clearInterval(watch);
    ms.push(performance.now() - start);
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.slice(-2000)}`);
  }
  return { ms, peakMb };
}

/** Resident memory of a process and all below it, MB. */
export async function treeMb(pid: number): Promise<number> {
  const [status, children] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ]);
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => treeMb(Number(child))),
  );
  return below.reduce((sum, mb) => sum + mb, own);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

/** One line of a comparison: ours, the peer's, the ratio, the goal. */
export function row(name: string, ours: Timing, peer: { name: string; timing: Timing } | undefined, goal = ''): string {
  const mine = median(ours.ms);
  const theirs = peer === undefined ? '' : `${peer.name} ${seconds(median(peer.timing.ms))}`;
  const times = peer === undefined ? 0 : median(peer.timing.ms) / mine;
  const ratio = peer === undefined ? '' : `${times.toFixed(times < 1 ? 2 : 1)}x`;
  const memory = ours.peakMb > 0 ? `${Math.round(ours.peakMb)} MB` : '';
  return [name.padEnd(34), seconds(mine).padStart(8), theirs.padStart(24), ratio.padStart(8), memory.padStart(9), goal]
    .join('  ')
    .trimEnd();
}

export const machine = (): string => `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
