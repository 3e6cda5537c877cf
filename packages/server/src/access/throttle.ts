/** Wrong passwords in a row that are let through without waiting. */
const free = 5;
const longest = 15 * 60_000;
const mostKeys = 100_000;

interface Tries {
  failures: number;
  openAt: number;
}

/**
 * Slows down who guesses passwords: after five failures in a row each next one shuts a user name, and an address, for
 * twice as long, up to a quarter of an hour.
 */
export class Throttle {
  readonly #tries = new Map<string, Tries>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until a try is let through; 0 where it is. */
  wait(keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => (this.#tries.get(key)?.openAt ?? 0) - this.#now()));
  }

  /** Counts a failure, before its outcome is known: tries that run side by side count too. */
  begin(keys: readonly string[]): void {
    for (const key of keys) {
      const tries = this.#tries.get(key) ?? { failures: 0, openAt: 0 };
      tries.failures++;
      const over = tries.failures - free;
      tries.openAt = over < 0 ? 0 : this.#now() + Math.min(longest, 1_000 * 2 ** Math.min(over, 20));
      this.#tries.delete(key);
      this.#tries.set(key, tries);
    }
    for (const [key] of this.#tries) {
      if (this.#tries.size <= mostKeys) break;
      this.#tries.delete(key);
    }
  }

  /** It was the right password. */
  succeed(keys: readonly string[]): void {
    for (const key of keys) this.#tries.delete(key);
  }
}
