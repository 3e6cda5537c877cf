import type { Engine, EngineView } from '../index.ts';
import type { LibraryEnvironment } from '../libraries/environment.ts';

export interface SparkPoolOptions {
  readonly start: (needs: SparkNeeds) => Promise<Engine>;
  /** Most processes at once. */
  readonly max: number;
  /** Milliseconds after which an unused process ends. */
  readonly idleMs: number;
}

/** What a process is started for. */
export interface SparkNeeds {
  /** Size of the inputs of its one run; not said where more may follow. */
  readonly inputBytes?: number | undefined;
  /** What its sessions see of the file space; all if not set. */
  readonly view?: EngineView | undefined;
  /** The libraries that functions in Python find; none if not set. */
  readonly libraries?: LibraryEnvironment | undefined;
}

export interface LeaseOptions extends SparkNeeds {
  /** Ends the wait for a slot. */
  readonly signal?: AbortSignal | undefined;
}

/** The use of a process for a while. */
export interface SparkLease {
  readonly engine: Engine;
  /** True once the process has been ended. */
  readonly ended: boolean;
  /** True if others used the process too, by its end if that has come: any of them may have ended it. */
  readonly isShared: boolean;
  /** The process is not needed any more. May be called again. */
  release(): void;
  /** Ends the process for all its users; the next lease gets a new one. */
  kill(): void;
}

interface SparkProcess {
  readonly key: string;
  readonly engine: Promise<Engine>;
  users: number;
  /** How many used it when it ended. */
  usersAtEnd?: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Embedded Spark processes, one for each owner, view and libraries. Where there are as many as may be, the one that was idle for the longest
 * time goes; if all are in use, a lease waits for one to become free.
 */
export class SparkPool {
  readonly #options: SparkPoolOptions;
  /** By owner, view and libraries; the one that was used last comes last. */
  readonly #processes = new Map<string, SparkProcess>();
  /** All that take memory, those that are ending too. */
  readonly #all = new Set<SparkProcess>();
  /** Leases that wait for a slot. */
  readonly #waiting = new Set<() => void>();
  #closed = false;

  constructor(options: SparkPoolOptions) {
    this.#options = options;
  }

  /** Begins to start the process of an owner, if a slot is free. */
  warm(owner: string, needs: SparkNeeds = {}): void {
    const key = keyOf(owner, needs);
    if (this.#closed || this.#processes.has(key) || this.#all.size >= this.#options.max) return;
    this.#markIdle(this.#start(key, needs));
  }

  /** How many processes there are, those that are starting or ending too. */
  get size(): number {
    return this.#all.size;
  }

  /**
   * The process of an owner, started if there is none. Rejects if it cannot be started, and with the reason of the
   * signal if that comes while it waits for a slot.
   */
  async lease(owner: string, { signal, ...needs }: LeaseOptions = {}): Promise<SparkLease> {
    const process = await this.#processFor(keyOf(owner, needs), needs, signal);
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      process.users--;
      if (process.users === 0) this.#markIdle(process);
    };
    try {
      const engine = await process.engine;
      const hasEnded = (): boolean => this.#processes.get(process.key) !== process;
      return {
        engine,
        get ended() {
          return hasEnded();
        },
        get isShared() {
          return (process.usersAtEnd ?? process.users) > 1;
        },
        release,
        kill: () => this.#end(process),
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Starts no more; resolves when the processes that are starting are up or have failed. Waiting leases reject. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#wakeWaiting();
    for (const { timer } of this.#all) clearTimeout(timer);
    await Promise.allSettled([...this.#all].map(({ engine }) => engine));
  }

  /** The process of an owner, with one more user. */
  async #processFor(key: string, needs: SparkNeeds, signal?: AbortSignal): Promise<SparkProcess> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#closed) throw new Error('the engines of this process are closed');
      const hasFreeSlot = this.#all.size < this.#options.max;
      const process = this.#processes.get(key) ?? (hasFreeSlot ? this.#start(key, needs) : undefined);
      if (process !== undefined) {
        process.users++;
        clearTimeout(process.timer);
        // the one that was used last
        this.#processes.delete(key);
        this.#processes.set(key, process);
        return process;
      }
      await this.#freeSlot(signal);
    }
  }

  #start(key: string, needs: SparkNeeds): SparkProcess {
    const process: SparkProcess = { key, engine: this.#options.start(needs), users: 0, timer: undefined };
    this.#processes.set(key, process);
    this.#all.add(process);
    process.engine
      .then(async ({ exited }) => {
        await exited;
        process.usersAtEnd = process.users;
      })
      // the lease that waits for it gets the error
      .catch(() => undefined)
      .then(() => {
        this.#forget(process);
        this.#all.delete(process);
        this.#wakeWaiting();
      });
    return process;
  }

  #markIdle(process: SparkProcess): void {
    const { idleMs } = this.#options;
    if (idleMs !== Infinity && this.#processes.get(process.key) === process)
      process.timer = setTimeout(() => this.#end(process), idleMs).unref();
    this.#wakeWaiting();
  }

  #end(process: SparkProcess): void {
    clearTimeout(process.timer);
    this.#forget(process);
    process.engine.then((engine) => engine.kill()).catch(() => undefined);
  }

  #forget(process: SparkProcess): void {
    if (this.#processes.get(process.key) === process) this.#processes.delete(process.key);
  }

  /** Resolves when a slot may be free; ends an unused process to free one. */
  async #freeSlot(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    this.#waiting.add(resolve);
    try {
      const ending = this.#all.size - this.#processes.size;
      const idle = [...this.#processes.values()].find(({ users }) => users === 0);
      if (idle !== undefined && ending < this.#waiting.size) this.#end(idle);
      await promise;
    } finally {
      this.#waiting.delete(resolve);
      signal?.removeEventListener('abort', stop);
    }
  }

  #wakeWaiting(): void {
    for (const go of this.#waiting) go();
  }
}

const keyOf = (owner: string, { view, libraries }: SparkNeeds): string =>
  [owner, view?.key, libraries && `libraries ${libraries.key}`].filter((part) => part !== undefined).join(', ');
