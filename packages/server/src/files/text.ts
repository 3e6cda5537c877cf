import { buffer } from 'node:stream/consumers';
import type { OpenFile } from './file-space.ts';

/** Bytes of a file that are shown as text. */
const maxBytes = 64 << 10;

/** The beginning of a file as text: whole characters of UTF-8, signs of replacement for what is none. Closes it. */
export async function firstText(file: OpenFile): Promise<string> {
  const bytes = await buffer(file.read(0, Math.min(file.size, maxBytes)));
  return new TextDecoder().decode(bytes, { stream: file.size > maxBytes });
}
