import { once } from 'node:events';
import type { JsonFacts } from '@millrace/processors';
import { stopped } from './csv-part.ts';
import type { JsonFiles } from './json-facts.ts';
import { startThread } from './start-thread.ts';
import { errorOf, type Answer } from './thread-answer.ts';

/** Megabytes of JavaScript values that the thread may hold: pieces, lines and fields are bounded, so that it needs far less. */
const heapMb = 192;

/** As `lookThroughJson`, by a thread of its own, which ends with the signal. */
export async function jsonInThread(files: JsonFiles, signal: AbortSignal): Promise<JsonFacts> {
  const thread = startThread('json-thread.ts', { maxOldGenerationSizeMb: heapMb });
  try {
    thread.postMessage(files);
    const [answer] = (await once(thread, 'message', { signal })) as [Answer<JsonFacts>];
    if ('found' in answer) return answer.found;
    throw errorOf(answer);
  } catch (error) {
    throw signal.aborted ? stopped(files.shown[0] ?? '') : error;
  } finally {
    await thread.terminate();
  }
}
