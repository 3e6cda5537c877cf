/** Texts by their keys, as long as all of them take no more than so many bytes; what was not used for longest goes first. */
export class TextMemory {
  readonly #maxBytes: number;
  readonly #texts = new Map<string, string>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): string | undefined {
    const text = this.#texts.get(key);
    // a map keeps its keys in the order in which they came in
    if (text !== undefined && this.#texts.delete(key)) this.#texts.set(key, text);
    return text;
  }

  set(key: string, text: string): void {
    this.#forget(key);
    if (bytesOf(key, text) > this.#maxBytes) return;
    this.#texts.set(key, text);
    this.#bytes += bytesOf(key, text);
    for (const oldest of this.#texts.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const text = this.#texts.get(key);
    if (text === undefined) return;
    this.#texts.delete(key);
    this.#bytes -= bytesOf(key, text);
  }
}

/** Two bytes a character, the most that V8 takes. */
const bytesOf = (key: string, text: string): number => 2 * (key.length + text.length);
