import type { JsonFacts } from '@millrace/processors';
import { askThread } from '../threads/thread.ts';
import { stopped } from './csv-texts.ts';
import type { JsonFiles } from './json-facts.ts';

/** Megabytes of JavaScript values that the thread may hold: pieces, lines and fields are bounded, so that it needs far less. */
const heapMb = 192;

/** As `scanJson`, by a thread of its own, which ends with the signal. */
export async function jsonInThread(files: JsonFiles, signal: AbortSignal): Promise<JsonFacts> {
  const module = new URL('./json-thread.ts', import.meta.url);
  const errorOf = (_end: unknown, cause = new Error('the thread that reads JSON has ended')): Error => cause;
  try {
    return await askThread({ module, heapMb, errorOf }, files, signal);
  } catch (error) {
    throw signal.aborted ? stopped(files.shown[0] ?? '') : error;
  }
}
