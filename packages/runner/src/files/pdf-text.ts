import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toolchain } from '@millrace/toolchain';
import { RunError } from '../errors.ts';
import { TextMemory } from './text-memory.ts';

const script = fileURLToPath(new URL('../../../../python/pdf_text.py', import.meta.url));
/** Files handed to one Python process: an argument list has an end. */
const atOnce = 500;

/** A file that was written to within this time may be written to again without its time showing it. */
const settledMs = 2000;

export interface PdfText {
  readonly file: string;
  readonly text: string;
}

/** What this process has read, by {@link identityOf}. */
const read = new TextMemory(32 << 20);

/**
 * Text of PDF files, page after page, by the Python worker; files that are as they were when this process last read them
 * are not read again. Files that are no PDF fail by name.
 */
export async function pdfText(
  files: readonly string[],
  python = toolchain().python,
  memory = read,
): Promise<readonly PdfText[]> {
  const identities = new Map(await Promise.all(files.map(async (file) => [file, await identityOf(file)] as const)));
  const known = new Map<string, PdfText>();
  for (const [file, identity] of identities) {
    const text = identity === undefined ? undefined : memory.get(identity);
    if (text !== undefined) known.set(file, { file, text });
  }
  const unknown = files.filter((file) => !known.has(file));
  for (let from = 0; from < unknown.length; from += atOnce)
    for (const one of await textsOf(unknown.slice(from, from + atOnce), python)) {
      known.set(one.file, one);
      const identity = identities.get(one.file);
      if (identity !== undefined) memory.set(identity, one.text);
    }
  return files.map((file) => {
    const text = known.get(file);
    if (text === undefined) throw new Error(`nothing was said of ${file}`);
    return text;
  });
}

/** What tells a file and its present content from any other; `undefined` where nothing does. */
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

async function textsOf(files: readonly string[], python: string): Promise<readonly PdfText[]> {
  try {
    // -I: packages of the user's own do not come in, and Python may keep what it has compiled
    const { stdout } = await promisify(execFile)(python, ['-I', script, ...files], { maxBuffer: 1 << 30 });
    return JSON.parse(stdout) as PdfText[];
  } catch (error) {
    const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
    const said = lines.at(-1) || 'the PDF files cannot be read';
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing || /^(ModuleNotFound|Import)Error:/.test(said))
      throw new RunError(
        'PYTHON_MISSING',
        `Python, which reads PDFs, is not set up${missing ? '' : `: ${said}`}`,
        missing ? 'run: npm run setup' : `delete ${toolchain().root} and run: npm run setup`,
        undefined,
        error,
      );
    throw new RunError('PDF_UNREADABLE', said, 'check that the files are PDFs without a password', 'path', error);
  }
}
