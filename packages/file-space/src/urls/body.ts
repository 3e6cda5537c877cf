import { pipeline } from 'node:stream/promises';
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RunError, runError } from '@millrace/errors';
import { networkFault, tooLarge } from './faults.ts';
import type { OpenResponse } from './open-url.ts';
import type { UrlPolicy } from './policy.ts';

type Pieces = AsyncGenerator<Buffer, void, undefined>;

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** The body of an answer, unpacked, within the limits of size and time. Fails with a `RunError` that names the URL. */
export async function* bodyOf({ response, context }: OpenResponse, { maxBytes, waitMs }: UrlPolicy): Pieces {
  const { 'content-encoding': packing = '', 'content-length': length } = response.headers;
  const name = packing.trim().toLowerCase();
  const unpacker = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  try {
    if (unpacker === undefined && name !== '' && name !== 'identity')
      throw runError('url-compression', { subject: context.subject, encoding: name.slice(0, 40) });
    if (Number(length ?? 0) > maxBytes) throw tooLarge(context, maxBytes);
    const received = receive({ response, context }, waitMs);
    const plain = unpacker === undefined || length === '0' ? received : unpack(received, unpacker(), context);
    let bytes = 0;
    for await (const piece of plain) {
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge(context, maxBytes);
      yield piece;
    }
  } finally {
    response.destroy();
  }
}

/** What comes over the network, as long as it keeps coming. */
async function* receive({ response, context }: OpenResponse, waitMs: number): Pieces {
  const pieces = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let byteCount = 0;
  for (;;) {
    const late = setTimeout(
      () =>
        response.destroy(
          runError('url-body-silent', { subject: context.subject, received: byteCount, seconds: waitMs / 1000 }),
        ),
      waitMs,
    );
    const next = await pieces
      .next()
      .catch((error: unknown) => {
        // what has come and was not read yet counts too
        const received = byteCount + response.readableLength;
        throw networkFault(brokenOff(error, received, response.headers['content-length'], context), context, '');
      })
      .finally(() => clearTimeout(late));
    if (next.done === true) return;
    byteCount += next.value.length;
    yield next.value;
  }
}

/** Node calls a body that ends too early a connection that was reset. */
function brokenOff(
  error: unknown,
  received: number,
  length: string | undefined,
  context: OpenResponse['context'],
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ECONNRESET' || context.signal.aborted) return error;
  const contentLength = length === undefined ? undefined : Number(length);
  return runError(
    'url-body-incomplete',
    { subject: context.subject, received, length: contentLength },
    { cause: error },
  );
}

async function* unpack(packed: Pieces, unpacker: Transform, context: OpenResponse['context']): Pieces {
  const feed = pipeline(Readable.from(packed), unpacker);
  feed.catch(() => undefined);
  try {
    for await (const piece of unpacker) yield piece as Buffer;
    await feed;
  } catch (error) {
    if (error instanceof RunError) throw error;
    throw runError('url-not-decompressed', { subject: context.subject }, { cause: error });
  } finally {
    unpacker.destroy();
  }
}
