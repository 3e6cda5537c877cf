/** How text is looked at: as bytes of UTF-8 (`utf8`) or Latin-1 (`latin1`), or made UTF-8 first by a decoder of this name. */
export type TextEncoding = string;

/** Character sets that are looked at in another way than a decoder of their name has it. */
const encodings: Readonly<Record<string, TextEncoding>> = {
  'utf-8': 'utf8',
  'us-ascii': 'latin1',
  'iso-8859-1': 'latin1',
  'utf-16': 'utf-16',
};

/** How to look at text in a character set; `undefined` if it cannot be, as UTF-32 and many of Java's. */
export function textEncoding(name = 'UTF-8'): TextEncoding | undefined {
  const own = encodings[name.toLowerCase()];
  if (own !== undefined) return own;
  try {
    return new TextDecoder(name).encoding;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Pieces in an encoding whose line ends and delimiters are single bytes: all but UTF-8 and Latin-1 becomes UTF-8. */
export async function* decode(
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
