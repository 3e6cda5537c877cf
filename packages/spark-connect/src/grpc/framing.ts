import { StatusError } from './status.ts';

const headerBytes = 5;

/** A message in gRPC's frame: one byte "not compressed", four bytes length, the message. */
export function frame(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, headerBytes);
  return frame;
}

/**
 * Cuts a stream of bytes into gRPC messages. Each byte is copied once, into a buffer of the message's own.
 * `push` gives the messages that the chunk completes.
 */
export class Deframer {
  readonly #header = Buffer.alloc(headerBytes);
  #headerFilled = 0;
  #message: Buffer | undefined;
  #filledBytes = 0;
  readonly #maxBytes: number;

  /** `maxBytes`: of the largest message that is taken. */
  constructor(maxBytes = 2 ** 32) {
    this.#maxBytes = maxBytes;
  }

  /** True between two messages; at the end of a stream anything else means that something is missing. */
  get atBoundary(): boolean {
    return this.#headerFilled === 0;
  }

  push(chunk: Buffer): Buffer[] {
    const complete: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.#message === undefined) {
        const count = chunk.copy(this.#header, this.#headerFilled, at, at + headerBytes - this.#headerFilled);
        this.#headerFilled += count;
        at += count;
        if (this.#headerFilled < headerBytes) break;
        if (this.#header[0] !== 0)
          throw new StatusError('Internal', 'the server sent a compressed message though none was asked for');
        const size = this.#header.readUInt32BE(1);
        if (size > this.#maxBytes)
          throw new StatusError(
            'ResourceExhausted',
            `a message of ${size} bytes is larger than ${this.#maxBytes} bytes`,
          );
        this.#message = Buffer.allocUnsafeSlow(size);
        this.#filledBytes = 0;
      }
      const count = chunk.copy(this.#message, this.#filledBytes, at);
      this.#filledBytes += count;
      at += count;
      if (this.#filledBytes === this.#message.length) {
        complete.push(this.#message);
        this.#message = undefined;
        this.#headerFilled = 0;
      }
    }
    return complete;
  }
}
