import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, glob, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const call = promisify(execFile);

/** PostgreSQL refuses to run as root: it gets the identity of nobody then. */
const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The folder of PostgreSQL's programs; undefined if it is not installed. */
async function programs(): Promise<string | undefined> {
  const paths = await Array.fromAsync(glob('/usr/{lib/postgresql/*,pgsql*,local/pgsql,local}/bin/initdb'));
  const [newest] = paths.sort().reverse();
  return newest === undefined ? undefined : dirname(newest);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A PostgreSQL server on loopback with an empty cluster, which goes with it. Undefined if there is no PostgreSQL. */
export async function startPostgres(): Promise<(AsyncDisposable & { readonly url: string }) | undefined> {
  const bin = await programs();
  if (bin === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'millrace-postgres-'));
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  await call(join(bin, 'initdb'), ['-D', data, '-U', 'millrace', '-A', 'trust', '--no-sync'], {
    ...identity,
    cwd: folder,
  });
  const port = await freePort();
  // no test ends the machine
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const url = `postgres://millrace@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    const exit = server.exitCode === null ? once(server, 'exit') : undefined;
    server.kill('SIGINT');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
  let output = '';
  for await (const chunk of server.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (output.includes('database system is ready to accept connections')) {
      server.stderr.resume();
      return { url, [Symbol.asyncDispose]: stop };
    }
  }
  await stop();
  throw new Error(`PostgreSQL does not start: ${output}`);
}

/** A database of a test. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes a database on a server, an empty one or a copy of a template. */
export async function newDatabase(
  server: string,
  {
    name = `t_${randomUUID().replaceAll('-', '')}`,
    template,
  }: { readonly name?: string; readonly template?: string } = {},
): Promise<TestDatabase> {
  const ask = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await ask(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => ask(`drop database ${name} with (force)`) };
}
