/** Starts something and ends it again. */
export interface PoolOptions<T> {
  readonly start: () => Promise<T>;
  /** How many wait, at most. */
  readonly size: number;
  /** How many of those that nobody waits for yet are started at a time: a start takes a core from runs at work. */
  readonly atOnce: number;
  /** Resolves when one is of no use any more. */
  readonly gone: (one: T) => Promise<unknown>;
}

/** Milliseconds after which what was taken is replaced, where nobody says so sooner: most light runs are over by then. */
const replaceAfter = 500;

/**
 * Things that are started ahead of need and taken once. Those taken are replaced in the background when `fill` is called,
 * as at the end of a run, or a moment later. A start that fails is told to who takes, or waits for, that very one.
 */
export class Pool<T> {
  readonly #options: PoolOptions<T>;
  /** True once it is started. */
  readonly #waiting = new Map<Promise<T>, boolean>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions<T>) {
    this.#options = options;
  }

  /** Starts what is missing, up to `least` where the pool itself is smaller. */
  fill(least = 0): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { size, atOnce } = this.#options;
    const wanted = Math.max(size, least);
    while (!this.#closed && this.#waiting.size < wanted && this.#starting() < atOnce) this.#begin(least);
  }

  /** Resolves when one waits. Rejects where it cannot be started. */
  async ready(): Promise<void> {
    this.fill(1);
    await this.#first();
  }

  /** The one that has waited longest, or a new one. */
  take(): Promise<T> {
    const first = this.#first();
    if (first === undefined) return this.#options.start();
    this.#waiting.delete(first);
    this.#timer ??= setTimeout(() => this.fill(), replaceAfter).unref();
    return first;
  }

  /** Starts no more; resolves when those that were being started are there or have failed. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#waiting.keys());
    this.#waiting.clear();
  }

  #first(): Promise<T> | undefined {
    const [first] = this.#waiting.keys();
    return first;
  }

  #starting(): number {
    return [...this.#waiting.values()].filter((started) => !started).length;
  }

  #begin(least: number): void {
    const one = this.#options.start();
    this.#waiting.set(one, false);
    one.then(
      (started) => {
        void this.#options.gone(started).finally(() => this.#waiting.delete(one));
        if (this.#waiting.has(one)) this.#waiting.set(one, true);
        this.fill(least);
      },
      // told to who took it; it is not tried again until somebody asks
      () => void this.#waiting.delete(one),
    );
  }
}
