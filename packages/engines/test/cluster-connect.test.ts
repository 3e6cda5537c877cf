import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { freePort, startRemoteSpark, type RemoteSpark } from '@millrace/testkit/remote-spark';
import { answerUntil } from '@millrace/testkit/until';
import { SPARK_VERSION } from '@millrace/toolchain';
import { uiAddressIn } from '../src/cluster/application.ts';
import { requireVersion } from '../src/cluster/connect-to.ts';
import { tagOf, withTag } from '../src/cluster/operation-tags.ts';
import { EngineHost } from '../src/host/host.ts';

test("the address of Spark's page is what the driver's configuration says, and nothing else", () => {
  const address = (config: Readonly<Record<string, string>>) => uiAddressIn(new Map(Object.entries(config)));
  const driver = { 'spark.driver.host': 'node-7', 'spark.app.id': 'app-1' };
  assert.equal(address(driver), 'http://node-7:4040');
  assert.equal(address({ ...driver, 'spark.ui.port': '5050' }), 'http://node-7:5050');
  assert.equal(address({ ...driver, 'spark.ui.port': '0' }), '');
  assert.equal(address({ ...driver, 'spark.ui.enabled': 'false' }), '');
  assert.equal(address({}), '');
  const onYarn = { ...driver, 'spark.ui.port': '0', 'spark.driver.appUIAddress': 'http://node-7:38211' };
  assert.equal(address(onYarn), 'http://node-7:38211');
  assert.equal(address({ ...driver, 'spark.driver.appUIAddress': 'javascript:alert(1)' }), '');
  const proxied = { ...driver, 'spark.ui.reverseProxy': 'true', 'spark.ui.reverseProxyUrl': 'https://spark.example/' };
  assert.equal(address(proxied), 'https://spark.example/proxy/app-1');
});

test('a Spark that is too old is refused with its version, its address and a remedy', () => {
  for (const version of ['4.0.0', '4.1.2', '4.3.0', '5.0.0-SNAPSHOT', '', 'unknown']) requireVersion(version, 'host:1');
  for (const version of ['3.5.6', '2.4.8'])
    assert.throws(
      () => requireVersion(version, 'host:15002'),
      new RegExp(`the server at host:15002 is Spark ${version}, which is too old: use a server of Spark 4.0 or newer`),
    );
});

test('a tag has no commas and an end', () => {
  assert.equal(tagOf('node 3 Join, outer\n'), 'node 3 Join outer');
  assert.equal(tagOf(','), '-');
  assert.equal(tagOf('x'.repeat(500)).length, 100);
});

describe('a session on a Spark Connect server of others', () => {
  let remote: RemoteSpark;
  let host: EngineHost;
  before(async () => {
    remote = await startRemoteSpark();
    host = new EngineHost({ sparkRemote: remote.url });
  });
  after(async () => {
    await host.close();
    await remote.engine.stop();
  });

  test('knows its application, and names user, workflow, run and node on its page', async () => {
    const sessionId = randomUUID();
    const labels = {
      user: 'ada, the first',
      sessionId,
      description: 'workflow Sales, run 17',
      tags: ['workflow Sales, all', 'run 17'],
    };
    await using opened = await host.open('spark', { labels });
    const { session, application, pid } = opened;
    assert.equal(pid, undefined);
    assert.ok(application !== undefined);
    assert.match(application.applicationId, /^local-\d+$/);
    assert.equal(application.uiWebUrl, remote.page);
    assert.match(application.master, /^local\[\d+\]$/);
    assert.equal(application.version, SPARK_VERSION);
    assert.equal(session.sessionId, sessionId);
    const count = (rows: number) => session.range(0, rows, 1, 2).groupBy('id').count().count();
    const counts = await Promise.all([
      withTag('node 3 Join, left', () => count(10)),
      withTag('node 4 Group', () => count(20)),
      count(30),
    ]);
    assert.deepEqual(counts, [10, 20, 30]);
    const jobs = (await answerUntil(
      () => remote.ask(application.applicationId, 'jobs'),
      (answer) => (answer as unknown[]).length >= 6,
    )) as { readonly name: string; readonly description: string; readonly jobTags: readonly string[] }[];
    assert.deepEqual(new Set(jobs.map(({ description }) => description)), new Set(['workflow Sales, run 17']));
    const prefix = `SparkConnect_SessionTag_User_ada the first_Session_${sessionId}_Tag_`;
    const tagsOf = ({ jobTags }: (typeof jobs)[number]): string =>
      jobTags
        .flatMap((tag) => (tag.startsWith(prefix) ? [tag.slice(prefix.length)] : []))
        .toSorted()
        .join('; ');
    assert.deepEqual(
      new Set(jobs.map(tagsOf)),
      new Set([
        'node 3 Join left; run 17; workflow Sales all',
        'node 4 Group; run 17; workflow Sales all',
        'run 17; workflow Sales all',
      ]),
    );
  });

  test('works for the user of the system if nobody else is named', async () => {
    await using opened = await host.open('spark');
    assert.equal(opened.session.client.remote.userId, userInfo().username);
    const named = new EngineHost({ sparkRemote: `${remote.url};user_id=service` });
    await using fixed = await named.open('spark', { labels: { user: 'ada' } });
    assert.equal(fixed.session.client.remote.userId, 'service');
  });

  test('ends its work when it is killed, and leaves the server to others', async () => {
    const opened = await host.open('spark', { labels: { user: 'ada' } });
    await using other = await host.open('spark', { labels: { user: 'bob' } });
    const endless = opened.session
      .range(0, 1_000_000, 1, 1)
      .crossJoin(opened.session.range(0, 1_000_000, 1, 1))
      .groupBy()
      .count();
    const lost = assert.rejects(endless.collect());
    const { applicationId } = opened.application ?? assert.fail('no application');
    const active = async (): Promise<number> =>
      ((await remote.ask(applicationId, 'jobs?status=running')) as unknown[]).length;
    await answerUntil(active, (jobs) => jobs > 0);
    opened.kill();
    await lost;
    await answerUntil(active, (jobs) => jobs === 0);
    assert.deepEqual(await other.session.sql('select 1 as one').collect(), [{ one: 1 }]);
    await opened.leave();
  });

  test('is there or is not, which the state says', async () => {
    assert.equal(await host.clusterState(), 'RUNNING');
    const nowhere = new EngineHost({ sparkRemote: `sc://127.0.0.1:${await freePort()}` });
    assert.equal(await nowhere.clusterState(), 'UNREACHABLE');
    await assert.rejects(
      nowhere.open('spark'),
      /spark cannot be used: the engine at 127\.0\.0\.1:\d+ cannot be reached/,
    );
  });
});
