import { answerRequests } from '../threads/answer-requests.ts';
import { scanJson } from './json-facts.ts';

answerRequests(scanJson);
