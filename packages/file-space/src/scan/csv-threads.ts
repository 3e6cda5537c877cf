import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { stopped, type CsvFound, type CsvPart } from './csv-part.ts';
import { inStretches } from './csv-stretches.ts';
import { packing } from './file-bytes.ts';
import { startThread } from './start-thread.ts';
import { errorOf, type Answer } from './thread-answer.ts';

/** A thread could not be started, or ended before its time. */
export class ThreadLost extends Error {}

interface Task {
  readonly part: CsvPart;
  readonly answered: PromiseWithResolvers<CsvFound | undefined>;
}

const mostThreads = Math.min(4, availableParallelism());
/** Below this a stretch is not worth being cut off. */
const leastStretch = 16 << 20;

/** Threads that look through parts of files, one for each core up to four. They end with this value, or with the signal. */
export class CsvThreads implements AsyncDisposable {
  readonly #stretchBytes: number | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #waiting: Task[] = [];
  /** All threads, with what they are at. */
  readonly #threads = new Map<Worker, Task | undefined>();
  #hasEnded = false;

  /** `stretchBytes`: how files are cut; into one stretch a thread where not said. */
  constructor(signal?: AbortSignal, stretchBytes?: number) {
    this.#signal = signal;
    this.#stretchBytes = stretchBytes;
    if (signal?.aborted === true) this.#stop();
    else signal?.addEventListener('abort', this.#stop, { once: true });
  }

  /** As `wholeFile`, by several threads where that gives the same. Fails with {@link ThreadLost}, too. */
  async wholeFile(part: Omit<CsvPart, 'from' | 'to'>): Promise<CsvFound> {
    const whole = { ...part, from: 0, to: Infinity };
    const found =
      (await inStretches(whole, await this.#cutsOf(whole), this.#look, mostThreads + 1)) ?? (await this.#look(whole));
    if (found === undefined) throw new Error(`nothing was said of ${part.shown}`);
    return found;
  }

  async #cutsOf({ file, encoding }: CsvPart): Promise<number[]> {
    if (packing(file) !== 'plain' || (encoding !== 'utf8' && encoding !== 'latin1')) return [];
    // what is not there is told by who opens it
    const bytes = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    const stretchBytes = this.#stretchBytes ?? Math.max(leastStretch, Math.ceil(bytes / mostThreads));
    const stretches = Math.max(1, Math.ceil(bytes / stretchBytes));
    return Array.from({ length: stretches - 1 }, (_, i) => (i + 1) * stretchBytes);
  }

  readonly #look = (part: CsvPart): Promise<CsvFound | undefined> => {
    const answered = Promise.withResolvers<CsvFound | undefined>();
    this.#waiting.push({ part, answered });
    if (this.#hasEnded) this.#end(() => new ThreadLost());
    else this.#handOut();
    return answered.promise;
  };

  #handOut(): void {
    const [task] = this.#waiting;
    if (task === undefined) return;
    const idle = this.#threads.entries().find(([, at]) => at === undefined)?.[0];
    const thread = idle ?? (this.#threads.size < mostThreads ? this.#start() : undefined);
    if (thread === undefined) return;
    this.#waiting.shift();
    this.#threads.set(thread, task);
    thread.postMessage(task.part);
  }

  #start(): Worker | undefined {
    const lost = (cause?: unknown): void => this.#end(() => new ThreadLost('a thread was lost', { cause }));
    try {
      const thread = startThread('csv-thread.ts');
      thread.on('message', (answer: Answer<CsvFound | undefined>) => this.#take(thread, answer));
      return thread.on('error', lost).on('exit', () => lost());
    } catch (error) {
      lost(error);
      return undefined;
    }
  }

  #take(thread: Worker, answer: Answer<CsvFound | undefined>): void {
    const task = this.#threads.get(thread);
    this.#threads.set(thread, undefined);
    this.#handOut();
    if ('found' in answer) task?.answered.resolve(answer.found);
    else task?.answered.reject(errorOf(answer));
  }

  readonly #stop = (): void => this.#end(({ shown }) => stopped(shown));

  #end(why: (part: CsvPart) => Error): void {
    this.#hasEnded = true;
    const tasks = [...this.#threads.values(), ...this.#waiting.splice(0)];
    for (const task of tasks) task?.answered.reject(why(task.part));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#stop);
    this.#end(() => new ThreadLost());
    await Promise.all(this.#threads.keys().map((thread) => thread.terminate()));
  }
}
