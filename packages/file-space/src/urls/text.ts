import { MIMEType } from 'node:util';
import { notText } from '../scan/text-kind.ts';
import { runError } from '@millrace/errors';
import type { FetchContext } from './faults.ts';

/** What was found while a text was read. */
export interface TextNotes {
  /** The character set that the text was read in, if some of its bytes are no characters of it. */
  replacedIn?: string;
}

const sampleBytes = 8192;
const replacement = '\ufffd';

/**
 * Text of a character set as UTF-8 without a byte order mark. The set is that of a byte order mark, else that of the
 * Content-Type, else UTF-8 (WHATWG Encoding, "decode"). Fails for what is no text, and for a set that is not known.
 */
export async function* asUtf8(
  pieces: AsyncIterable<Buffer>,
  contentType: string | undefined,
  context: FetchContext,
  notes: TextNotes,
): AsyncGenerator<Buffer, void, undefined> {
  const source = pieces[Symbol.asyncIterator]();
  const beginning = await beginningOf(source);
  const charset = markOf(beginning) ?? charsetOf(contentType) ?? 'utf-8';
  const decoder = decoderOf(charset, context);
  const kind = decoder.encoding.startsWith('utf-16') ? undefined : notText(beginning, { zeros: 'some' });
  if (kind !== undefined) throw runError('url-not-text', { subject: context.subject, content: kind });
  const note = (text: string): Buffer => {
    if (text.includes(replacement)) notes.replacedIn = charset;
    return Buffer.from(text);
  };
  for await (const piece of chain(beginning, source)) yield note(decoder.decode(piece, { stream: true }));
  yield note(decoder.decode());
}

function decoderOf(charset: string, context: FetchContext): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch (error) {
    throw runError('url-charset', { subject: context.subject, charset: charset.slice(0, 40) }, { cause: error });
  }
}

async function beginningOf(source: AsyncIterator<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let length = 0; length < sampleBytes;) {
    const { done, value } = await source.next();
    if (done === true) break;
    pieces.push(value);
    length += value.length;
  }
  return Buffer.concat(pieces);
}

async function* chain(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  try {
    if (first.length > 0) yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

const marks: readonly (readonly [charset: string, mark: string])[] = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
];

const markOf = (beginning: Buffer): string | undefined => {
  const head = beginning.toString('latin1', 0, 3);
  return marks.find(([, mark]) => head.startsWith(mark))?.[0];
};

function charsetOf(contentType: string | undefined): string | undefined {
  try {
    return (contentType && new MIMEType(contentType).params.get('charset')?.toLowerCase()) || undefined;
  } catch {
    return undefined;
  }
}
