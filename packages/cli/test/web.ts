import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { selfSigned } from './self-signed.ts';

export type Pages = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>;

/** A web server of a test on 127.0.0.1, at a port that the system picks. */
export interface Web extends AsyncDisposable {
  /** `127.0.0.1:PORT`, as MILLRACE_URL_HOSTS takes it. */
  readonly host: string;
  readonly url: (path: string) => string;
  /** The certificate of a server of https, in PEM. */
  readonly certificate: string;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
  /** Resolves with the next request. */
  next(): Promise<void>;
}

/** Serves pages by their path with its query; others are not there. */
export async function serve(pages: Pages, scheme: 'http' | 'https' = 'http'): Promise<Web> {
  const requests: string[] = [];
  const waiting: (() => void)[] = [];
  const answer: RequestListener = (request, response) => {
    const { url = '' } = request;
    requests.push(url);
    const page = Object.hasOwn(pages, url) ? pages[url] : undefined;
    if (page === undefined) response.writeHead(404).end('not here');
    else page(response, request);
    for (const tell of waiting.splice(0)) tell();
  };
  const certificate = selfSigned();
  const server = scheme === 'https' ? createTlsServer(certificate, answer) : createServer(answer);
  const host = await listening(server);
  return {
    host,
    url: (path) => `${scheme}://${host}${path}`,
    certificate: certificate.cert,
    requests,
    next: () => new Promise((resolve) => void waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** A port of 127.0.0.1 that answers with these words to each client, which are not HTTP; closed again if none. */
export async function portThatSays(words: string | undefined): Promise<{ host: string } & AsyncDisposable> {
  const server = createTcpServer((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .end(words ?? ''),
  );
  const host = await listening(server);
  if (words === undefined) await once(server.close(), 'close');
  return {
    host,
    async [Symbol.asyncDispose]() {
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
