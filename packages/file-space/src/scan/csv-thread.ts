import { answerRequests } from '../threads/answer-requests.ts';
import { stretchOf, wholeFile, type CsvFound, type CsvPart } from './csv-part.ts';

answerRequests(async (part: CsvPart): Promise<CsvFound | undefined> =>
  part.from === 0 && part.to === Infinity ? wholeFile(part) : stretchOf(part),
);
