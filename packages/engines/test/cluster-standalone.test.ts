import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ConnectionLostError } from '@millrace/spark-connect';
import { freePort } from '@millrace/testkit/remote-spark';
import { startStandaloneCluster, type StandaloneCluster } from '@millrace/testkit/standalone-cluster';
import { until } from '@millrace/testkit/until';
import { clusterConf, mastersIn } from '../src/cluster/cluster-address.ts';
import { whyEnded } from '../src/index.ts';
import { EngineHost } from '../src/host/host.ts';
import type { EngineSession } from '../src/host/session.ts';

test('the address of a cluster and its settings are read, and what is wrong with them is said', () => {
  assert.deepEqual(mastersIn('spark://one:7077'), [{ host: 'one', port: 7077 }]);
  const two = [
    { host: '10.0.0.1', port: 7077 },
    { host: '::1', port: 7078 },
  ];
  assert.deepEqual(mastersIn('spark://10.0.0.1:7077,[::1]:7078'), two);
  for (const wrong of [
    'spark://',
    'spark://one',
    'spark://one:0',
    'spark://one:70777',
    'sc://one:7077',
    'one:7077',
    '',
  ])
    assert.throws(() => mastersIn(wrong), /^Error: must be the address of a standalone master, such as spark:/, wrong);
  assert.deepEqual(
    [...clusterConf(' spark.executor.memory=4g\tspark.x=a=b ')],
    [
      ['spark.executor.memory', '4g'],
      ['spark.x', 'a=b'],
    ],
  );
  assert.throws(() => clusterConf('spark.cores.max'), /has "spark\.cores\.max": must be settings such as/);
  assert.throws(() => clusterConf('cores=1'), /has "cores=…": must be settings such as/);
  for (const key of ['spark.master', 'spark.connect.grpc.binding.address', 'spark.sql.extensions'])
    assert.throws(() => clusterConf(`${key}=x`), /which Millrace itself sets: remove it/);
});

test('a driver says why the cluster has ended its application', () => {
  const reason = (line: string): string => whyEnded({ code: null, signal: 'SIGKILL', log: [line] });
  assert.equal(
    reason(
      'ERROR StandaloneSchedulerBackend: Application has been killed. Reason: Master removed our application: KILLED',
    ),
    'the cluster has ended the application (Master removed our application: KILLED)',
  );
  assert.equal(
    reason('ERROR YarnClientSchedulerBackend: YARN application has exited unexpectedly with state KILLED!'),
    'the cluster has ended the application (with state KILLED)',
  );
});

test('a master that is not there is named before a driver starts', async () => {
  const master = `spark://127.0.0.1:${await freePort()}`;
  await using host = new EngineHost({ cluster: { master, conf: new Map() } });
  assert.equal(await host.clusterState(), 'UNREACHABLE');
  await assert.rejects(
    host.open('spark'),
    new RegExp(`spark cannot be used: the master at ${master} cannot be reached: .*ECONNREFUSED`),
  );
  assert.equal(host.processes.spark, 0);
});

describe('applications on a standalone cluster', () => {
  let cluster: StandaloneCluster;
  let host: EngineHost;
  before(async () => {
    cluster = await startStandaloneCluster();
    const conf = clusterConf('spark.executor.memory=512m spark.cores.max=1 spark.sql.shuffle.partitions=2');
    host = new EngineHost({ cluster: { master: cluster.master, conf }, memory: '512m', sparkIdleMs: 1 });
  });
  after(async () => {
    await host.close();
    await cluster[Symbol.asyncDispose]();
  });

  const open = (owner: string, alone = false): Promise<EngineSession> =>
    host.open('spark', { owner, alone, labels: { user: 'ada' } });
  const idOf = ({ application }: EngineSession): string => application?.applicationId ?? '';
  const active = async (): Promise<string[]> => (await cluster.state()).activeapps.map(({ id }) => id);
  /** A query that never ends, at work. */
  const endless = ({ session }: EngineSession): Promise<unknown> => {
    const ids = session.range(0, 1_000_000, 1, 1);
    return ids.crossJoin(ids).groupBy().count().collect();
  };

  test('are shared by the sessions of an owner, and end when nobody uses them', async () => {
    assert.equal(await host.clusterState(), 'IDLE');
    const [one, again] = await Promise.all([open('a'), open('a')]);
    assert.equal(await host.clusterState(), 'RUNNING');
    assert.match(idOf(one), /^app-\d{14}-\d{4}$/);
    assert.equal(one.application?.master, cluster.master);
    assert.match(one.application?.uiWebUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(idOf(again), idOf(one));
    assert.deepEqual(await active(), [idOf(one)]);
    const rows = await one.session
      .sql('select id % 3 as k, count(*) as n from range(9) group by 1 order by 1')
      .collect();
    assert.deepEqual(
      rows,
      [0n, 1n, 2n].map((k) => ({ k, n: 3n })),
    );
    await one.leave();
    assert.deepEqual(await again.session.sql('select 1 as one').collect(), [{ one: 1 }]);
    await again.leave();
    await until(async () => (await active()).length === 0);
    await until(() => host.processes.spark === 0);
  });

  test('end when a run is killed, and when they are killed on the cluster, which their sessions are told', async () => {
    const killed = await open('b');
    const query = assert.rejects(endless(killed), ConnectionLostError);
    killed.kill();
    await query;
    await killed.leave();
    await until(async () => (await active()).length === 0);

    const shared = await open('b');
    const other = await open('b');
    const lost = assert.rejects(endless(shared), ConnectionLostError);
    await cluster.kill(idOf(shared));
    await lost;
    await until(() => shared.ended?.() !== undefined);
    const end = shared.ended?.();
    assert.match(
      end?.why ?? '',
      /the Spark server at 127\.0\.0\.1:\d+ \(application app-\S+\) has ended: the cluster has ended the application \(Master removed our application: KILLED\)/,
    );
    assert.equal(end?.isShared, true);
    assert.deepEqual(end?.log.length, 1);
    await Promise.all([shared.leave(), other.leave()]);
    await until(() => host.processes.spark === 0);
    // the next one is another application
    await using next = await open('b', true);
    assert.notEqual(idOf(next), idOf(shared));
    assert.deepEqual(await next.session.sql('select 2 as two').collect(), [{ two: 2 }]);
  });
});
