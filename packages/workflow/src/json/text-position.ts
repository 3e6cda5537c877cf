/** Finds the line and column of a position, so many characters a step. */
export class TextPosition {
  readonly #text: string;
  readonly #offset: number;
  #at = 0;
  #begin = 0;
  line = 1;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  get column(): number {
    return this.#offset - this.#begin + 1;
  }

  /** Reads on; true once the position is reached. */
  advance(maximum: number): boolean {
    const end = Math.min(this.#offset, this.#at + maximum);
    let [at, begin, line] = [this.#at, this.#begin, this.line];
    for (; at < end; at++) {
      if (this.#text.charCodeAt(at) !== 10) continue;
      line++;
      begin = at + 1;
    }
    [this.#at, this.#begin, this.line] = [at, begin, line];
    return at === this.#offset;
  }
}
