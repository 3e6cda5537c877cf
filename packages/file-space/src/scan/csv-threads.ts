import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Thread } from '../threads/thread.ts';
import { stopped, type CsvFound, type CsvPart } from './csv-part.ts';
import { inStretches } from './csv-stretches.ts';
import { packing } from './file-bytes.ts';

/** A thread could not be started, or ended before its time. */
export class ThreadLost extends Error {}

type CsvThread = Thread<CsvPart, CsvFound | undefined>;

const mostThreads = Math.min(4, availableParallelism());
const module = new URL('./csv-thread.ts', import.meta.url);
/** Below this a stretch is not worth being cut off. */
const leastStretch = 16 << 20;

/** Threads that look through parts of files, one for each core up to four. They end with this value, or with the signal. */
export class CsvThreads implements AsyncDisposable {
  readonly #stretchBytes: number | undefined;
  readonly #signal: AbortSignal | undefined;
  /** All threads, with how many parts each has to look through. */
  readonly #threads = new Map<CsvThread, number>();
  #hasEnded = false;

  /** `stretchBytes`: how files are cut; into one stretch a thread where not said. */
  constructor(signal?: AbortSignal, stretchBytes?: number) {
    this.#signal = signal;
    this.#stretchBytes = stretchBytes;
    signal?.addEventListener('abort', this.#end, { once: true });
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

  readonly #look = async (part: CsvPart): Promise<CsvFound | undefined> => {
    try {
      this.#signal?.throwIfAborted();
      const thread = this.#freest();
      this.#threads.set(thread, this.#partsOf(thread) + 1);
      try {
        return await thread.ask(part);
      } finally {
        this.#threads.set(thread, this.#partsOf(thread) - 1);
      }
    } catch (error) {
      throw this.#signal?.aborted === true ? stopped(part.shown) : error;
    }
  };

  #partsOf(thread: CsvThread): number {
    return this.#threads.get(thread) ?? 0;
  }

  /** A thread that has nothing to do, a new one, or the one that has least to do. */
  #freest(): CsvThread {
    if (this.#hasEnded) throw new ThreadLost();
    const [first] = [...this.#threads.keys()].toSorted((a, b) => this.#partsOf(a) - this.#partsOf(b));
    if (first !== undefined && (this.#partsOf(first) === 0 || this.#threads.size >= mostThreads)) return first;
    try {
      const thread: CsvThread = new Thread({
        module,
        errorOf: (_end, cause) => new ThreadLost('a thread was lost', { cause }),
      });
      this.#threads.set(thread, 0);
      return thread;
    } catch (cause) {
      throw new ThreadLost('no thread could be started', { cause });
    }
  }

  readonly #end = async (): Promise<void> => {
    this.#hasEnded = true;
    await Promise.all(this.#threads.keys().map((thread) => thread.end()));
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#end);
    await this.#end();
  }
}
