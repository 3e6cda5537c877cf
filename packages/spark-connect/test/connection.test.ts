import assert from 'node:assert/strict';
import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Connection } from '../src/grpc/connection.ts';

test('a connection that is closed while it opens ends its call with an error, and nothing else', async () => {
  const server = http2.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const errors: Error[] = [];
  const note = (error: Error): void => void errors.push(error);
  process.on('uncaughtException', note);
  try {
    for (let turn = 0; turn < 20; turn++) {
      const connection = new Connection({
        host: '127.0.0.1',
        port,
        tls: undefined,
        connectTimeoutMs: 5_000,
        probeAfterMs: 5_000,
        probeTimeoutMs: 5_000,
      });
      const call = connection.request('/any', {});
      connection.close();
      await assert.rejects(call);
      await new Promise(setImmediate);
    }
  } finally {
    process.off('uncaughtException', note);
    server.close();
  }
  assert.deepEqual(errors, []);
});
