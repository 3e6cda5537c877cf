import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** What is dear to start, as the table of times names it; `server`: one that listens in the test process itself. */
export const kinds = [
  'spark',
  'hdfs',
  'java',
  'sail',
  'service',
  'server',
  'browser',
  'postgres',
  'python',
  'node',
] as const;
export type Kind = (typeof kinds)[number];
export type Starts = Partial<Record<Kind, number>>;

interface ProcessRecord {
  readonly started: string;
  kind: Kind | undefined;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly started: string;
  /** Processor seconds, with those of children that have ended. */
  readonly cpu: number;
}

/** How often /proc is read; what lives shorter is not counted. */
const PERIOD_MS = 500;
/** Clock ticks a second in /proc. */
const TICKS = 100;

/** What one watched process and those below it do. */
export interface Watch {
  /** Processor seconds so far. */
  cpu(): number;
  /** What has started since this was last asked. */
  starts(): Starts;
  stop(): void;
}

/** Watches processes and all below them, by looking at /proc a few times a second (Linux; sees nothing elsewhere). */
export class ProcessWatch implements Disposable {
  readonly #isThere = process.platform === 'linux';
  readonly #watched = new Map<number, { readonly processes: Map<number, ProcessRecord>; starts: Starts }>();
  readonly #timer = this.#isThere ? setInterval(() => this.#inspect(), PERIOD_MS).unref() : undefined;

  watch(pid: number): Watch {
    const one: { readonly processes: Map<number, ProcessRecord>; starts: Starts } = {
      processes: new Map(),
      starts: {},
    };
    this.#watched.set(pid, one);
    return {
      cpu: () => this.cpuOf(pid),
      starts: () => {
        this.#inspect();
        const { starts } = one;
        one.starts = {};
        return starts;
      },
      stop: () => void this.#watched.delete(pid),
    };
  }

  /** Processor seconds so far of a process and those below it. */
  cpuOf(pid: number): number {
    return this.#tree(pid).reduce((sum, { cpu }) => sum + cpu, 0);
  }

  /** Command lines of the processes below a process. */
  below(pid: number): string[] {
    return this.#tree(pid)
      .slice(1)
      .map((one) => `${one.pid}: ${commandLine(one.pid).replaceAll('\0', ' ').slice(0, 300)}`);
  }

  #tree(pid: number): Stat[] {
    if (!this.#isThere) return [];
    const children = childrenByParent();
    const own = statOf(String(pid));
    return own === undefined ? [] : [own, ...descendants(pid, children)];
  }

  #inspect(): void {
    if (!this.#isThere || this.#watched.size === 0) return;
    const children = childrenByParent();
    for (const [root, { processes, starts }] of this.#watched)
      for (const { pid, started } of descendants(root, children)) {
        const entry = processes.get(pid);
        // a process that was just forked becomes what it is a moment later
        if (entry?.started !== started) processes.set(pid, { started, kind: undefined });
        else if (entry.kind === undefined) {
          entry.kind = kindOf(pid);
          if (entry.kind !== undefined) starts[entry.kind] = (starts[entry.kind] ?? 0) + 1;
        }
      }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function descendants(root: number, children: ReadonlyMap<number, readonly Stat[]>): Stat[] {
  const processes: Stat[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const below = children.get(pid) ?? [];
    processes.push(...below);
    open.push(...below.map((one) => one.pid));
  }
  return processes;
}

function childrenByParent(): Map<number, Stat[]> {
  const children = new Map<number, Stat[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d/.test(name) ? statOf(name) : undefined;
    if (stat === undefined) continue;
    const others = children.get(stat.parent);
    if (others === undefined) children.set(stat.parent, [stat]);
    else others.push(stat);
  }
  return children;
}

function statOf(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // after the name in parentheses: state, parent, …; see proc_pid_stat(5), whose third field is the first here
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = rest.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    return { pid: Number(pid), parent: Number(rest[1]), started: rest[19] ?? '', cpu: ticks / TICKS };
  } catch {
    return undefined;
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** What a process is; undefined for shells, helpers of a browser, workers of a database and the like. */
function kindOf(pid: number): Kind | undefined {
  let program: string;
  try {
    program = basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return undefined;
  }
  const line = commandLine(pid);
  if (program === 'java') return line.includes('hdfs') ? 'hdfs' : /[Ss]park/.test(line) ? 'spark' : 'java';
  if (program === 'postgres') return line.includes('\0-D') ? 'postgres' : undefined;
  if (program.startsWith('chrom')) return line.includes('--type=') || line.includes('crashpad') ? undefined : 'browser';
  if (program.startsWith('python'))
    return line.includes('pysail') ? 'sail' : line.includes('supervise.py') ? undefined : 'python';
  if (program === 'node')
    return /main\.ts\0start/.test(line) ? 'service' : line.includes('group.mjs') ? undefined : 'node';
  return undefined;
}
