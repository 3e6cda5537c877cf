import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow, print, sql } from './graphs.ts';
import { TestService, type Client } from './support.ts';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

describe('what a run asks of Spark itself', () => {
  let service: TestService;
  let admin: Client;
  before(async () => {
    service = await TestService.start({ MILLRACE_ENGINE_MEMORY: '512m' });
    admin = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const run = async (client: Client, text: string, fields: Record<string, string>) => {
    const workflow = inARow('Asks', [people, sql(text), print]);
    const { json: workflowId } = await client.post('/api/v1/workflows', { projectId: 1, workflow });
    const { json: id, text: reply } = await client.post('/api/v1/workflow/execute', { workflowId, ...fields });
    const status = await client.waitForEnd(Number(id));
    const get = async (what: string) => (await client.get(`/api/v1/workflow-executions/${String(id)}${what}`)).text;
    const [record, log, results] = [await get(''), await get('/logs/view'), await get('/results')];
    return { status, record: JSON.parse(record) as Record<string, unknown>, log, results, said: reply };
  };

  test('is set for its session; what it cannot have is named in a warning, and texts in its queries stay texts', async () => {
    const { status, log, results, record } = await run(
      admin,
      `select current_timezone() as zone, '\${env:PATH}' as path, "age" as text from t`,
      {
        sparkConfig:
          '--conf spark.sql.session.timeZone=Europe/Rome --executor-memory 4g spark.executor.cores=2, spark.sql.warehouse.dir=/x spark.sql.variable.substitute=true spark.sql.ansi.doubleQuotedIdentifiers=true spark.sql.parquet.output.committer.class=Other spark.sql.adaptive.unheardOf=1',
      },
    );
    assert.equal(status, 'COMPLETED', log);
    assert.match(results, /"Europe\/Rome","\$\{env:PATH\}","age"/);
    assert.equal(record['engine'], 'spark', JSON.stringify(record));
    for (const [key, why] of [
      ['--executor-memory', 'is an option of spark-submit'],
      ['spark.executor.cores', 'cannot be set for a single run'],
      ['spark.sql.warehouse.dir', 'cannot be set for a single run'],
      ['spark.sql.ansi.doubleQuotedIdentifiers', 'cannot be set for a single run'],
      ['spark.sql.parquet.output.committer.class', 'cannot be set for a single run'],
      ['spark.sql.adaptive.unheardOf', 'is unknown to this Spark, or cannot be set for a single run: it is ignored'],
      ['spark.sql.variable.substitute', 'cannot be set for a single run'],
    ] as const)
      assert.ok(log.includes(`sparkConfig: ${key} ${why}`), `${key}\n${log}`);
    assert.doesNotMatch(log, /sparkConfig: spark.sql.session.timeZone/);
  });

  test('fails by name where Spark does not take it', async () => {
    const { status, log } = await run(admin, 'select * from t', { sparkConfig: 'spark.sql.shuffle.partitions=many' });
    assert.equal(status, 'FAILED');
    assert.match(log, /the Spark configuration cannot be used: .*many.*spark\.sql\.shuffle\.partitions/);
  });

  test('is told to be without effect on Sail, but for the time zone', async () => {
    const { status, log, results } = await run(admin, 'select current_timezone() as zone from t', {
      sparkConfig: 'millrace.engine=sail spark.sql.session.timeZone=Europe/Rome spark.sql.shuffle.partitions=7',
    });
    assert.equal(status, 'COMPLETED', log);
    assert.match(results, /Europe\/Rome/);
    assert.match(log, /sparkConfig: spark\.sql\.shuffle\.partitions is unknown to Sail/);
  });

  test('may be jars of the file space, for a superuser: one that is not there ends the run before its work', async () => {
    const ada = await service.addUser('ada');
    const members = [{ userId: ada.id, rights: ['VIEW', 'EDIT', 'EXECUTE'] }];
    assert.equal((await admin.put('/api/v1/projects/1/members', members)).status, 200);
    const hers = await run(ada, 'select * from t', { libJars: 'absent.jar' });
    assert.equal(hers.status, 'COMPLETED', hers.log);
    assert.match(hers.log, /libJars: "absent\.jar" is not passed to Spark: .* have a superuser run it/);
    const { status, log } = await run(admin, 'select * from t', { libJars: 'absent.jar' });
    if (service.service.context.sandbox === 'on') {
      assert.equal(status, 'FAILED');
      assert.match(log, /libJars: file not found: "absent\.jar"/);
      assert.doesNotMatch(log, /NodeSQL/);
    } else assert.match(log, /libJars: "absent\.jar" is not passed to Spark: engines run without a sandbox here/);
  });
});
