// A Spark Connect server as one of a cluster: it has a page, no wall, and belongs to nobody.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startSpark, type Engine } from '@millrace/engines';
import { testFolder } from './shared.ts';

/** A server of a cluster, and what its page says. */
export interface RemoteSpark {
  readonly engine: Engine;
  /** Its address. */
  readonly url: string;
  /** Address of Spark's page. */
  readonly page: string;
  /** What the page says as JSON, by its path below the application; see Spark's "REST API". */
  ask(applicationId: string, path: string): Promise<unknown>;
}

/** The token of all of them: a server that is started again has that of the one before. */
const token = 'token-of-the-cluster';

/** Starts a server, which the test must end. */
export async function startRemoteSpark(): Promise<RemoteSpark> {
  const port = await freePort();
  const engine = await startSpark({
    scratch: join(testFolder(), 'remote'),
    memory: '512m',
    wall: false,
    settings: {
      'spark.ui.enabled': 'true',
      'spark.ui.port': String(port),
      'spark.connect.authenticate.token': token,
    },
  });
  const page = `http://127.0.0.1:${port}`;
  const ask = async (applicationId: string, path: string): Promise<unknown> =>
    (await fetch(`${page}/api/v1/applications/${applicationId}/${path}`)).json();
  return { engine, url: engine.url.replace(/token=.*/, `token=${token}`), page, ask };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
