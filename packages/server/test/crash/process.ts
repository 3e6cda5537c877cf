import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const millrace = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

/** A service in a process of its own. */
export class ServiceProcess {
  readonly url: string;
  /** Its exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
    this.exited = once(child, 'exit').then(([code]) => code as number | null);
  }

  /**
   * Starts `millrace start` and waits until it serves. `before`: what a shell does first, such as `ulimit -f 1000`.
   * `program`: the program of the command line, here or in a clone of the repository.
   */
  static async start(environment: NodeJS.ProcessEnv, before = ':', program = millrace): Promise<ServiceProcess> {
    const call = ['-c', `${before}; exec "$0" "$@"`, process.execPath, program, 'start'];
    const child = spawn('/bin/sh', call, {
      env: { ...process.env, MILLRACE_PORT: '0', MILLRACE_LOG_LEVEL: 'silent', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    // read to its end: a process whose output is not read ends
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^Millrace serves (\S+)$/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error('the service ended before it served')));
    return new ServiceProcess(await promise, child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Ends the process without a word, and waits until its engines are gone too. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const { below } = this;
    this.#child.kill('SIGKILL');
    await this.exited;
    await ServiceProcess.waitForEnd(below);
  }

  signal(name: 'SIGTERM' | 'SIGINT'): void {
    this.#child.kill(name);
  }

  /** Asks the process to end and returns its exit code. */
  stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.exited;
  }

  /** Waits until the engines that were there when `below` was taken are gone. */
  static async waitForEnd(below: readonly number[]): Promise<void> {
    const until = Date.now() + 10_000;
    while (below.some(isThere)) {
      if (Date.now() > until) throw new Error(`processes of a service are left: ${below.filter(isThere).join(', ')}`);
      await delay(20);
    }
  }

  /** The processes below it. */
  get below(): readonly number[] {
    return descendants(this.#child.pid ?? 0);
  }
}

const statOf = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
};

/** True for a process that runs: one that has ended and waits for its parent does not. */
const isThere = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(statOf(pid) ?? ') X ');

function descendants(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const [, parent] = /\) \S (\d+)/.exec(statOf(Number(name)) ?? '') ?? [];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const pids = new Set([root]);
  for (let before = 0; before < pids.size;) {
    before = pids.size;
    for (const [pid, parent] of parents) if (pids.has(parent)) pids.add(pid);
  }
  pids.delete(root);
  return [...pids];
}
