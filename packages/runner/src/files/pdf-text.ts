import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toolchain } from '@millrace/toolchain';
import { RunError } from '../errors.ts';

const script = fileURLToPath(new URL('../../../../python/pdf_text.py', import.meta.url));
/** Files handed to one Python process: an argument list has an end. */
const atOnce = 500;

/** Text of PDF files, page after page, by the Python worker. Files that are no PDF fail by name. */
export async function pdfText(
  files: readonly string[],
  python = toolchain().python,
): Promise<{ file: string; text: string }[]> {
  const texts: { file: string; text: string }[] = [];
  for (let from = 0; from < files.length; from += atOnce)
    texts.push(...(await textsOf(files.slice(from, from + atOnce), python)));
  return texts;
}

async function textsOf(files: readonly string[], python: string): Promise<{ file: string; text: string }[]> {
  try {
    const { stdout } = await promisify(execFile)(python, [script, ...files], { maxBuffer: 1 << 30 });
    return JSON.parse(stdout) as { file: string; text: string }[];
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
