import { Worker, type Transferable } from 'node:worker_threads';
import { InterruptedError, SparkError } from '@millrace/spark-connect';
import type { Answer, Failure } from './answer-requests.ts';

export interface ThreadOptions {
  /** The module that answers: it calls `answerRequests`. */
  readonly module: URL;
  /** Megabytes of JavaScript values; a thread that needs more ends. */
  readonly heapMb: number;
  /** What those who wait are told when it ends by itself, and whether it did for want of memory. */
  readonly died: (outOfMemory: boolean, error: Error | undefined) => Error;
}

/** A worker thread: each request gets one answer, in their order. */
export class Thread<Request, Done> {
  /** Fulfilled once it has ended. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<Done>[] = [];
  #end: Error | undefined;

  constructor({ module, heapMb, died }: ThreadOptions) {
    this.#worker = new Worker(module, { name: 'tables', resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#worker.on('message', (answer: Answer<Done>) => {
      const asked = this.#waiting.shift();
      if ('done' in answer) asked?.resolve(answer.done);
      else asked?.reject(errorOf(answer.failed));
    });
    this.#worker.once('error', (error: NodeJS.ErrnoException) => {
      this.#end ??= died(error.code === 'ERR_WORKER_OUT_OF_MEMORY', error);
    });
    this.#worker.once('exit', () => {
      this.#end ??= died(false, undefined);
      for (const asked of this.#waiting.splice(0)) asked.reject(this.#end);
      resolve();
    });
  }

  ask(request: Request, transferred: readonly Transferable[] = []): Promise<Done> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    // a Buffer from Node's pool cannot be transferred: pass buffers that own their memory
    this.#worker.postMessage(request, transferred);
    const asked = Promise.withResolvers<Done>();
    this.#waiting.push(asked);
    return asked.promise;
  }

  /** Ends it; all that is open in it is closed then. */
  async end(): Promise<void> {
    this.#end ??= new InterruptedError('the table was interrupted while it was written');
    await this.#worker.terminate();
  }

  ref(): void {
    this.#worker.ref();
  }
  unref(): void {
    this.#worker.unref();
  }
}

/** An error of another thread as if it had arisen here. */
function errorOf({ name, message, stack, ...said }: Failure): Error {
  if (name === 'SparkError') return new SparkError(message);
  return Object.assign(new Error(message), { name, ...said, ...(stack === undefined ? {} : { stack }) });
}
