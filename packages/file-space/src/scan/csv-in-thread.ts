import { askThread } from '../threads/thread.ts';
import { stopped, type CsvScanResult, type CsvText } from './csv-texts.ts';

/** The thread could not be started, or ended before its time. */
class ThreadLost extends Error {}

/**
 * As `inspectFiles`, in a thread of its own, so that this one stays free; `undefined` if no thread can be started. It
 * ends with the signal.
 */
export async function csvInThread(
  files: readonly CsvText[],
  signal?: AbortSignal,
): Promise<readonly CsvScanResult[] | undefined> {
  const module = new URL('./csv-thread.ts', import.meta.url);
  const errorOf = (_end: unknown, cause?: Error): Error => new ThreadLost('the thread was lost', { cause });
  try {
    return await askThread({ module, errorOf }, files, signal);
  } catch (error) {
    if (signal?.aborted === true) throw stopped(files[0]?.shown ?? '');
    if (error instanceof ThreadLost) return undefined;
    throw error;
  }
}
