import { answerRequests } from '../threads/answer-requests.ts';
import { inspectFiles, type CsvScanResult, type CsvText } from './csv-texts.ts';

answerRequests((files: readonly CsvText[]): Promise<readonly CsvScanResult[]> => inspectFiles(files));
