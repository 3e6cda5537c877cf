/** What was made and used last, within bounds; the last value is kept however large it is. */
export class Recent<Key, Value> {
  readonly #max: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #values = new Map<Key, Value>();
  #size = 0;

  constructor(max: number, sizeOf: (value: Value) => number) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  find(is: (value: Value) => boolean): Value | undefined {
    for (const [key, value] of this.#values) if (is(value)) return this.get(key);
    return undefined;
  }

  /** Keeps a value, which is given back, and forgets those that were used longest ago. */
  add(key: Key, value: Value): Value {
    this.#forget(key);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const old of this.#values.keys()) {
      if (this.#size <= this.#max || this.#values.size === 1) break;
      this.#forget(old);
    }
    return value;
  }

  #forget(key: Key): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
