/** Wrong passwords that are let through without waiting: for a user from one address, from an address, for a user. */
const free = { pair: 5, address: 50, user: 100 } as const;
const longest = 15 * 60_000;
/** What is older does not count any more. */
const memory = 3_600_000;
const maxKeys = 100_000;

/** Most tries that wait for others of a user or an address to be decided. */
const maxWaiting = 200;

interface Tries {
  failures: number;
  /** Tries that are not decided yet. */
  pending: number;
  lastAt: number;
  openAt: number;
  /** The callers that wait for one of them to be decided. */
  waiting: (() => void)[];
}

/** What became of a try: whether it was right or, where none could be made, how long to wait, in ms. */
export type Outcome = { readonly right: boolean } | { readonly waitMs: number };

/**
 * Slows down callers that guess passwords: each failure beyond the free ones shuts the door for twice as long, up to a quarter of an
 * hour. It is shut for a user name from one address early, so that no other user locks that user out; for an address, and
 * for a user name from everywhere, much later.
 */
export class Throttle {
  readonly #tries = new Map<string, Tries>();
  readonly #now: () => number;
  #lastAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Makes a try, if one may be made. There are never more at work than may fail: others wait until those are decided, so
   * that right ones side by side are all let in and wrong ones are as many as one after the other.
   */
  async attempt(user: string, address: string, isRight: () => Promise<boolean>): Promise<Outcome> {
    const name = user.toLowerCase();
    const from = networkOf(address);
    const limits = [
      [`pair ${from} ${name}`, free.pair],
      [`address ${from}`, free.address],
      [`user ${name}`, free.user],
    ] as const;
    for (;;) {
      this.#follow();
      const now = this.#now();
      const all = limits.map(([key, limit]) => ({ tries: this.#triesOf(key), limit }));
      const waitMs = Math.max(...all.map(({ tries }) => tries.openAt - now));
      if (waitMs > 0) return { waitMs };
      const full = all.find(({ tries, limit }) => tries.pending >= Math.max(1, limit - tries.failures))?.tries;
      if (full === undefined) return { right: await decide(all, isRight, this.#now) };
      if (full.waiting.length >= maxWaiting) return { waitMs: 1_000 };
      await new Promise<void>((resolve) => full.waiting.push(resolve));
    }
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

  #triesOf(key: string): Tries {
    const at = this.#now();
    const entry = this.#tries.get(key) ?? { failures: 0, pending: 0, lastAt: at, openAt: 0, waiting: [] };
    if (entry.lastAt + memory < at) Object.assign(entry, { failures: 0, openAt: 0 });
    entry.lastAt = at;
    // the oldest come first
    this.#tries.delete(key);
    this.#tries.set(key, entry);
    for (const [oldest, { pending }] of this.#tries) {
      if (this.#tries.size <= maxKeys) break;
      if (pending === 0) this.#tries.delete(oldest);
    }
    return entry;
  }
}

interface TryCount {
  readonly tries: Tries;
  readonly limit: number;
}

/** Makes a try and counts what became of it; one that breaks off counts as wrong. */
async function decide(all: readonly TryCount[], isRight: () => Promise<boolean>, now: () => number): Promise<boolean> {
  for (const { tries } of all) tries.pending++;
  let right = false;
  try {
    right = await isRight();
    return right;
  } finally {
    for (const { tries } of all) tries.pending--;
    if (right) Object.assign(all[0]!.tries, { failures: 0, openAt: 0 });
    else for (const one of all) fail(one, now());
    for (const { tries } of all) for (const wake of tries.waiting.splice(0)) wake();
  }
}

function fail({ tries, limit }: TryCount, at: number): void {
  tries.failures++;
  tries.lastAt = at;
  const over = tries.failures - limit;
  if (over >= 0) tries.openAt = at + Math.min(longest, 1_000 * 2 ** Math.min(over, 20));
}

/** An address of IPv4, or the network of 64 bits that one of IPv6 is in: a single host has all of it (RFC 6177). */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
