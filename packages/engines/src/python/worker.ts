import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CHANNEL, startGuardedWithChannel, toolchain, type Spawner } from '@millrace/toolchain';
import { engineEnvironment } from '../process/environment.ts';
import { LogTail } from '../process/log-tail.ts';
import { sandboxCommand, type SandboxConfig } from '../sandbox/sandbox.ts';
import { whyEnded } from '../process/why-ended.ts';
import { runError, type RunError } from '@millrace/errors';

/** The folder that holds the worker's package. */
const home = fileURLToPath(new URL('../../../../python/', import.meta.url));

// -I: neither packages of the user's own nor the working folder come in; -B: no bytecode is written next to the sources
const entry = `import sys; sys.path.insert(0, sys.argv[1]); from millrace_worker.__main__ import main; main(${CHANNEL})`;

export interface WorkerOptions {
  /** A folder of its own, which is removed with it. */
  readonly scratch: string;
  /** The sandbox of engines; the worker sees nothing of the file space in it. */
  readonly box?: SandboxConfig;
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
  readonly #waiting = new Map<number, PromiseWithResolvers<WorkerAnswer>>();
  #requests = 0;
  #end: RunError | undefined;

  constructor({ scratch, box, spawner, memory, onLog }: WorkerOptions) {
    const { python } = toolchain();
    const own = [python, '-I', '-B', '-c', entry, home];
    const sandboxed =
      box === undefined ? [] : sandboxCommand({ ...box, files: [], hidden: [], readable: [home] }, scratch, 'python');
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
        this.#take(JSON.parse(open) as WorkerAnswer);
        open = next;
      }
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
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const id = ++this.#requests;
    const answer = Promise.withResolvers<WorkerAnswer>();
    this.#waiting.set(id, answer);
    this.#process.channel.write(`${JSON.stringify({ id, ...request })}\n`);
    return answer.promise;
  }

  #take(answer: WorkerAnswer): void {
    this.#waiting.get(answer.id)?.resolve(answer);
    this.#waiting.delete(answer.id);
  }

  /** Ends it at once. Await `exited` to know that it is gone. */
  kill(): void {
    this.#process.signal('KILL');
  }
}
