import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { paths } from '@millrace/toolchain';
import { RunError } from '../errors.ts';

/** Text of PDF files, page after page, by the Python worker. Files that are no PDF fail by name. */
export async function pdfText(files: readonly string[]): Promise<{ file: string; text: string }[]> {
  const script = new URL('../../../../python/pdf_text.py', import.meta.url).pathname;
  try {
    const { stdout } = await promisify(execFile)(paths().python, [script, ...files], { maxBuffer: 1 << 30 });
    return JSON.parse(stdout) as { file: string; text: string }[];
  } catch (error) {
    const said = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new RunError('PDF_UNREADABLE', said.split('\n').at(-1) ?? 'a PDF file cannot be read', 'check that the files are PDFs', 'path', error);
  }
}
