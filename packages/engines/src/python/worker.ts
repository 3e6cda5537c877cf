import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CHANNEL, startGuardedWithChannel, toolchain, type Spawner } from '@millrace/toolchain';
import { engineEnvironment } from '../process/environment.ts';
import { LogTail } from '../process/log-tail.ts';
import { sandboxCommand, type SandboxConfig } from '../sandbox/sandbox.ts';
import type { Mount } from '../sandbox/view.ts';
import { whyEnded } from '../process/why-ended.ts';
import { runError, type RunError } from '@millrace/errors';

/** The folder that holds the worker's package. */
const home = fileURLToPath(new URL('../../../../python/', import.meta.url));

/** Characters of the longest answer of a worker. */
const longestAnswer = 1 << 28;

/** The packages of `python/` that answer requests: of libraries, and of the code of users. */
export type WorkerPackage = 'millrace_worker' | 'millrace_code';

// -I: neither packages of the user's own nor the working folder come in; -B: no bytecode is written next to the sources
const entryOf = (name: WorkerPackage): string =>
  `import sys; sys.path.insert(0, sys.argv[1]); from ${name}.__main__ import main; main(${CHANNEL})`;

export interface WorkerOptions {
  /** A folder of its own, which is removed with it. */
  readonly scratch: string;
  /** What answers requests; `millrace_worker` if not set. */
  readonly package?: WorkerPackage;
  /** The sandbox of engines; the worker sees of the file space what `files` says. */
  readonly box?: SandboxConfig;
  /** What of the file space it sees in a sandbox; nothing if not set. */
  readonly files?: readonly Mount[];
  /** Starts it, if it is up. */
  readonly spawner?: Spawner;
  /** Bytes of memory that it may use. */
  readonly memory: number;
  /** Receives what the worker logs, line by line. */
  readonly onLog: (line: string) => void;
}

/** A message to the worker; see `python/millrace_worker/__main__.py`. */
export interface WorkerRequest {
  readonly do: string;
  readonly with: object;
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly parquet: boolean;
}

export interface WrittenTable {
  readonly file: string;
  readonly format: 'arrow' | 'parquet';
}

export type WorkerAnswer = { readonly id: number } & (
  | {
      readonly value: unknown;
      readonly tables: Readonly<Record<string, WrittenTable>>;
      readonly warnings: readonly string[];
    }
  | { readonly refused: { readonly field: string; readonly message: string; readonly remedy: string } }
  | { readonly fault: string }
);

/** A Python process that answers one request after the other, and cannot outlive us. */
export class PythonWorker {
  readonly scratch: string;
  /** Resolves when the process and its folder are gone. */
  readonly exited: Promise<void>;
  /** Process id; rejects when it could not be started. */
  readonly pid: Promise<number>;
  readonly #process: ReturnType<typeof startGuardedWithChannel>;
  readonly #waiting = new Map<number, PromiseWithResolvers<object>>();
  #requests = 0;
  #end: RunError | undefined;

  constructor({ scratch, package: name = 'millrace_worker', box, files = [], spawner, memory, onLog }: WorkerOptions) {
    const { python } = toolchain();
    const own = [python, '-I', '-B', '-c', entryOf(name), home];
    const hidden = files.length === 0 ? [] : (box?.hidden ?? []);
    const sandboxed =
      box === undefined ? [] : sandboxCommand({ ...box, files, hidden, readable: [home] }, scratch, 'python');
    const [command = python, ...args] = [...sandboxed, ...own];
    const threads = String(availableParallelism());
    const env = engineEnvironment({
      OMP_NUM_THREADS: threads,
      // series are many small products, which several threads make ten times slower where cores are busy
      OPENBLAS_NUM_THREADS: '1',
      // threads that have nothing to do leave the cores to others
      OMP_WAIT_POLICY: 'PASSIVE',
      // joblib and the libraries keep nothing outside of the worker's folder
      JOBLIB_TEMP_FOLDER: scratch,
      // it would look for semaphores, which a sandbox has none of, and warn: work is shared among threads
      JOBLIB_MULTIPROCESSING: '0',
      TMPDIR: scratch,
      MILLRACE_MEMORY: String(memory),
    });
    this.scratch = scratch;
    this.#process = startGuardedWithChannel({
      ...{ command, args, env, cwd: scratch, scratch },
      ...(spawner && { spawner }),
    });
    const { channel, stdout, stderr, exited, pid } = this.#process;
    this.pid = pid;
    const log = new LogTail();
    log.onLine(onLog);
    for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', (text: string) => log.push(text));
    let open = '';
    channel.setEncoding('utf8').on('data', (text: string) => {
      // what a worker that dies leaves without an end is no answer
      const [head = '', ...others] = text.split('\n');
      open += head;
      for (const next of others) {
        this.#take(open);
        open = next;
      }
      // code of users may have taken the process over
      if (open.length > longestAnswer) this.kill();
    });
    this.exited = exited.then((exit) => {
      this.#end ??= runError('python-ended', { reason: whyEnded({ ...exit, log: log.lines }) });
      for (const { reject } of this.#waiting.values()) reject(this.#end);
      this.#waiting.clear();
    });
  }

  /** True once it answers no more. */
  get ended(): boolean {
    return this.#end !== undefined;
  }

  /** True once its folder is gone, and with it its files. */
  get isGone(): boolean {
    return !existsSync(this.scratch);
  }

  /** Why it has ended; waits for the end. */
  async loss(): Promise<RunError | undefined> {
    await this.exited;
    return this.#end;
  }

  ask(request: WorkerRequest): Promise<WorkerAnswer> {
    return this.send<WorkerAnswer>(request);
  }

  /** Sends a request of the package that answers. `A`: its answers, described in the package. */
  send<A extends object>(request: object): Promise<A> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const id = ++this.#requests;
    const answer = Promise.withResolvers<object>();
    this.#waiting.set(id, answer);
    this.#process.channel.write(`${JSON.stringify({ id, ...request })}\n`);
    return answer.promise as Promise<A>;
  }

  #take(line: string): void {
    let answer: { readonly id: number };
    try {
      answer = JSON.parse(line) as typeof answer;
    } catch {
      this.kill();
      return;
    }
    this.#waiting.get(answer.id)?.resolve(answer);
    this.#waiting.delete(answer.id);
  }

  /** Ends it at once. Await `exited` to know that it is gone. */
  kill(): void {
    this.#process.signal('KILL');
  }
}
