import { open, type FileHandle } from 'node:fs/promises';
import type { ParquetSchema } from '@millrace/processors';
import { runError } from '@millrace/errors';
import { Thread, type ThreadEnd } from '../threads/thread.ts';
import { BrokenFooter, LargeFooter, schemaInFooter, ShortFooter } from './parquet-footer.ts';
import type { FooterAnswer, FooterQuestion } from './parquet-thread.ts';

/** Bytes of a footer that are read at once, in a millisecond; a thread reads what is longer. */
const little = 32 << 10;
/** Bytes of a footer within which its columns must stand. */
const maxBytes = 8 << 20;
/** Megabytes of JavaScript values, and milliseconds, that a thread may take for one footer. */
const [heapMb, patience] = [192, 10_000];

/**
 * What the footer of a Parquet file says of its columns; undefined if it is encrypted or missing. Its content is that of the file's writer:
 * nothing in it makes this thread wait, or takes memory without bounds. Fails with a RunError that names the file as `displayName`.
 */
export async function parquetSchema(file: string, displayName: string): Promise<ParquetSchema | undefined> {
  try {
    return await schemaOf(file);
  } catch (error) {
    if (error instanceof BrokenFooter || error instanceof ShortFooter)
      throw runError('parquet-footer-damaged', { file: displayName, reason: error.message }, { field: 'path' });
    if (error instanceof LargeFooter)
      throw runError('parquet-footer-too-large', { file: displayName, reason: error.message }, { field: 'path' });
    throw error;
  }
}

async function schemaOf(file: string): Promise<ParquetSchema | undefined> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  if (size === 0) return undefined;
  const end = await bytesAt(handle, Math.max(0, size - 8), 8);
  const mark = end.toString('latin1', 4);
  if (mark === 'PARE') return undefined;
  const length = mark === 'PAR1' ? end.readUInt32LE(0) : Infinity;
  if (length > size - 12) throw new BrokenFooter('its end is missing');
  const from = size - 8 - length;
  try {
    return schemaInFooter(await bytesAt(handle, from, Math.min(length, little)));
  } catch (error) {
    if (!(error instanceof ShortFooter) || length <= little) throw error;
  }
  const answer = await inThread({ file, from, bytes: Math.min(length, maxBytes) });
  if ('schema' in answer) return answer.schema;
  if (answer.why === 'broken') throw new BrokenFooter(answer.message);
  throw new LargeFooter(
    answer.why === 'short' && length > maxBytes ? 'its columns take more than 8 MB' : answer.message,
  );
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** The one thread, while there are questions. */
let thread: Thread<FooterQuestion, FooterAnswer> | undefined;
let waiting = 0;
let turn: Promise<unknown> = Promise.resolve();

/** Asks the thread when all who asked before have their answers. */
async function inThread(question: FooterQuestion): Promise<FooterAnswer> {
  waiting += 1;
  const answer = turn.then(() => footerOf(question));
  turn = answer.catch(() => undefined);
  try {
    return await answer;
  } finally {
    waiting -= 1;
    if (waiting === 0) await endThread();
  }
}

async function footerOf(question: FooterQuestion): Promise<FooterAnswer> {
  thread ??= new Thread({ module: new URL('./parquet-thread.ts', import.meta.url), heapMb, errorOf: endedError });
  const timer = setTimeout(() => void thread?.end(), patience);
  try {
    return await thread.ask(question);
  } catch (error) {
    await endThread();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function endedError(end: ThreadEnd, cause = new Error('the thread that reads footers has ended')): Error {
  if (end === 'told') return new LargeFooter(`it takes more than ${patience / 1_000} s to read`);
  return end === 'memory' ? new LargeFooter(`it takes more than ${heapMb} MB of memory to read`) : cause;
}

async function endThread(): Promise<void> {
  const old = thread;
  thread = undefined;
  await old?.end();
}
