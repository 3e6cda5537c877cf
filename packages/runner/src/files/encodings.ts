/** How text is looked at: as bytes of UTF-8 or Latin-1, or made UTF-8 first. */
export type TextEncoding = 'utf8' | 'latin1' | 'utf-16' | 'utf-16le' | 'utf-16be';

/** Spark's names of character sets (Spark 4 knows no others). UTF-32 is not looked at here. */
const known: Readonly<Record<string, TextEncoding>> = {
  'utf-8': 'utf8',
  'us-ascii': 'latin1',
  'iso-8859-1': 'latin1',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

/** How to look at text in a character set; `undefined` where it cannot be. */
export const textEncoding = (name = 'UTF-8'): TextEncoding | undefined => known[name.toLowerCase()];

/** Pieces in an encoding whose line ends and delimiters are single bytes: UTF-16 becomes UTF-8. */
export async function* decoded(
  pieces: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<Buffer, void, undefined> {
  if (encoding === 'utf8' || encoding === 'latin1') {
    yield* pieces;
    return;
  }
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encoding === 'utf-16' ? byteOrder(piece) : encoding);
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield Buffer.from(text);
  }
}

/** Big-endian unless a byte order mark says otherwise, as Java reads UTF-16. */
const byteOrder = (beginning: Buffer): 'utf-16le' | 'utf-16be' =>
  beginning[0] === 0xff && beginning[1] === 0xfe ? 'utf-16le' : 'utf-16be';
