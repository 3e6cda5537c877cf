/** What was made and used last, within bounds; the last value is kept however large it is. */
export class Recent<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #kept = new Map<Key, Value>();
  #size = 0;

  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  find(is: (value: Value) => boolean): Value | undefined {
    for (const [key, value] of this.#kept) if (is(value)) return this.get(key);
    return undefined;
  }

  /** Keeps a value, which is given back, and forgets those that were used longest ago. */
  keep(key: Key, value: Value): Value {
    this.#forget(key);
    this.#kept.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const old of this.#kept.keys()) {
      if (this.#size <= this.#most || this.#kept.size === 1) break;
      this.#forget(old);
    }
    return value;
  }

  #forget(key: Key): void {
    const value = this.#kept.get(key);
    if (value === undefined) return;
    this.#kept.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
