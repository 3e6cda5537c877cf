import { parentPort } from 'node:worker_threads';
import { stretchOf, wholeFile, type CsvFound, type CsvPart } from './csv-part.ts';
import { answerOf } from './thread-answer.ts';

const look = async (part: CsvPart): Promise<CsvFound | undefined> =>
  part.from === 0 && part.to === Infinity ? wholeFile(part) : stretchOf(part);

parentPort?.on('message', async (part: CsvPart) => parentPort?.postMessage(await answerOf(() => look(part))));
