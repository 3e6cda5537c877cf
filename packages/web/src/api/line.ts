import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Milliseconds between checks of the connection to the service, in turn. */
const waits = [500, 1_000, 2_000, 3_000] as const;

/** Milliseconds of silence after which the service counts as away. */
const patience = 8_000;

/** Responses of a proxy for an unavailable service. */
const ofProxies: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Whether the service can be reached. A request that did not arrive raises a doubt, which the service itself settles: a
 * browser that says that it is offline may well reach a service on the same machine.
 */
class Line {
  #isThere = true;
  #asking: Promise<boolean> | undefined;
  #hurry: () => void = () => undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isThere = (): boolean => this.#isThere;

  /** Polls the service until it answers; returns whether it was unavailable. */
  readonly doubt = (): Promise<boolean> => (this.#asking ??= this.#ask());

  /** Polls at once if a poll is waiting. */
  readonly hurry = (): void => this.#hurry();

  async #ask(): Promise<boolean> {
    let wasAway = false;
    for (let tries = 0; !(await answers()); tries++) {
      wasAway = true;
      this.#set(false);
      await this.#soon(waits[Math.min(tries, waits.length - 1)] ?? 0);
    }
    this.#asking = undefined;
    this.#set(true);
    return wasAway;
  }

  #soon(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#hurry = resolve;
    return promise.finally(() => clearTimeout(timer));
  }

  #set(isThere: boolean): void {
    if (this.#isThere === isThere) return;
    this.#isThere = isThere;
    for (const listener of this.#listeners) listener();
  }
}

async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    return !ofProxies.has(status);
  } catch {
    return false;
  }
}

export const line = new Line();

/** Whether the service can be reached, as far as known. */
export const useLine = (): boolean => useSyncExternalStore(line.subscribe, line.isThere);

/** Pauses queries while the service is unavailable, and repeats failed or stale ones afterwards. */
export function watchLine(): void {
  onlineManager.setEventListener((setOnline) => line.subscribe(() => setOnline(line.isThere())));
  addEventListener('offline', () => void line.doubt());
  addEventListener('online', line.hurry);
  document.addEventListener('visibilitychange', line.hurry);
  // a missing style would not be requested again while its element exists
  const forget = ({ target }: ErrorEvent): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  };
  addEventListener('error', forget, { capture: true });
}

/** True for a response that is not the service's own: those have a code. */
export const isOfProxy = (status: number, error: unknown): boolean =>
  ofProxies.has(status) && !(error !== null && typeof error === 'object' && 'code' in error);

/**
 * Repeats a request while the service is unavailable; fails if the service is available and the request fails
 * nevertheless.
 */
export async function untilThere<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(await line.doubt())) throw error;
    }
}
