import { parentPort } from 'node:worker_threads';
import { RunError } from '../errors.ts';
import { stretchOf, wholeFile, type CsvPart } from './csv-part.ts';
import type { Answer } from './csv-threads.ts';

async function answer(part: CsvPart): Promise<Answer> {
  try {
    const isWhole = part.from === 0 && part.to === Infinity;
    return { found: await (isWhole ? wholeFile(part) : stretchOf(part)) };
  } catch (error) {
    // of an error only its name, text and cause come through to another thread
    if (error instanceof RunError) {
      const { code, message, remedy, field, cause } = error;
      return { refused: { code, message, remedy, field, cause } };
    }
    return { error, also: error instanceof Error ? { ...error } : {} };
  }
}

parentPort?.on('message', async (part: CsvPart) => parentPort?.postMessage(await answer(part)));
