import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker, type Transferable } from 'node:worker_threads';
import { restoredError } from '@millrace/errors';
import type { Answer, Failure } from './answer-requests.ts';

/** Why a thread has ended: for want of memory, by itself, or because it was told to. */
export type ThreadEnd = 'memory' | 'fault' | 'told';

export interface ThreadOptions {
  /** The module that answers: it calls `answerRequests`. */
  readonly module: URL;
  /** Megabytes of JavaScript values; a thread that needs more ends. */
  readonly heapMb?: number;
  /** Its environment variables; those of the process where not said. */
  readonly env?: NodeJS.ProcessEnv;
  /** The error of requests that have no answer when the thread ends. */
  readonly errorOf: (end: ThreadEnd, cause?: Error) => Error;
}

/** A worker thread: each request gets one answer, in their order. */
export class Thread<Request, Done> {
  /** Fulfilled once it has ended. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<Done>[] = [];
  readonly #errorOf: ThreadOptions['errorOf'];
  #end: Error | undefined;

  constructor({ module, heapMb, env, errorOf }: ThreadOptions) {
    this.#errorOf = errorOf;
    this.#worker = startWorker(module, heapMb, env);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#worker.on('message', (answer: Answer<Done>) => {
      const pending = this.#waiting.shift();
      if ('done' in answer) pending?.resolve(answer.done);
      else pending?.reject(failureError(answer.failed));
    });
    this.#worker.once('error', (error: NodeJS.ErrnoException) => {
      this.#end ??= errorOf(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'fault', error);
    });
    this.#worker.once('exit', () => {
      this.#end ??= errorOf('fault');
      for (const pending of this.#waiting.splice(0)) pending.reject(this.#end);
      resolve();
    });
  }

  ask(request: Request, transferList: readonly Transferable[] = []): Promise<Done> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    // a Buffer from Node's pool cannot be transferred: pass buffers that own their memory
    this.#worker.postMessage(request, transferList);
    const pending = Promise.withResolvers<Done>();
    this.#waiting.push(pending);
    return pending.promise;
  }

  /** Ends it; all that is open in it is closed then. */
  async end(): Promise<void> {
    this.#end ??= this.#errorOf('told');
    await this.#worker.terminate();
  }

  ref(): void {
    this.#worker.ref();
  }
  unref(): void {
    this.#worker.unref();
  }
}

/** A thread of these options; if the system has none left, fails with the error of a fault. */
function startedThread<Request, Done>(options: ThreadOptions): Thread<Request, Done> {
  try {
    return new Thread(options);
  } catch (error) {
    throw options.errorOf('fault', error instanceof Error ? error : new Error(String(error)));
  }
}

/** Asks a thread of its own one thing. It ends with the answer, or with the signal. */
export async function askThread<Request, Done>(
  options: ThreadOptions,
  request: Request,
  signal?: AbortSignal,
): Promise<Done> {
  const thread = startedThread<Request, Done>(options);
  const stop = (): void => void thread.end();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (signal?.aborted === true) stop();
    return await thread.ask(request);
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.end();
  }
}

/** Starts a thread with the compile cache of this process: that takes a third of the time off. */
function startWorker(module: URL, heapMb: number | undefined, env: NodeJS.ProcessEnv | undefined): Worker {
  // the cache's own folder lies in the one that it was given, by the version of Node
  const cache = getCompileCacheDir();
  return new Worker(new URL('./thread.mjs', import.meta.url), {
    workerData: { module: module.href, compileCache: cache === undefined ? undefined : dirname(cache) },
    ...(heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    ...(env === undefined ? {} : { env }),
  });
}

/** An error of another thread as if it had arisen here. */
const failureError = ({ error, fields }: Failure): unknown =>
  error instanceof Error ? restoredError(error, fields) : error;
