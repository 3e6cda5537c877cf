import { Readable } from 'node:stream';

/** So many bytes of a body are remembered. */
const maxBytes = 1 << 20;

type Piece = Buffer | string;

/** A body of which the first megabyte is remembered, so that it can be sent from its beginning again. */
export class Resendable {
  readonly #source: AsyncIterator<Piece>;
  readonly #pieces: Piece[] = [];
  #size = 0;
  #next: Promise<Piece | undefined> | undefined;

  /** Reads the body, and leaves it to its owner to destroy it. */
  constructor(body: Readable) {
    this.#source = body.iterator({ destroyOnReturn: false });
  }

  /** False once more was read than is remembered. */
  get isWhole(): boolean {
    return this.#size <= maxBytes;
  }

  /** The body from its beginning, as long as it is whole. One stream is read at a time. */
  stream(): Readable {
    return Readable.from(this.#read(), { objectMode: false });
  }

  async *#read(): AsyncGenerator<Piece> {
    for (let at = 0; ;) {
      const storedPiece = this.#pieces[at];
      if (storedPiece !== undefined) {
        at++;
        yield storedPiece;
        continue;
      }
      const piece = await this.#pull();
      if (piece === undefined) return;
      if (!this.isWhole) yield piece;
    }
  }

  /** The next piece of the body, remembered if there is room: a stream that was given up may have asked for it. */
  #pull(): Promise<Piece | undefined> {
    this.#next ??= this.#take().finally(() => (this.#next = undefined));
    return this.#next;
  }

  async #take(): Promise<Piece | undefined> {
    const { value, done } = await this.#source.next();
    if (done === true) return undefined;
    this.#size += value.length;
    if (this.isWhole) this.#pieces.push(value);
    return value;
  }
}
