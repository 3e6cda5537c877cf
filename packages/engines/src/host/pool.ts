/** Starts something and ends it again. */
export interface PoolOptions<K, T> {
  readonly start: (kind: K | undefined) => Promise<T>;
  /** Names a kind; processes of one name replace each other. */
  readonly nameOf: (kind: K) => string;
  /** How many wait, at most, of all kinds together. */
  readonly size: number;
  /** The number of processes without a waiting caller that start at a time: a start takes a core from runs at work. */
  readonly atOnce: number;
  /** Resolves when one is of no use any more. */
  readonly dispose: (one: T) => Promise<unknown>;
  /** Ends one that frees a slot for another kind. */
  readonly end: (one: T) => void;
  /** True if those that are taken come back, so that none is started in their place. */
  readonly comeBack?: boolean;
}

interface Waiting {
  readonly name: string;
  isStarted: boolean;
}

/** Milliseconds after which a taken process is replaced if `fill` is not called sooner: most light runs are over by then. */
const replaceAfter = 500;

/**
 * Things that are started ahead of need and taken once, of several kinds, unnamed ones too. Those taken
 * are replaced in the background when `fill` is called, as at the end of a run, or a moment later: one of each kind that was
 * taken lately, as far as there is room, then more of the kind that was taken last. A start that fails rejects the call
 * that takes, or waits for, that very one.
 */
export class Pool<K, T> {
  readonly #options: PoolOptions<K, T>;
  readonly #waiting = new Map<Promise<T>, Waiting>();
  /** Kinds by name, the one that was taken last first. */
  #recentKinds: ReadonlyMap<string, K | undefined> = new Map([['', undefined]]);
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PoolOptions<K, T>) {
    this.#options = options;
  }

  /** Starts what is missing, up to `minimum` where the pool itself is smaller. */
  fill(minimum = 0): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { size, atOnce } = this.#options;
    const target = Math.max(size, minimum);
    while (!this.#isClosed && this.#starting() < atOnce) {
      const name = this.#missing(target);
      if (name === undefined) return;
      if (this.#waiting.size >= target && !this.#freeSlot()) return;
      this.#begin(name, minimum);
    }
  }

  /** Resolves when one waits, whatever its kind. Rejects if it cannot be started. */
  async ready(): Promise<void> {
    this.fill(1);
    const [first] = this.#waiting.keys();
    await first;
  }

  /** The one of a kind that has waited longest, or a new one. */
  take(kind?: K): Promise<T> {
    const name = kind === undefined ? '' : this.#options.nameOf(kind);
    this.#recentKinds = new Map(
      [...new Map([[name, kind], ...this.#recentKinds])].slice(0, Math.max(1, this.#options.size)),
    );
    const [first] = this.#of(name);
    if (first === undefined) return this.#options.start(kind);
    this.#waiting.delete(first);
    if (this.#options.comeBack !== true) this.#timer ??= setTimeout(() => this.fill(), replaceAfter).unref();
    return first;
  }

  /** Lets one that was taken wait again, in place of the one that has waited longest if all places are taken. */
  giveBack(one: T, kind: K): void {
    if (this.#isClosed || this.#options.size === 0) {
      this.#options.end(one);
      return;
    }
    for (const longest of [...this.#waiting.keys()].slice(0, this.#waiting.size + 1 - this.#options.size)) {
      this.#waiting.delete(longest);
      longest.then(this.#options.end, () => undefined);
    }
    const waiting = Promise.resolve(one);
    this.#waiting.set(waiting, { name: this.#options.nameOf(kind), isStarted: true });
    void this.#options.dispose(one).finally(() => this.#waiting.delete(waiting));
  }

  /** Ends all that wait, and replaces none of them until one is taken again. */
  endAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const one of this.#waiting.keys()) one.then(this.#options.end, () => undefined);
    this.#waiting.clear();
  }

  /** Starts no more; resolves when those that were being started are there or have failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#waiting.keys());
    this.#waiting.clear();
  }

  /** Those of a kind, the one that has waited longest first. */
  #of(name: string): readonly Promise<T>[] {
    return [...this.#waiting].flatMap(([one, waiting]) => (waiting.name === name ? [one] : []));
  }

  #starting(): number {
    return [...this.#waiting.values()].filter(({ isStarted }) => !isStarted).length;
  }

  /** The kind of which one should wait and does not; the one that was taken last where all have one, and there is room. */
  #missing(target: number): string | undefined {
    const names = [...this.#recentKinds.keys()].slice(0, target);
    const without = names.find((name) => this.#of(name).length === 0);
    return without ?? (this.#waiting.size < target ? names[0] : undefined);
  }

  /** Ends one that is not needed soon: of a kind of which there are several, or that was not taken lately. */
  #freeSlot(): boolean {
    const [last] = this.#recentKinds.keys();
    const spare = [...this.#waiting].find(
      ([, { name }]) => !this.#recentKinds.has(name) || (this.#of(name).length > 1 && name !== last),
    );
    const [one] = spare ?? [...this.#waiting].find(([, { name }]) => this.#of(name).length > 1) ?? [];
    if (one === undefined) return false;
    this.#waiting.delete(one);
    one.then(this.#options.end, () => undefined);
    return true;
  }

  #begin(name: string, minimum: number): void {
    const one = this.#options.start(this.#recentKinds.get(name));
    this.#waiting.set(one, { name, isStarted: false });
    one.then(
      (engine) => {
        void this.#options.dispose(engine).finally(() => this.#waiting.delete(one));
        const waiting = this.#waiting.get(one);
        if (waiting !== undefined) waiting.isStarted = true;
        this.fill(minimum);
      },
      // the caller that took it gets the error; the next call tries again
      () => void this.#waiting.delete(one),
    );
  }
}
