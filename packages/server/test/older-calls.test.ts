import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow } from './graphs.ts';
import { passwordOf, TestService, type Client } from './support.ts';

type Json = Record<string, unknown>;

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

describe('older calls of clients', () => {
  let service: TestService;
  let admin: Client;
  let analyst: Client;
  let workflow: number;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
    await service.makeUser('ada', ['ANALYST']);
    analyst = await service.signedIn('ada', passwordOf('ada'));
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\n');
    workflow = Number((await admin.post('/api/v1/workflows', { workflow: inARow('People', [people]) })).json);
  });
  after(() => service[Symbol.asyncDispose]());

  const execute = () => admin.post('/api/v1/workflow/execute', { workflowId: workflow });

  test('an administrator switches runs off and on again while the service runs', async () => {
    const enabled = async (): Promise<unknown> => (await analyst.get('/api/v1/workflows/execution-enable')).json;
    const set = (value: unknown) => admin.post('/api/v1/configurations', { name: 'executions.enabled', value });
    assert.equal(await enabled(), true);
    const stopped = Number((await execute()).json);
    await admin.post(`/api/v1/workflow-execution/${stopped}/kill`, {});

    assert.equal((await set(false)).status, 200);
    assert.equal(await enabled(), false);
    for (const refused of [
      await execute(),
      await admin.post(`/api/v1/create/workflowexecution/${workflow}`, {}),
      await admin.post(`/api/v1/workflow-executions/${stopped}/resume`, {}),
    ]) {
      assert.equal(refused.status, 409);
      assert.match(refused.text, /an administrator has switched runs off \(executions\.enabled is false\)/);
    }
    await service.restart();
    [admin, analyst] = [await service.signedIn(), await service.signedIn('ada', passwordOf('ada'))];
    assert.equal(await enabled(), false, 'a start changes nothing');

    assert.equal((await set('TRUE')).status, 200);
    assert.equal(await enabled(), true);
    assert.equal(await admin.ended(Number((await execute()).json)), 'COMPLETED');
  });

  test('settings can be sent back as they were read, and those of the environment stay what they are', async () => {
    const read = await admin.get('/api/v1/configurations');
    const all = read.json as Json[];
    assert.deepEqual(
      all.filter(({ isChangeable }) => isChangeable).map(({ name }) => name),
      ['executions.enabled'],
    );
    const sent = await admin.post('/api/v1/configurations', all);
    assert.equal(sent.status, 200, sent.text);
    assert.equal(sent.text, read.text);

    const half = [
      { name: 'executions.enabled', value: 'false' },
      { name: 'MILLRACE_PORT', value: '81' },
    ];
    const refused = await admin.post('/api/v1/configurations', half);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /MILLRACE_PORT is set by the environment of the service/);
    assert.equal((await admin.get('/api/v1/workflows/execution-enable')).json, true, 'all of them or none');

    const unknown = await admin.post('/api/v1/configurations', { name: 'colour', value: 'red' });
    assert.deepEqual([unknown.status, /no setting \\"colour\\"/.test(unknown.text)], [422, true]);
    const wrong = await admin.post('/api/v1/configurations', { name: 'executions.enabled', value: 'maybe' });
    assert.deepEqual([wrong.status, /\\"maybe\\" is none of its values: true, false/.test(wrong.text)], [422, true]);
    assert.equal((await analyst.post('/api/v1/configurations', half)).status, 403);
  });

  test('a setting that holds roles is shown as it is written', async () => {
    await service.restart({ MILLRACE_OIDC_ROLES: 'data=ANALYST,*=VIEWER' });
    [admin, analyst] = [await service.signedIn(), await service.signedIn('ada', passwordOf('ada'))];
    const all = (await admin.get('/api/v1/configurations')).json as Json[];
    assert.equal(all.find(({ name }) => name === 'MILLRACE_OIDC_ROLES')?.['value'], 'data=ANALYST,*=VIEWER');
  });

  test('what the service works out by itself is said, and what is set is not', async () => {
    const worked = async () =>
      new Map(
        ((await admin.get('/api/v1/configurations/infer')).json as { name: string; value: string }[]).map(
          ({ name, value }) => [name, value],
        ),
      );
    const open = await worked();
    assert.equal(open.get('MILLRACE_FILES'), service.files);
    assert.match(open.get('MILLRACE_ENGINE_MEMORY') ?? '', /^\d+m$/);
    assert.equal(open.get('MILLRACE_SANDBOX'), service.service.context.sandbox);
    assert.ok(Number(open.get('MILLRACE_WARM_ENGINES')) >= 1);

    await service.restart({ MILLRACE_ENGINE_MEMORY: '1g', MILLRACE_WARM_ENGINES: '1', MILLRACE_FILES: service.files });
    [admin, analyst] = [await service.signedIn(), await service.signedIn('ada', passwordOf('ada'))];
    const set = await worked();
    for (const name of ['MILLRACE_ENGINE_MEMORY', 'MILLRACE_WARM_ENGINES', 'MILLRACE_FILES'])
      assert.equal(set.has(name), false, name);
    assert.ok(Number(set.get('MILLRACE_SPARK_PROCESSES')) >= Number(open.get('MILLRACE_SPARK_PROCESSES')));
  });
});
