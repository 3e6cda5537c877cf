import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { startSail, startSpark } from '@millrace/engines';
import { ConnectionLostError, InterruptedError, SparkError } from '../../src/index.ts';
import { withParameters, type EngineFixture } from '../support/engines.ts';
import { portOf, TcpProxy, type Fault } from '@millrace/testkit/tcp-proxy';
import { endless, readMillion, within } from './million.ts';

/** 100 MB of rows: more than the buffers on the way hold. Spark itself keeps what is not yet read in its memory. */
const wide = "select id, repeat('x', 400) as s from range(250000)";

/** An engine under load may say nothing for seconds: only a wire that is broken is to be taken for that. */
const impatient = { probeAfterMs: 300, probeTimeoutMs: 4000, reconnectForMs: 10_000, connectTimeoutMs: 4000 };

/** What becomes of an operation when the wire between client and engine breaks. */
export function brokenWire({ kind, engine, open }: EngineFixture): void {
  let openProxy: Promise<TcpProxy> | undefined;
  const openProxied = async () => {
    const { url } = await engine();
    const proxy = await (openProxy ??= TcpProxy.to(url));
    return { proxy, url: proxy.url(url) };
  };
  after(async () => (await openProxy)?.close());

  const cutAt = (at: number): Fault => ({ after: at, then: 'cut' });
  const cases: Readonly<Record<string, readonly Fault[]>> = {
    'survives a cut before the first answer': [cutAt(40)],
    'survives a cut in the middle of a million rows': [cutAt(8_000_000)],
    'survives six cuts in a row': [1, 2, 3, 4, 5, 6].map((n) => cutAt(n * 500_000)),
    'survives a server that closes the connection in the middle': [{ after: 3_000_000, then: 'half-close' }],
    'survives a connection that falls silent in the middle': [{ after: 3_000_000, then: 'hole' }],
  };
  for (const [name, faults] of Object.entries(cases))
    test(`${name}: every row comes once`, async () => {
      const { proxy, url } = await openProxied();
      const session = await open(impatient, url);
      await session.getConfig('spark.sql.ansi.enabled');
      proxy.cutNow();
      proxy.harm(...faults);
      await readMillion(session);
      assert.ok(proxy.connections > faults.length);
    });

  test('survives a cut near the end, or says that the engine has nothing more to give', async () => {
    const { proxy, url } = await openProxied();
    const session = await open(impatient, url);
    await session.getConfig('spark.sql.ansi.enabled');
    proxy.cutNow();
    proxy.harm(cutAt(24_000_000));
    const outcome = await within(30_000, () => readMillion(session));
    // Sail forgets a result once its last answer is on the way
    if (outcome instanceof Error) assert.ok(kind === 'sail' && outcome instanceof ConnectionLostError, String(outcome));
  });

  test('comes whole over a slow wire', async () => {
    const { proxy, url } = await openProxied();
    proxy.delayMs = 30;
    try {
      await readMillion(await open(impatient, url));
    } finally {
      proxy.delayMs = 0;
    }
  });

  test('takes no more from its engine than is read, and holds no other operation up', async () => {
    const { proxy, url } = await openProxied();
    const session = await open(impatient, url);
    const before = proxy.receivedBytes;
    const unread = Array.from({ length: 2 }, () => session.sql(wide).batches());
    for (const batches of unread) await batches.next();
    for (let i = 0; i < 20; i++) assert.deepEqual(await session.sql('select 1 as one').collect(), [{ one: 1 }]);
    const each = (proxy.receivedBytes - before) / unread.length;
    assert.ok(each < 40e6, `${Math.round(each / 1e6)} MB were taken of each result`);
    for (const batches of unread) await batches.return();
  });

  test('ends in an InterruptedError or a ConnectionLostError when it is interrupted while its connection is cut', async () => {
    const { proxy, url } = await openProxied();
    const [session, elsewhere] = [await open(impatient, url), await engine()];
    const operationId = randomUUID();
    const events = session.sql(endless).events({ operationId });
    const other = await open({}, withParameters(elsewhere.url, { session_id: session.sessionId }));
    await events.next();
    proxy.harm(...Array.from({ length: 100 }, () => cutAt(1)));
    proxy.cutNow();
    await other.interrupt({ operationId });
    proxy.harm();
    const outcome = await within(30_000, async () => {
      for await (const _ of events);
    });
    assert.ok(outcome instanceof InterruptedError || outcome instanceof ConnectionLostError, String(outcome));
    // Sail has forgotten the operation: all it can say is that it does not know it
    if (kind === 'spark') assert.ok(outcome instanceof InterruptedError, String(outcome));
  });

  test('ends in a precise error when another server of the kind answers at its address', async () => {
    const { proxy, url } = await openProxied();
    const { url: original, scratch } = await engine();
    const other = await (kind === 'sail' ? startSail : startSpark)({ scratch: `${scratch}-other` });
    try {
      const session = await open(impatient, url);
      const batches = session.sql(wide).batches();
      await batches.next();
      const token = /token=[^;]*/;
      // the new server trusts the same clients
      assert.equal(token.test(original), token.test(other.url));
      proxy.target = portOf(other.url);
      proxy.cutNow();
      const outcome = await within(30_000, async () => {
        for await (const _ of batches);
      });
      assert.ok(outcome instanceof SparkError, String(outcome));
      assert.match(outcome.message, /can no longer return the rest|restarted|changed|[Aa]uthentication|token/);
    } finally {
      proxy.target = portOf(original);
      proxy.cutNow();
      await other.stop();
    }
  });

  test('ends in a ConnectionLostError within seconds when every connection falls silent', async () => {
    const { proxy, url } = await openProxied();
    const session = await open({ ...impatient, reconnectForMs: 1000 }, url);
    proxy.cutNow();
    proxy.harm(
      { after: 1_000_000, then: 'hole' },
      ...Array.from({ length: 20 }, (): Fault => ({ after: 60, then: 'hole' })),
    );
    const outcome = await within(30_000, () => readMillion(session));
    proxy.harm();
    proxy.cutNow();
    assert.ok(outcome instanceof ConnectionLostError, String(outcome));
    assert.match(outcome.message, /cannot be reached: .*it has not responded/);
  });

  test('ends in a ConnectionLostError that names the address when nobody listens', async () => {
    const closedProxy = await TcpProxy.to('sc://127.0.0.1:1');
    const url = closedProxy.url('sc://127.0.0.1:1');
    await closedProxy.close();
    const outcome = await within(30_000, () => open({ ...impatient, reconnectForMs: 1000 }, url));
    assert.ok(outcome instanceof ConnectionLostError, String(outcome));
    assert.match(outcome.message, /the engine at 127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED/);
  });
}
