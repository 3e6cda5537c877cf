import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProcessWatch } from './processes.ts';

export interface SharedSparkOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly processes: ProcessWatch;
}

/** The use that one test process makes of Spark. */
export interface SparkUse {
  /** Processor seconds so far: those of Spark, divided evenly between the processes that use it at the time. */
  used(): number;
  leave(): void;
}

/**
 * The embedded Spark that all test processes of a run share, started when the first one is about to begin. It compiles what
 * tests ask of it once; one for each process compiled it again and again.
 */
export class SharedSpark implements AsyncDisposable {
  readonly #options: SharedSparkOptions;
  readonly #uses = new Set<{ used: number }>();
  #child: ChildProcess | undefined;
  #place: Promise<string | undefined> | undefined;
  #cpu = 0;

  constructor(options: SharedSparkOptions) {
    this.#options = options;
  }

  /** Where it is, for MILLRACE_TEST_SPARK; undefined if it does not start: tests start their own then, and say why not. */
  place(): Promise<string | undefined> {
    this.#place ??= this.#start();
    return this.#place;
  }

  async #start(): Promise<string | undefined> {
    const { root, env } = this.#options;
    const program = join(root, 'packages', 'testkit', 'src', 'spark.ts');
    this.#child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.#child.stdout !== null) for await (const line of createInterface(this.#child.stdout)) return line;
    return undefined;
  }

  use(): SparkUse {
    const one = { used: 0 };
    this.#divide();
    this.#uses.add(one);
    return {
      used: () => {
        this.#divide();
        return one.used;
      },
      leave: () => {
        this.#divide();
        this.#uses.delete(one);
      },
    };
  }

  #divide(): void {
    const cpu = this.#child?.pid === undefined ? 0 : this.#options.processes.cpuOf(this.#child.pid);
    const each = Math.max(0, cpu - this.#cpu) / this.#uses.size;
    this.#cpu = Math.max(cpu, this.#cpu);
    for (const one of this.#uses) one.used += each;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  }
}
