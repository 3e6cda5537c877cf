import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EngineHost } from '@millrace/engines/host';
import { startRemoteSpark, type RemoteSpark } from '@millrace/testkit/remote-spark';
import { testFolder } from '@millrace/testkit/shared';
import { portOf, TcpProxy } from '@millrace/testkit/tcp-proxy';
import { answerUntil } from '@millrace/testkit/until';
import type { NodeFailure, RunEvent } from '../src/results/events.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { csv, inARow, print, sql, type Draft } from './drafts.ts';
import { ready } from './support.ts';

/** Milliseconds in which the loss of a server ends a run. */
const promised = 10_000;

const root = testFolder();
const people = csv('people.csv', 'name age', 'STRING INTEGER');
const pairs = '(select explode(sequence(1, 100000)) as id)';
const endless = sql(`select sum(a.id * b.id % 7) as s from t cross join ${pairs} a cross join ${pairs} b`);
const endlessCode: Draft = {
  nodeClass: 'etl.NodePySpark',
  fields: {
    code: [
      'from pyspark.sql.functions import col',
      'def myfn(spark, workflowContext, id, inDF):',
      '    ids = spark.range(0, 1000000, 1, 1)',
      '    ids.crossJoin(ids.withColumnRenamed("id", "other")).filter(col("id") % 7 > col("other") % 5).count()',
      '    return inDF',
    ].join('\n'),
  },
};

interface Loss {
  readonly ms: number;
  readonly failure: NodeFailure;
  readonly events: readonly RunEvent[];
  readonly applicationId: string;
}

/** Runs something that never ends; once the server is at it, something happens to the server. */
async function lose(remote: RemoteSpark, url: string, work: Draft, happen: () => void): Promise<Loss> {
  await using host = new EngineHost({ sparkRemote: url, code: async () => 'unsafe' });
  const events: RunEvent[] = [];
  const { prepared, ...rest } = await ready(inARow([people, work, print]), new Map(), root);
  const emit = (event: RunEvent): void => void events.push(event);
  const running = runWorkflow(prepared, { engine: 'spark' }, { ...rest, host, emit });
  const application = await answerUntil(
    async () => events.find((event) => event.event === 'engine.application'),
    (event) => event !== undefined,
  );
  const { applicationId = '' } = application ?? {};
  const atWork = async (): Promise<number> =>
    ((await remote.ask(applicationId, 'stages?status=active')) as { readonly numActiveTasks: number }[]).filter(
      ({ numActiveTasks }) => numActiveTasks > 0,
    ).length;
  await answerUntil(atWork, (stages) => stages > 0);
  happen();
  const at = performance.now();
  const { nodes } = await running;
  const ms = performance.now() - at;
  const failure = nodes.find(({ error }) => error !== undefined)?.error;
  assert.ok(failure !== undefined, JSON.stringify(nodes));
  return { ms, failure, events, applicationId };
}

describe('a run whose server is lost ends within ten seconds, with its address and the cause', () => {
  let one: RemoteSpark;
  let other: RemoteSpark;
  before(async () => {
    writeFileSync(join(root, 'people.csv'), 'name,age\nAda,36\n');
    // a page that is asked for the first time takes its time
    [one, other] = await Promise.all([startRemoteSpark(), startRemoteSpark()]);
  });
  const proxies: TcpProxy[] = [];
  const proxyOf = async ({ url }: RemoteSpark): Promise<TcpProxy> => {
    const proxy = await TcpProxy.to(url);
    proxies.push(proxy);
    return proxy;
  };
  after(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    for (const { engine } of [one, other]) engine.kill();
    await Promise.all([one, other].map(({ engine }) => engine.exited));
  });

  /** `port`: where the run has looked for the server. */
  const assertLost = ({ ms, failure, events, applicationId }: Loss, port: number, why: RegExp): void => {
    const { code, message, remedy } = failure;
    assert.equal(code, 'ENGINE_LOST', JSON.stringify(failure));
    assert.ok(ms < promised, `${ms} ms`);
    const name = `(the Spark server|the engine) at 127\\.0\\.0\\.1:${port}( \\(application ${applicationId}\\))?`;
    assert.match(message, new RegExp(`^${name} ${why.source}`));
    assert.doesNotMatch(message, /\bat \w+(\.\w+)+\(|Exception|ECONN|gRPC/);
    assert.match(remedy, /^check that the Spark server is up and that the network leads to it, then run it again$/);
    const end = events.find((event) => event.event === 'engine.ended');
    if (end !== undefined) assert.equal(end.why, message);
  };

  test('when the network is cut', async () => {
    const proxy = await proxyOf(one);
    const loss = await lose(one, proxy.url(one.url), endless, () => proxy.silence());
    assertLost(
      loss,
      portOf(proxy.url(one.url)),
      /has not answered for 6 s: its process hangs, or the network is down$/,
    );
  });

  test('when the network is cut while code waits for the server', async () => {
    const proxy = await proxyOf(other);
    const loss = await lose(other, proxy.url(other.url), endlessCode, () => proxy.silence());
    assertLost(loss, portOf(proxy.url(one.url)), /has not answered for 6 s/);
  });

  test('when another server answers at its address', async () => {
    const proxy = await proxyOf(one);
    const loss = await lose(one, proxy.url(one.url), endless, () => {
      proxy.target = portOf(other.url);
      proxy.cutNow();
    });
    assertLost(loss, portOf(proxy.url(one.url)), /was restarted: the session and the rows that it held are gone$/);
  });

  test('when its process is stopped', async () => {
    const loss = await lose(one, one.url, endless, () => void process.kill(one.engine.pid, 'SIGSTOP'));
    assertLost(loss, portOf(one.url), /has not answered for 6 s/);
  });

  test('when its process is killed', async () => {
    const loss = await lose(other, other.url, endless, () => void process.kill(other.engine.pid, 'SIGKILL'));
    assertLost(loss, portOf(other.url), /cannot be reached: the connection is refused, so it has ended$/);
  });
});
