import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { startRemoteSpark } from '@millrace/testkit/remote-spark';
import { startStandaloneCluster } from '@millrace/testkit/standalone-cluster';
import { until } from '@millrace/testkit/until';
import { csvNode, events, manifestOf, sqlNode, TestFolder, workflow, type Finished } from './support.ts';

const columns = { outputColNames: ['name', 'age'], outputColTypes: ['STRING', 'INTEGER'] };
const counting = workflow([
  csvNode('people.csv', columns),
  sqlNode('select count(*) as n, sum(age) as years from t'),
  { id: '3', nodeClass: 'fire.nodes.util.NodePrintFirstNRows' },
]);
const applicationIn = (done: Finished): Record<string, string> =>
  events(done).find(({ event }) => event === 'engine.application') as unknown as Record<string, string>;

test('a run on a Spark Connect server says where it is, and is named there', async () => {
  const remote = await startRemoteSpark();
  await using _ = remote.engine;
  await using folder = await TestFolder.make({ 'people.csv': 'name,age\nAda,36\n' });
  const file = await folder.workflow(counting);
  const call = ['run', file, '--engine', 'spark', '--spark-remote', remote.url];
  const done = await folder.run(...call, '--json');
  assert.equal(done.code, 0, done.stderr);
  const { applicationId = '', uiWebUrl, master = '', version } = applicationIn(done);
  assert.match(applicationId, /^local-\d{10,}$/);
  assert.equal(uiWebUrl, remote.page);
  assert.equal(version, remote.engine.version);
  const jobs = (await remote.ask(applicationId, 'jobs')) as { readonly jobTags: readonly string[] }[];
  assert.ok(jobs.some(({ jobTags }) => jobTags.some((tag) => tag.includes(`_User_${userInfo().username}_`))));
  const text = await folder.run(...call);
  assert.ok(text.stdout.includes(`application ${applicationId} on ${master}: ${remote.page}\n`), text.stdout);
});

test('a run on a standalone cluster has an application of its own there, which ends with it', async () => {
  await using cluster = await startStandaloneCluster();
  await using folder = await TestFolder.make({ 'people.csv': 'name,age\nAda,36\nBob,7\n' });
  const file = await folder.workflow(counting);
  const env = { MILLRACE_SPARK_CLUSTER_CONF: 'spark.executor.memory=512m', MILLRACE_ENGINE_MEMORY: '512m' };
  const done = await folder.runUnder({ env }, 'run', file, '--engine', 'spark', '--cluster', cluster.master, '--json');
  assert.equal(done.code, 0, done.stderr);
  const { applicationId = '', master } = applicationIn(done);
  assert.equal(master, cluster.master);
  const [table] = manifestOf(done).outputs;
  assert.ok(table?.type === 'table');
  assert.deepEqual(
    table.rows.map((row) => row.map(Number)),
    [[2, 43]],
  );
  await until(async () => (await cluster.state()).activeapps.length === 0);
  const { completedapps } = await cluster.state();
  assert.deepEqual(
    completedapps.map(({ id }) => id),
    [applicationId],
  );
  assert.deepEqual(await folder.leftovers(), []);
});
