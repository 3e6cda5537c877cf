import { stat } from 'node:fs/promises';
import { fileBytes } from './file-bytes.ts';

/** A larger file is recognized from its first line alone. */
const maxParsed = 4 << 20;

/**
 * True for a file that is one JSON document (a record or a list of them) over several lines: read line by line, none of its
 * lines would be a record. `displayName`: how errors name it.
 */
export async function isJsonDocument(file: string, displayName: string): Promise<boolean> {
  const head = await beginning(file, displayName);
  const text = head.bytes.toString('utf8').replace(/^\uFEFF/, '');
  const [first = '', ...others] = text.trim().split(/\s*[\r\n]\s*/, 2);
  if (others.length === 0 || !/^[[{]/.test(first) || isJson(first)) return false;
  return head.isWhole ? isJson(text) : /^(\[\s*)?\{?$/.test(first);
}

async function beginning(
  file: string,
  displayName: string,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let [length, isWhole] = [0, true];
  // of a packed file only the unpacked text shows how long it is
  const isLong = (await stat(file)).size > maxParsed;
  const maxBytes = isLong ? 1 << 16 : maxParsed;
  for await (const piece of fileBytes(file, displayName)) {
    pieces.push(Buffer.from(piece));
    length += piece.length;
    if (length <= maxBytes) continue;
    isWhole = false;
    break;
  }
  return { bytes: Buffer.concat(pieces), isWhole };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
