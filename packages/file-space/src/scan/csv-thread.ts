import { answerRequests } from '../threads/answer-requests.ts';
import { lookThrough, type CsvFound, type CsvText } from './csv-texts.ts';

answerRequests((files: readonly CsvText[]): Promise<readonly CsvFound[]> => lookThrough(files));
