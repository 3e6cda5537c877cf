import type { Engine, EngineView } from '../index.ts';

export interface SparkRoomOptions {
  readonly start: (needs: SparkNeeds) => Promise<Engine>;
  /** Most processes at once. */
  readonly most: number;
  /** Milliseconds after which a process that nobody uses ends. */
  readonly idleMs: number;
}

/** What a process is started for. */
export interface SparkNeeds {
  /** Size of the inputs of its one run; not said where more may follow. */
  readonly inputBytes?: number | undefined;
  /** What its sessions see of the file space; all where not said. */
  readonly view?: EngineView | undefined;
}

export interface LeaseOptions extends SparkNeeds {
  /** Ends the wait for room. */
  readonly signal?: AbortSignal | undefined;
}

/** The use of a process for a while. */
export interface SparkLease {
  readonly engine: Engine;
  /** True once somebody has ended the process. */
  readonly ended: boolean;
  /** True where others used the process too, by its end if that has come: any of them may have ended it. */
  readonly isShared: boolean;
  /** The process is not needed any more. May be called again. */
  release(): void;
  /** Ends the process, for everybody who uses it; whoever asks next gets a new one. */
  kill(): void;
}

interface Place {
  readonly key: string;
  readonly engine: Promise<Engine>;
  users: number;
  /** How many used it when it ended. */
  usersAtEnd?: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Embedded Spark processes, one for each owner and view. Where there are as many as may be, the one that was idle for the longest
 * time goes; where all are in use, who asks waits for one to become free.
 */
export class SparkRoom {
  readonly #options: SparkRoomOptions;
  /** By owner and view; the one that was used last comes last. */
  readonly #places = new Map<string, Place>();
  /** All that take memory, those that are ending too. */
  readonly #there = new Set<Place>();
  /** Who waits for room. */
  readonly #waiting = new Set<() => void>();
  #closed = false;

  constructor(options: SparkRoomOptions) {
    this.#options = options;
  }

  /** Begins to start the process of an owner, where there is room. */
  warm(owner: string, needs: SparkNeeds = {}): void {
    const key = keyOf(owner, needs);
    if (this.#closed || this.#places.has(key) || this.#there.size >= this.#options.most) return;
    this.#rest(this.#begin(key, needs));
  }

  /** How many processes there are, those that are starting or ending too. */
  get size(): number {
    return this.#there.size;
  }

  /**
   * The process of an owner, started where there is none. Rejects where it cannot be started, and with the reason of the
   * signal where that comes while it waits for room.
   */
  async lease(owner: string, { signal, ...needs }: LeaseOptions = {}): Promise<SparkLease> {
    const place = await this.#taken(keyOf(owner, needs), needs, signal);
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      place.users--;
      if (place.users === 0) this.#rest(place);
    };
    try {
      const engine = await place.engine;
      const ended = (): boolean => this.#places.get(place.key) !== place;
      return {
        engine,
        get ended() {
          return ended();
        },
        get isShared() {
          return (place.usersAtEnd ?? place.users) > 1;
        },
        release,
        kill: () => this.#end(place),
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Starts no more; resolves when those that were being started are there or have failed. Who waits is sent away. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#news();
    for (const { timer } of this.#there) clearTimeout(timer);
    await Promise.allSettled([...this.#there].map(({ engine }) => engine));
  }

  /** The place of an owner, with one more user. */
  async #taken(key: string, needs: SparkNeeds, signal?: AbortSignal): Promise<Place> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#closed) throw new Error('the engines of this process are closed');
      const hasRoom = this.#there.size < this.#options.most;
      const place = this.#places.get(key) ?? (hasRoom ? this.#begin(key, needs) : undefined);
      if (place !== undefined) {
        place.users++;
        clearTimeout(place.timer);
        // the one that was used last
        this.#places.delete(key);
        this.#places.set(key, place);
        return place;
      }
      await this.#room(signal);
    }
  }

  #begin(key: string, needs: SparkNeeds): Place {
    const place: Place = { key, engine: this.#options.start(needs), users: 0, timer: undefined };
    this.#places.set(key, place);
    this.#there.add(place);
    place.engine
      .then(async ({ exited }) => {
        await exited;
        place.usersAtEnd = place.users;
      })
      // told to who has asked for it
      .catch(() => undefined)
      .then(() => {
        this.#forget(place);
        this.#there.delete(place);
        this.#news();
      });
    return place;
  }

  #rest(place: Place): void {
    const { idleMs } = this.#options;
    if (idleMs !== Infinity && this.#places.get(place.key) === place)
      place.timer = setTimeout(() => this.#end(place), idleMs).unref();
    this.#news();
  }

  #end(place: Place): void {
    clearTimeout(place.timer);
    this.#forget(place);
    place.engine.then((engine) => engine.kill()).catch(() => undefined);
  }

  #forget(place: Place): void {
    if (this.#places.get(place.key) === place) this.#places.delete(place.key);
  }

  /** Resolves when there may be room: one that nobody uses makes it. */
  async #room(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    this.#waiting.add(resolve);
    try {
      const ending = this.#there.size - this.#places.size;
      const idle = [...this.#places.values()].find(({ users }) => users === 0);
      if (idle !== undefined && ending < this.#waiting.size) this.#end(idle);
      await promise;
    } finally {
      this.#waiting.delete(resolve);
      signal?.removeEventListener('abort', stop);
    }
  }

  #news(): void {
    for (const go of this.#waiting) go();
  }
}

const keyOf = (owner: string, { view }: SparkNeeds): string => (view === undefined ? owner : `${owner}, ${view.key}`);
