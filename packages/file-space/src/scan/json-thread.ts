import { answerRequests } from '../threads/answer-requests.ts';
import { lookThroughJson } from './json-facts.ts';

answerRequests(lookThroughJson);
