import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Example, Page } from '@millrace/processors';
import { defaultUrlPolicy, type UrlPolicy } from '@millrace/file-space/urls';

/** Pages on a port of this machine, for an example. */
export interface PageServer extends AsyncDisposable {
  /** Where they are: stands for `http://localhost` of the example. */
  readonly origin: string;
  /** Lets this server be read. */
  readonly policy: UrlPolicy;
}

const localhost = 'http://localhost/';

/** Serves the pages of an example on 127.0.0.1, at a port that the system picks. `onRequest` sees each request. */
export async function servePages(
  pages: Readonly<Record<string, string | Page>>,
  onRequest: (request: IncomingMessage) => void = () => undefined,
): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    onRequest(request);
    const page = Object.hasOwn(pages, url) ? pages[url] : { status: 404 };
    const { status = 200, headers = {}, body = '' } = typeof page === 'object' ? page : { body: page };
    response.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { address: name, port } = server.address() as AddressInfo;
  return {
    origin: `http://${name}:${port}/`,
    policy: { ...defaultUrlPolicy, hosts: [{ name, port, below: false }] },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** The fields of an example, with the address of its pages in the place of `http://localhost`. */
export const withOrigin = (fields: Example['fields'] = {}, { origin }: PageServer): NonNullable<Example['fields']> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(localhost, origin) : value,
    ]),
  );
