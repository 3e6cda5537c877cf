import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProcessWatch } from './processes.ts';

/** Processor seconds: about as many as pass between two messages of a busy test process. */
const minimumToDivide = 1;

export interface SharedSparkOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly processes: ProcessWatch;
}

/** The use that one test process makes of Spark. */
export interface SparkUse {
  /** Says that the process has sent so many requests since it said so last. */
  addRequests(requests: number): void;
  /** Processor seconds so far: those of Spark, divided between test processes as their requests are. */
  readonly used: number;
}

/**
 * The embedded Spark that all test processes of a run share, started when the first one is about to begin. It compiles what
 * tests ask of it once; one for each process compiled it again and again.
 */
export class SharedSpark implements AsyncDisposable {
  readonly #options: SharedSparkOptions;
  readonly #uses = new Set<{ requests: number; used: number }>();
  #child: ChildProcess | undefined;
  #address: Promise<string | undefined> | undefined;
  #cpu = 0;

  constructor(options: SharedSparkOptions) {
    this.#options = options;
  }

  /** Where it is, for MILLRACE_TEST_SPARK; undefined if it does not start: tests start their own then, and say why not. */
  address(): Promise<string | undefined> {
    this.#address ??= this.#start();
    return this.#address;
  }

  async #start(): Promise<string | undefined> {
    const { root, env } = this.#options;
    const program = join(root, 'packages', 'testkit', 'src', 'spark.ts');
    this.#child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.#child.stdout !== null) for await (const line of createInterface(this.#child.stdout)) return line;
    return undefined;
  }

  use(): SparkUse {
    const one = { requests: 0, used: 0 };
    this.#uses.add(one);
    return {
      addRequests: (requests) => {
        one.requests += requests;
        this.#divide();
      },
      get used() {
        return one.used;
      },
    };
  }

  /** Divides what Spark has used since the last time, once there is enough of it that shares mean something. */
  #divide(): void {
    const cpu = this.#child?.pid === undefined ? 0 : this.#options.processes.cpuOf(this.#child.pid);
    if (cpu - this.#cpu < minimumToDivide) return;
    const total = [...this.#uses].reduce((sum, one) => sum + one.requests, 0);
    for (const one of this.#uses) {
      one.used += ((cpu - this.#cpu) * one.requests) / total;
      one.requests = 0;
    }
    this.#cpu = cpu;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  }
}
