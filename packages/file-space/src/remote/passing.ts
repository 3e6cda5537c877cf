import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes after which the buffers that they came in are collected. */
const atOnce = 8 << 20;

let uncollectedBytes = 0;
let collect: ((options: { readonly type: 'minor' }) => void) | undefined;

/**
 * To be called about bytes whose buffers are not referenced any more. V8 does not count buffers among its young objects, so that they lie
 * until there are 30 MB and more of them, which make it mark its whole heap. Collected in time, which takes a millisecond,
 * transfers cost half the processor time and a sixth of the memory (`npm run bench -- files`).
 */
export function bytesPassed(bytes: number): void {
  uncollectedBytes += bytes;
  if (uncollectedBytes < atOnce) return;
  uncollectedBytes = 0;
  collect ??= collector();
  collect({ type: 'minor' });
}

/** The pieces of a large whole, each of which is released before the next one is asked for. */
export async function* passing(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) {
    yield piece;
    bytesPassed(piece.length);
  }
}

/** Node hands V8's collector to those contexts alone that are made while the flag is set. */
function collector(): NonNullable<typeof collect> {
  setFlagsFromString('--expose-gc');
  const gcFunction = runInNewContext('gc') as NonNullable<typeof collect>;
  setFlagsFromString('--no-expose-gc');
  return gcFunction;
}
