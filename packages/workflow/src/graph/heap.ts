/** A binary min-heap of numbers. */
export class Heap {
  readonly #items: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  push(value: number): void {
    const items = this.#items;
    let at = items.length;
    items.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#get(parent) <= value) break;
      items[at] = this.#get(parent);
      at = parent;
    }
    items[at] = value;
  }

  /** The smallest number, taken out; undefined when the heap is empty. */
  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= items.length) break;
      const child = this.#get(left + 1) < this.#get(left) ? left + 1 : left;
      if (last <= this.#get(child)) break;
      items[at] = this.#get(child);
      at = child;
    }
    items[at] = last;
    return top;
  }

  #get(index: number): number {
    return this.#items[index] ?? Infinity;
  }
}
