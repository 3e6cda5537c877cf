import { rm } from 'node:fs/promises';
import type { Transferable } from 'node:worker_threads';
import { InterruptedError, SparkError, type EncodedBatch } from '@millrace/spark-connect';
import { runError, type RunError } from '@millrace/errors';
import { Thread, type ThreadEnd } from '@millrace/file-space/threads';
import type { NewTable, Progress, Request } from './table-worker.ts';

type Writing = Thread<Request, Progress>;

export interface TableThreadsOptions {
  /** Megabytes of JavaScript values of one table; a thread that needs more ends. */
  readonly heapMb?: number;
  /** Milliseconds that a thread waits for another table. */
  readonly idleMs?: number;
}

/**
 * Threads that write tables into Parquet files while this one goes on: one for each table that is being written, since a
 * table may come slowly and its rows may be too large. A thread starts in 0.1 s and then waits for a while for the next
 * table; one that waits keeps no process alive.
 */
export class TableThreads {
  readonly #heapMb: number;
  readonly #idleMs: number;
  readonly #idle = new Map<Writing, NodeJS.Timeout>();

  constructor({ heapMb = 1_024, idleMs = 10_000 }: TableThreadsOptions = {}) {
    this.#heapMb = heapMb;
    this.#idleMs = idleMs;
  }

  /** Begins a table, whose schema must have a column. The calls that follow report errors. */
  begin(table: NewTable): ThreadedTable {
    const [[thread, timer] = [this.#start(), undefined]] = this.#idle;
    clearTimeout(timer);
    this.#idle.delete(thread);
    thread.ref();
    return new ThreadedTable(table, thread, () => this.#park(thread));
  }

  #start(): Writing {
    const module = new URL('./table-worker.ts', import.meta.url);
    const thread: Writing = new Thread({ module, heapMb: this.#heapMb, errorOf: notStored });
    void thread.ended.then(() => {
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
    });
    return thread;
  }

  #park(thread: Writing): void {
    thread.unref();
    const end = (): void => {
      this.#idle.delete(thread);
      void thread.end();
    };
    this.#idle.set(thread, setTimeout(end, this.#idleMs).unref());
  }
}

/** Batches, and bytes of them, that are on their way to a thread or wait there: no more are read in the meantime. */
const [maxBatches, maxBytes] = [4, 8 << 20];

/** A table that another thread writes. After an error it must be abandoned. */
export class ThreadedTable {
  readonly #path: string;
  readonly #thread: Writing;
  readonly #release: () => void;
  readonly #underWay: { readonly bytes: number; readonly progress: Promise<Progress> }[] = [];
  #isCut = false;

  constructor(table: NewTable, thread: Writing, release: () => void) {
    this.#path = table.path;
    this.#thread = thread;
    this.#release = release;
    this.#send({ kind: 'begin', table }, 0);
  }

  /** True once a limit was met: further rows are not written. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Adds rows, and waits until there is room for more. The memory of the batch is given away. */
  async add(batch: EncodedBatch): Promise<void> {
    this.#send({ kind: 'add', batch }, batch.data.length, [batch.data.buffer as ArrayBuffer]);
    while (this.#isFull) await this.#next();
  }

  /** Waits until all rows that were added are written, but for those of the last row group. */
  async settle(): Promise<void> {
    while (this.#underWay.length > 0) await this.#next();
  }

  /** Completes the file, and tells of it once it is on the disk. */
  async finish(): Promise<Progress> {
    await this.settle();
    const done = await this.#thread.ask({ kind: 'finish' });
    this.#release();
    return done;
  }

  /** Ends the thread in whatever it does; who waits for it hears of an `InterruptedError`. */
  readonly interrupt = (): void => {
    void this.#thread.end();
  };

  /** Removes the file, if it can be: who abandons a table has an error to tell already. */
  async abandon(): Promise<void> {
    await this.#thread.end();
    // below a file rm throws ENOTDIR, with `force` too
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  get #isFull(): boolean {
    const bytes = this.#underWay.reduce((sum, one) => sum + one.bytes, 0);
    return this.#underWay.length >= maxBatches || bytes >= maxBytes;
  }

  #send(request: Request, bytes: number, transferred: readonly Transferable[] = []): void {
    const progress = this.#thread.ask(request, transferred).catch(rethrow);
    // met where it is awaited
    progress.catch(() => undefined);
    this.#underWay.push({ bytes, progress });
  }

  async #next(): Promise<void> {
    const progress = await this.#underWay[0]?.progress;
    this.#underWay.shift();
    this.#isCut ||= progress?.isCut === true;
  }
}

/** An error of the engine's rows, of which a thread tells the name alone. */
function rethrow(error: unknown): never {
  throw error instanceof Error && error.name === 'SparkError' ? new SparkError(error.message) : error;
}

const notStored = (end: ThreadEnd, cause?: Error): Error =>
  end === 'told' ? new InterruptedError('the table was interrupted while it was written') : threadLost(end, cause);

const threadLost = (end: 'memory' | 'fault', cause?: Error): RunError =>
  runError(end === 'memory' ? 'table-values-too-large' : 'table-writer-ended', {}, { cause });
