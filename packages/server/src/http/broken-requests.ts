import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemBody } from './error-handler.ts';
import { Problem, type ProblemName } from '../problems.ts';

/** The answer about a request that Node could not read. */
const answers: Readonly<Record<string, readonly [ProblemName, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['TOO_SLOW', 'the request headers took too long'],
  HPE_HEADER_OVERFLOW: ['HEAD_TOO_LARGE', 'the URL and the headers of the request are larger than 16 kB'],
};

/** Answers a request of which not even the head can be read; nothing else of the service sees it. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [name, detail] = answers[error.code ?? ''] ?? ['MALFORMED', 'not a valid HTTP/1.1 request'];
  const problem = new Problem(name, detail);
  const body = JSON.stringify(problemBody(problem));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
