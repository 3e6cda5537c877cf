import type { XmlElements } from '@millrace/processors';
import { stopped } from './csv-texts.ts';
import { fileBytes } from './file-bytes.ts';

/** Most names that are listed. */
const maxNames = 12;
/** Names that are counted. */
const maxElements = 10_000;
/** Bytes of a name that may be cut by the end of a piece. */
const longestName = 1_024;

/**
 * Whether elements of a name stand in XML files, and which others do: the most frequent first. Reads on only until the element
 * is met, and fails with STOPPED when the signal comes. `displayName`: how errors name a file.
 */
export async function xmlElements(
  files: readonly string[],
  element: string,
  displayName: (file: string) => string,
  signal?: AbortSignal,
): Promise<XmlElements> {
  const counts = new Map<string, number>();
  const sought = Buffer.from(element).toString('latin1');
  for (const file of files) {
    let rest = '';
    for await (const piece of fileBytes(file, displayName(file))) {
      if (signal?.aborted === true) throw stopped(displayName(file));
      const text = rest + piece.toString('latin1');
      for (const [, name = ''] of text.matchAll(/<([^\s<>/!?'"=]+)(?=[\s/>])/g))
        if (counts.has(name) || counts.size < maxElements || name === sought)
          counts.set(name, (counts.get(name) ?? 0) + 1);
      if (counts.has(sought)) return { isThere: true, names: [] };
      const open = text.lastIndexOf('<');
      rest = open >= 0 && text.length - open < longestName && !text.includes('>', open) ? text.slice(open) : '';
    }
  }
  const names = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => Buffer.from(name, 'latin1').toString('utf8'));
  return { isThere: false, names: names.slice(0, maxNames) };
}
