import { parentPort } from 'node:worker_threads';
import { lookThroughJson, type JsonFiles } from './json-facts.ts';
import { answerOf } from './thread-answer.ts';

parentPort?.on('message', async (files: JsonFiles) =>
  parentPort?.postMessage(await answerOf(() => lookThroughJson(files))),
);
