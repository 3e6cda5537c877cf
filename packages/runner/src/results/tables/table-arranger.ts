import { runError, type RunError } from '@millrace/errors';
import { Thread, type ThreadEnd } from '@millrace/file-space/threads';
import type { ArrangedPage } from './arranged-page.ts';
import type { PageRequest } from './arranging-worker.ts';

export interface TableArrangerOptions {
  /** Megabytes of JavaScript values; a table that needs more cannot be arranged. */
  readonly heapMb?: number;
  /** Milliseconds that the thread waits for more to do, with the orders that it has made. */
  readonly idleMs?: number;
}

/**
 * Sorts and filters the rows of tables' files, and reads pages of them, in a thread of its own: one table after the other, so
 * that the memory that it takes is bounded. The thread keeps no process alive when it has nothing to do.
 */
export class TableArranger {
  readonly #heapMb: number;
  readonly #idleMs: number;
  #thread: Thread<PageRequest, ArrangedPage> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #before: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor({ heapMb = 1_024, idleMs = 120_000 }: TableArrangerOptions = {}) {
    this.#heapMb = heapMb;
    this.#idleMs = idleMs;
  }

  /**
   * A page of the rows that pass, in their order; it has fewer rows than are asked for where they are very large. Who has left
   * before it is their turn gets an AbortError. Fails with a RunError where the values take too much memory, and with ENOENT
   * where there is no such file.
   */
  async page(request: PageRequest, signal?: AbortSignal): Promise<ArrangedPage> {
    this.#waiting += 1;
    clearTimeout(this.#idle);
    const answer = this.#before.then(() => {
      signal?.throwIfAborted();
      this.#thread ??= this.#start();
      this.#thread.ref();
      return this.#thread.ask(request);
    });
    this.#before = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#rest();
    }
  }

  #start(): Thread<PageRequest, ArrangedPage> {
    const module = new URL('./arranging-worker.ts', import.meta.url);
    const thread = new Thread<PageRequest, ArrangedPage>({ module, heapMb: this.#heapMb, errorOf: notArranged });
    void thread.ended.then(() => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  #rest(): void {
    const thread = this.#thread;
    thread?.unref();
    this.#idle = setTimeout(() => {
      this.#thread = undefined;
      void thread?.end();
    }, this.#idleMs).unref();
  }
}

const notArranged = (end: ThreadEnd, cause?: Error): RunError =>
  runError(end === 'memory' ? 'arranged-values-too-large' : 'arranger-ended', {}, { cause });

/** The one of this process; it starts no thread before a table is to be arranged. */
export const ownArranger = new TableArranger();
