import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Credentials } from '../../src/s3-root.ts';

/** What becomes of a request on the way to S3. */
export type Trouble =
  /** Answered with an error of S3 in the place of S3. */
  | { readonly status: number; readonly code: string }
  /** The answer breaks off after so many bytes of its body; before its head where that is -1. S3 has done what it was asked. */
  | { readonly cutAfter: number }
  /** Never gets there, and is cut. */
  | 'cut'
  /** Handed on when this is done. */
  | Promise<void>;

/** A way to an S3 server on which things go wrong: `trouble` decides of each request, whose line is such as `PUT /bucket/key?x`. */
export interface TroubledWay extends AsyncDisposable {
  readonly endpoint: string;
  trouble: ((line: string, headers: IncomingMessage['headers']) => Trouble | undefined) | undefined;
  /** The lines of all requests. */
  readonly lines: string[];
}

export async function troubledWay(to: string, _credentials?: S3Credentials): Promise<TroubledWay> {
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    way.lines.push(line);
    const trouble = way.trouble?.(line, request.headers);
    if (trouble === 'cut') return void request.socket.destroy();
    if (trouble instanceof Promise) await trouble;
    else if (trouble !== undefined && 'status' in trouble) {
      request.resume();
      response.writeHead(trouble.status, { 'content-type': 'application/xml' });
      return void response.end(`<Error><Code>${trouble.code}</Code><Message>as the test wishes</Message></Error>`);
    }
    const { headers, method = 'GET', url = '/' } = request;
    const onward = ask(new URL(url, to), { method, headers, agent: false }, (answer) => {
      const left = trouble !== undefined && 'cutAfter' in trouble ? trouble.cutAfter : undefined;
      if (left === undefined) {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        return;
      }
      let bytes = 0;
      if (left >= 0) response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('data', (piece: Buffer) => {
        if (bytes < left) response.write(piece.subarray(0, left - bytes));
        bytes += piece.length;
      });
      answer.on('end', () => response.write('', () => request.socket.destroy()) || request.socket.destroy());
    });
    onward.on('error', () => request.socket.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const way: TroubledWay = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trouble: undefined,
    lines: [],
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return way;
}
