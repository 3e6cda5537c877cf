import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { ConnectionLostError, SparkError } from '../../src/index.ts';
import { withParameters, type EngineFixture } from '../support/engines.ts';

const run = promisify(execFile);

/** A key and a certificate for localhost that signs itself, made for this run. */
async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const home = await mkdtemp(join(tmpdir(), 'certificate-'));
  try {
    const [key, cert] = [join(home, 'key.pem'), join(home, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(home, { recursive: true });
  }
}

/** Puts TLS before an engine; gives the port. */
async function tlsBefore(t: TestContext, url: string, { key, cert }: { key: Buffer; cert: Buffer }): Promise<number> {
  const target = Number(new URL(url.replace('sc:', 'http:')).port);
  const sockets = new Set<net.Socket>();
  const server = tls.createServer({ key, cert, ALPNProtocols: ['h2'] }, (socket) => {
    const up = net.connect(target, '127.0.0.1');
    for (const one of [socket, up]) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => sockets.delete(one));
    }
    socket.pipe(up).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Authentication and TLS. */
export function access({ kind, engine, open }: EngineFixture): void {
  test('speaks TLS to a server that it is told to trust, and to no other', async (t) => {
    const failure = await certificate().catch((error: unknown) => error);
    if (failure instanceof Error) return t.skip('openssl is not there to make a certificate');
    const pair = failure as Awaited<ReturnType<typeof certificate>>;
    const { url } = await engine();
    const port = await tlsBefore(t, url, pair);
    const token = /token=([^;]*)/.exec(url)?.[1];
    const secure = `sc://localhost:${port}/;use_ssl=true${token === undefined ? '' : `;token=${token}`}`;
    const trusting = await open({ tls: { ca: pair.cert } }, secure);
    assert.deepEqual(await trusting.sql('select 1 as one').collect(), [{ one: 1 }]);
    if (token !== undefined)
      await assert.rejects(
        open({ tls: { ca: pair.cert } }, secure.replace(token, 'wrong')),
        (e) => e instanceof SparkError && e.details.status === 'Unauthenticated',
      );
    await assert.rejects(open({ reconnectForMs: 100 }, secure), (e) => {
      assert.ok(e instanceof ConnectionLostError);
      assert.match(e.message, /self.signed certificate/);
      return true;
    });
    await assert.rejects(
      open({ reconnectForMs: 100, tls: { ca: pair.cert, servername: 'other' } }, secure),
      /other|altname/i,
    );
  });

  test('is the same one from elsewhere under its id, and another one under another', async () => {
    const { url } = await engine();
    const here = await open({}, withParameters(url, { user_id: 'ann' }));
    await here.range(3).createOrReplaceTempView('shared');
    const there = await open({}, withParameters(url, { user_id: 'ann', session_id: here.sessionId }));
    assert.equal(await there.table('shared').count(), 3);
    await assert.rejects((await open({}, withParameters(url, { user_id: 'ann' }))).table('shared').count(), SparkError);
  });

  if (kind === 'spark') {
    test('is refused with a wrong token, and without one', async () => {
      const { url } = await engine();
      for (const wrong of [url.replace(/token=[^;]*/, 'token=wrong'), url.replace(/token=[^;]*/, '')])
        await assert.rejects(open({}, wrong), (e) => {
          assert.ok(e instanceof SparkError);
          assert.equal(e.details.status, 'Unauthenticated');
          return true;
        });
    });

    test('is another one for another user, under the same id', async () => {
      const { url } = await engine();
      const id = '8f1c3a52-5f57-4d6c-9a3a-0d6f1f0d5a11';
      const [ann, bob] = await Promise.all(
        ['ann', 'bob'].map((user) => open({}, withParameters(url, { user_id: user, session_id: id }))),
      );
      await ann?.range(2).createOrReplaceTempView('hers');
      assert.equal(await ann?.table('hers').count(), 2);
      await assert.rejects(async () => bob?.table('hers').count(), SparkError);
    });
  }

  test('of an address that is none is refused in plain words', async () => {
    await assert.rejects(
      open({}, 'http://127.0.0.1:1'),
      /"http:\/\/127\.0\.0\.1:1" is not a Spark Connect address: write sc:/,
    );
    await assert.rejects(open({}, 'sc://h:99999'), /port 99999 .* out of range/);
    await assert.rejects(open({}, 'sc://h/;session_id=1'), /session_id "1" is not a UUID/);
    await assert.rejects(
      open({}, 'sc://h/;token'),
      /"token" in the Spark Connect address is not of the form key=value/,
    );
  });

  test('with a server that does not speak HTTP/2 ends in a precise error', async () => {
    const server = net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await assert.rejects(open({ reconnectForMs: 200 }, `sc://127.0.0.1:${port}`), ConnectionLostError);
    server.close();
  });
}
