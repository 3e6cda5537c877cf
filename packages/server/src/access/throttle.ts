/** Wrong passwords that are let through without waiting: for a user from one address, from an address, for a user. */
const free = { pair: 5, address: 50, user: 100 } as const;
const longest = 15 * 60_000;
/** What is older does not count any more. */
const memory = 3_600_000;
const mostKeys = 100_000;

interface Tries {
  failures: number;
  lastAt: number;
  openAt: number;
}

/** A try that may be made, or how long to wait, in ms. */
export type Attempt = { readonly waitMs: number } | { readonly waitMs: 0; readonly succeed: () => void };

/**
 * Slows down who guesses passwords: each failure beyond the free ones shuts the door for twice as long, up to a quarter of an
 * hour. It is shut for a user name from one address early, so that nobody else locks that user out; for an address, and
 * for a user name from everywhere, much later.
 */
export class Throttle {
  readonly #tries = new Map<string, Tries>();
  readonly #now: () => number;
  #lastAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a try as a failure until it has succeeded: tries that run side by side count too. */
  begin(user: string, address: string): Attempt {
    const name = user.toLowerCase();
    const from = networkOf(address);
    const keys = [
      [`pair ${from} ${name}`, free.pair],
      [`address ${from}`, free.address],
      [`user ${name}`, free.user],
    ] as const;
    this.#follow();
    const waitMs = Math.max(0, ...keys.map(([key]) => (this.#tries.get(key)?.openAt ?? 0) - this.#now()));
    if (waitMs > 0) return { waitMs };
    const takeBack = keys.map(([key, limit]) => this.#fail(key, limit));
    return {
      waitMs: 0,
      succeed: () => {
        for (const undo of takeBack) undo();
        this.#tries.delete(keys[0][0]);
      },
    };
  }

  /** Where the clock has been set back, no door stays shut for longer than it was to. */
  #follow(): void {
    const at = this.#now();
    const back = this.#lastAt - at;
    this.#lastAt = at;
    if (back <= 0) return;
    for (const tries of this.#tries.values()) {
      tries.lastAt -= back;
      tries.openAt -= back;
    }
  }

  #fail(key: string, limit: number): () => void {
    const at = this.#now();
    const known = this.#tries.get(key);
    const tries = known === undefined || known.lastAt + memory < at ? { failures: 0, lastAt: at, openAt: 0 } : known;
    const before = tries.openAt;
    tries.failures++;
    tries.lastAt = at;
    const over = tries.failures - limit;
    if (over >= 0) tries.openAt = at + Math.min(longest, 1_000 * 2 ** Math.min(over, 20));
    const set = tries.openAt;
    // the oldest come first
    this.#tries.delete(key);
    this.#tries.set(key, tries);
    for (const [oldest] of this.#tries) {
      if (this.#tries.size <= mostKeys) break;
      this.#tries.delete(oldest);
    }
    return () => {
      tries.failures--;
      if (tries.openAt === set) tries.openAt = before;
    };
  }
}

/** An address of IPv4, or the network of 64 bits that one of IPv6 is in: a single host has all of it (RFC 6177). */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
