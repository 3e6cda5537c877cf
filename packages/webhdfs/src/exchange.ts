import { once } from 'node:events';
import { request as overHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { errorOf, HdfsError } from './errors.ts';

/** How long HDFS may be silent, in ms. */
export interface Patience {
  readonly connect: number;
  readonly answer: number;
}

export interface Question {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: URL;
  /** Sent when the server has said that it wants it. */
  readonly body?: Readable;
  readonly patience: Patience;
}

/** Mostly what a reply in JSON takes: a part of a list has 1,000 names. */
const maxReply = 64 << 20;

/**
 * Asks once and returns the answer, whose body is not read yet; redirects are answers. Fails with `unavailable` if
 * no answer comes, and with the error of `body` where that breaks: what came before it is written then.
 *
 * On Node's own client: DataNodes send `100 Continue` to each writer, asked or not, which undici takes for an error.
 */
export async function exchange({ method, url, body, patience }: Question): Promise<IncomingMessage> {
  const ask = url.protocol === 'https:' ? overHttps : overHttp;
  const headers = body === undefined ? {} : { expect: '100-continue', 'content-type': 'application/octet-stream' };
  // one connection a request: DataNodes close theirs, and a kept one may be gone when a change is sent on it
  const request = ask(url, { method, headers, agent: false, timeout: patience.connect });
  const answer = answerTo(request, url, body, patience);
  if (body === undefined) {
    request.end();
    return answer;
  }
  request.flushHeaders();
  const sending = new AbortController();
  let bodyError: unknown;
  request.once('continue', () => {
    send(body, request, sending.signal).catch((error: unknown) => {
      // what the connection says is in the answer
      if (!sending.signal.aborted && !request.destroyed) bodyError = error;
      // cut off, HDFS might make the file only after its writer has removed it: its answer is waited for
      request.end();
    });
  });
  try {
    const message = await answer;
    if (bodyError === undefined) return message;
    message.resume();
    throw bodyError;
  } finally {
    sending.abort();
  }
}

type Done = (error?: Error | null) => void;

/**
 * Lets the answer be read where the server closes its connection while a body is sent. DataNodes send `100 Continue`
 * before they know that they refuse, and close the connection right behind the refusal: the next write fails, and Node
 * then drops what has arrived. Here a failed write loses its bytes, and what is read says how the exchange ends.
 */
function readsAfterFailedWrite(socket: Socket): void {
  const [write, writeSome] = [socket._write, socket._writev];
  let isClosed = false;
  const lossy = (write: (done: Done) => void, done: Done): void => {
    if (isClosed) return done();
    write((error) => {
      isClosed ||= error instanceof Error;
      done();
    });
  };
  socket._write = (piece, encoding, done) => lossy((callback) => write.call(socket, piece, encoding, callback), done);
  if (writeSome !== undefined)
    socket._writev = (pieces, done) => lossy((callback) => writeSome.call(socket, pieces, callback), done);
}

/** Sends a body to its end, no faster than it is taken. */
async function send(body: Readable, request: ClientRequest, signal: AbortSignal): Promise<void> {
  for await (const piece of body) if (!request.write(piece)) await once(request, 'drain', { signal });
  request.end();
}

function answerTo(
  request: ClientRequest,
  url: URL,
  body: Readable | undefined,
  patience: Patience,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    let isContinued = false;
    request.once('continue', () => (isContinued = true));
    request.once('socket', (socket) => {
      readsAfterFailedWrite(socket);
      if (socket.connecting) socket.once('connect', () => request.setTimeout(patience.answer));
      else request.setTimeout(patience.answer);
    });
    request.on('timeout', () => {
      // the others are slow, not HDFS: the sender, or the reader
      const waitsForBody = isContinued && body?.readable === true && !request.writableNeedDrain;
      const waitsForReader = answer !== undefined && answer.readableLength > 0;
      const isConnected = request.socket?.connecting === false;
      if (isConnected && (waitsForBody || waitsForReader)) return;
      request.destroy(new HdfsError('unavailable', `${url.host} took too long to answer`));
    });
    request.on('error', (error) => {
      reject(
        error instanceof HdfsError
          ? error
          : new HdfsError('unavailable', `${url.host} cannot be reached`, { cause: error }),
      );
    });
    request.once('response', (message) => {
      answer = message;
      resolve(message);
    });
  });
}

/** The text of an answer; fails with what it says if it is no success. */
export async function replyText(answer: IncomingMessage): Promise<string> {
  if (Number(answer.headers['content-length'] ?? 0) > maxReply) {
    answer.destroy();
    throw new HdfsError('refused', 'the response is too long');
  }
  let body: string;
  try {
    body = await text(answer);
  } catch (error) {
    throw new HdfsError('unavailable', 'the response was cut off', { cause: error });
  }
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw errorOf(status, body);
  return body;
}
