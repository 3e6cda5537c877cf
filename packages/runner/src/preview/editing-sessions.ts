import type { EngineHost } from '@millrace/engines/host';
import { runError } from '@millrace/errors';
import type { EditingSession, SessionOwner } from './editing-session.ts';

export interface EditingSessionsOptions {
  readonly host: EngineHost;
  /** Milliseconds after its last use at which a session is closed. */
  readonly idleMs: number;
  /** Most sessions at once. */
  readonly max: number;
}

interface Open {
  readonly session: EditingSession;
  users: number;
  /** When it was last used, by `performance.now()`. */
  usedAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** The sessions of users who edit graphs, opened when first asked for and closed when they are idle. */
export class EditingSessions implements AsyncDisposable {
  readonly #options: EditingSessionsOptions;
  readonly #open = new Map<string, Open>();
  readonly #closing = new Set<Promise<void>>();

  constructor(options: EditingSessionsOptions) {
    this.#options = options;
  }

  /** Number of sessions that are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Number of sessions that are at work. */
  get busy(): number {
    return [...this.#open.values()].filter(({ users }) => users > 0).length;
  }

  /**
   * Works in the session of a key (one person in one project), which sees what its owner sees now. Fails with RunError
   * TOO_MANY_SESSIONS where as many as may be are at work.
   */
  async use<T>(whose: string, owner: SessionOwner, work: (session: EditingSession) => Promise<T>): Promise<T> {
    // read when first needed: a process that starts should not wait for it
    const { EditingSession: Session } = await import('./editing-session.ts');
    const { view, libraries, compatibility = 'spark4' } = owner;
    const key = [whose, view?.key ?? '', libraries?.key ?? '', compatibility].join(', ');
    const open = this.#open.get(key) ?? this.#begin(key, new Session(this.#options.host, owner));
    clearTimeout(open.timer);
    open.users++;
    try {
      return await work(open.session);
    } finally {
      open.users--;
      open.usedAt = performance.now();
      const full = await open.session.isFull();
      if (open.users === 0 && full) this.#end(key, open);
      else if (open.users === 0) {
        clearTimeout(open.timer);
        open.timer = setTimeout(() => this.#end(key, open), this.#options.idleMs).unref();
      }
    }
  }

  #begin(key: string, session: EditingSession): Open {
    if (this.#open.size >= this.#options.max) this.#evict();
    const entry: Open = {
      session,
      users: 0,
      usedAt: performance.now(),
      timer: undefined,
    };
    this.#open.set(key, entry);
    return entry;
  }

  #evict(): void {
    const idle = [...this.#open].filter(([, open]) => open.users === 0);
    const [longest] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (longest === undefined) throw runError('too-many-editors', { limit: this.#options.max });
    this.#end(...longest);
  }

  #end(key: string, open: Open): void {
    if (open.users > 0) return;
    clearTimeout(open.timer);
    if (this.#open.get(key) === open) this.#open.delete(key);
    const closing = open.session[Symbol.asyncDispose]().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** Resolves when the sessions that have been closed are gone, their engines too. */
  async settled(): Promise<void> {
    await Promise.all(this.#closing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [key, open] of this.#open) {
      open.users = 0;
      this.#end(key, open);
    }
    await this.settled();
  }
}
