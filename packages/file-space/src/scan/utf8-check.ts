import { isUtf8 } from 'node:buffer';

/** Tells whether text that comes piece by piece is UTF-8: a last character that is not whole waits for the next piece. */
export class Utf8Check {
  #unchecked: Buffer = Buffer.alloc(0);
  #isBad = false;

  /** True once a piece has held bytes that are not UTF-8, or if the text has ended within a character. */
  get isBad(): boolean {
    return this.#isBad;
  }

  push(data: Buffer): void {
    const text = this.#unchecked.length === 0 ? data : Buffer.concat([this.#unchecked, data]);
    const whole = text.length - cutCharacter(text);
    this.#unchecked = Buffer.from(text.subarray(whole));
    if (!this.#isBad) this.#isBad = !isUtf8(text.subarray(0, whole));
  }

  end(): void {
    if (this.#unchecked.length > 0) this.#isBad = true;
  }
}

/** Bytes at the end that begin a UTF-8 character without ending it. */
function cutCharacter(text: Buffer): number {
  for (let back = 1; back <= Math.min(3, text.length); back++) {
    const byte = text[text.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
