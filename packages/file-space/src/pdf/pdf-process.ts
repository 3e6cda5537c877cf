import { spawn } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { toolchain } from '@millrace/toolchain';
import { closedSandboxArgs, findSandbox } from '@millrace/engines/sandbox';
import { runError, type RunError } from '@millrace/errors';

const folder = fileURLToPath(new URL('../../../../python', import.meta.url));

/** What a PDF may take of the machine. */
export interface PdfLimits {
  /** Seconds of a processor a file. */
  readonly seconds: number;
  /** Megabytes of memory a file. */
  readonly megabytes: number;
}

export const defaultPdfLimits: PdfLimits = { seconds: 120, megabytes: 1_024 };

/**
 * Texts of PDF files, each read by a process of its own within limits of time and memory. It has no environment and no file
 * but the one that it reads, and if the system has a sandbox it is in one. Fails with a `RunError` for the first file that
 * cannot be read; with STOPPED, once the process has ended, when the signal comes.
 */
export async function readPdfs(
  files: readonly string[],
  python: string,
  { seconds, megabytes }: PdfLimits,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (!existsSync(python)) throw missing();
  const isStopped = (): boolean => signal?.aborted === true;
  const documents = await Promise.all(files.map(openPdf));
  try {
    const sandbox = await findSandbox();
    if (isStopped()) throw stopped();
    // -I: packages of the user's own do not come in, and Python may keep what it has compiled
    const command = [python, '-I', `${folder}/pdf_text.py`, ...[seconds, megabytes, files.length].map(String)];
    const [program = python, ...rest] =
      'flags' in sandbox ? [...closedSandboxArgs(sandbox, [folder]), ...command] : command;
    const child = spawn(program, rest, {
      // bubblewrap is looked for on the path
      env: 'flags' in sandbox ? { PATH: process.env['PATH'] } : {},
      // 3 is the sandbox's own
      stdio: ['ignore', 'pipe', 'pipe', 'ignore', ...documents.map(({ fd }) => fd)],
    });
    const failure = new Promise<never>((_, reject) => child.once('error', reject));
    using _listener = signal === undefined ? undefined : addAbortListener(signal, () => child.kill('SIGKILL'));
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('a process with pipes has none');
    const [out, messages] = await Promise.race([Promise.all([buffer(stdout), text(stderr)]), failure]);
    if (isStopped()) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      throw stopped();
    }
    return textsIn(out, files, messages);
  } finally {
    await Promise.all(documents.map((file) => file.close()));
  }
}

async function openPdf(file: string) {
  try {
    return await open(file);
  } catch (error) {
    throw unreadable(file, error instanceof Error ? error.message : String(error), error);
  }
}

/** Texts as `pdf_text.py` prints them. */
function textsIn(out: Buffer, files: readonly string[], messages: string): readonly string[] {
  let at = 0;
  return files.map((file) => {
    const end = out.indexOf('\n', at);
    if (end < 0) throw noText(file, messages);
    const head = JSON.parse(out.toString('utf8', at, end)) as { bytes: number } | { error: string };
    if ('error' in head) throw unreadable(file, head.error);
    at = end + 1 + head.bytes;
    return out.toString('utf16le', end + 1, at);
  });
}

const stopped = (): RunError => runError('pdf-read-stopped', {}, { field: 'path' });

const unreadable = (file: string, reason: string, cause?: unknown): RunError =>
  runError('pdf-unreadable', { file: basename(file), reason }, { field: 'path', cause });

/** The reader ended before it printed a text. */
function noText(file: string, messages: string): RunError {
  const line = messages.trim().split('\n').at(-1) ?? '';
  return /^((ModuleNotFound|Import)Error:|bwrap: execvp |prlimit: failed to execute )/.test(line)
    ? missing(line)
    : unreadable(file, line || 'the process that reads it ended');
}

const missing = (reason?: string): RunError =>
  reason === undefined
    ? runError('pdf-python-missing', {})
    : runError('pdf-python-broken', { reason, toolchain: toolchain().root });
