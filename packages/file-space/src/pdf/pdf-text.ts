import { realpath, stat } from 'node:fs/promises';
import { toolchain } from '@millrace/toolchain';
import { defaultPdfLimits, readPdfs } from './pdf-process.ts';
import { TextMemory } from './text-memory.ts';

/** Files handed to one Python process, which has all of them open. */
const atOnce = 50;

/** A file that was written to within this time may be written to again without its time showing it. */
const settledMs = 2000;

export interface PdfText {
  readonly file: string;
  readonly text: string;
}

/** What this process has read, by {@link identityOf}. */
const read = new TextMemory(32 << 20);

/**
 * Text of PDF files, page after page; files that are as they were when this process last read them
 * are not read again. Files that are no PDF fail by name; what is read when the signal comes fails with STOPPED.
 */
export async function pdfText(
  files: readonly string[],
  python = toolchain().python,
  memory = read,
  limits = defaultPdfLimits,
  signal?: AbortSignal,
): Promise<readonly PdfText[]> {
  const identities = new Map(await Promise.all(files.map(async (file) => [file, await identityOf(file)] as const)));
  const cached = new Map<string, PdfText>();
  for (const [file, identity] of identities) {
    const text = identity === undefined ? undefined : memory.get(identity);
    if (text !== undefined) cached.set(file, { file, text });
  }
  const unknown = files.filter((file) => !cached.has(file));
  for (let from = 0; from < unknown.length; from += atOnce) {
    const some = unknown.slice(from, from + atOnce);
    const texts = await readPdfs(some, python, limits, signal);
    for (const [i, file] of some.entries()) {
      const text = texts[i] ?? '';
      cached.set(file, { file, text });
      const identity = identities.get(file);
      if (identity !== undefined) memory.set(identity, text);
    }
  }
  return files.map((file) => {
    const text = cached.get(file);
    if (text === undefined) throw new Error(`nothing was said of ${file}`);
    return text;
  });
}

/** What distinguishes a file and its present content from any other; `undefined` if nothing does. */
async function identityOf(file: string): Promise<string | undefined> {
  try {
    const path = await realpath(file);
    const { dev, ino, size, mtimeNs, mtimeMs, ctimeNs } = await stat(path, { bigint: true });
    const isSettled = Date.now() - Number(mtimeMs) > settledMs;
    return isSettled ? [path, dev, ino, size, mtimeNs, ctimeNs].join('|') : undefined;
  } catch {
    // who reads it says why it cannot be read
    return undefined;
  }
}
