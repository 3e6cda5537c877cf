import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { vaultOf } from '../src/access/vault.ts';
import { openSecrets } from '../src/connections/records.ts';
import { readSettings } from '../src/index.ts';
import { passwordOf, TestService, type Client } from './support.ts';

type Json = Record<string, unknown>;

describe('connections and variables', () => {
  let service: TestService;
  let admin: Client;
  let analyst: Client;
  let projectId: number;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
    await service.makeUser('ana', ['ANALYST']);
    analyst = await service.signedIn('ana', passwordOf('ana'));
    projectId = Number(((await analyst.post('/api/v1/projects', { name: 'Of Ana' })).json as Json)['id']);
  });
  after(() => service[Symbol.asyncDispose]());

  const stored = (id: number) =>
    service.service.context.db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const secretsOf = async (id: number) => openSecrets(service.service.context, await stored(id));

  test('a connection keeps what it is given, and never gives its secrets back', async () => {
    const body = {
      projectId,
      name: 'warehouse',
      category: 'JDBC',
      url: 'jdbc:postgresql://db/x',
      username: 'ana',
      password: 'hunter2-unique',
      options: { apiKey: 'key-unique', fetchSize: 100 },
      properties: [
        { key: 'ssl', value: 'true' },
        { key: 'trustPassword', value: 'trust-unique', note: 1 },
      ],
    };
    const creation = await analyst.post('/api/v1/connections', body);
    assert.equal(creation.status, 201, creation.text);
    const id = Number((creation.json as Json)['id']);
    const answers = [
      creation,
      await analyst.get(`/api/v1/connections/${id}`),
      await analyst.get('/api/v1/connections'),
      await analyst.get('/api/v1/connections/loggedInUser'),
      await analyst.get('/api/v1/connections/categories/JDBC'),
      await analyst.get(`/api/v1/connections/projects/${projectId}`),
    ];
    for (const { text } of answers) {
      assert.match(text, /"url":"jdbc:postgresql:\/\/db\/x"/);
      assert.doesNotMatch(text, /unique/);
    }
    assert.deepEqual((creation.json as Json)['secretFields'], ['options.apiKey', 'password', 'properties[1].value']);
    assert.deepEqual((creation.json as Json)['options'], { fetchSize: 100 });
    const row = await stored(id);
    assert.doesNotMatch(JSON.stringify(row), /unique/);
    assert.equal((await secretsOf(id))['password'], 'hunter2-unique');
    assert.throws(() => openSecrets(service.service.context, { ...row, id: id + 1 }), 'opened as another one');
    assert.throws(() => openSecrets({ vault: vaultOf('x'.repeat(32)) }, row), 'opened with another key');
    assert.equal((await analyst.get('/api/v1/connections/name/warehouse/isUnique')).text, 'false');
    assert.equal((await analyst.get('/api/v1/connections/name/other/isUnique')).text, 'true');
    assert.equal((await analyst.post('/api/v1/connections', body)).status, 409);
    await service.restart();
    admin = await service.signedIn();
    analyst = await service.signedIn('ana', passwordOf('ana'));
    assert.equal((await secretsOf(id))['password'], 'hunter2-unique', 'the key outlives the process');
  });

  test('secrets stay when the record is written back, and must be given again for another place', async () => {
    const creation = await analyst.post('/api/v1/connections', {
      projectId,
      name: 'lake',
      url: 'https://one',
      password: 'first',
    });
    const record = creation.json as Json & { id: number };
    const put = (more: Json) => analyst.put(`/api/v1/connections/${record.id}`, { ...record, ...more });
    assert.equal((await put({ name: 'lake 2', description: 'about', password: '' })).status, 200);
    assert.deepEqual(await secretsOf(record.id), { password: 'first' });
    assert.equal((await put({ url: 'https://evil' })).status, 422);
    assert.equal((await put({ url: 'https://two', password: 'second' })).status, 200);
    assert.deepEqual(await secretsOf(record.id), { password: 'second' });
    assert.equal((await put({ url: 'https://evil', password: null })).status, 200);
    assert.deepEqual(await secretsOf(record.id), {});
    assert.equal((await put({ url: 'jdbc:x://ana:pw@db' })).status, 422);
    assert.equal((await put({ url: 'jdbc:x://db?user=a&password=b' })).status, 422);
    assert.equal((await analyst.delete(`/api/v1/connections/${record.id}`)).status, 200);
    assert.equal((await analyst.get(`/api/v1/connections/${record.id}`)).status, 404);
  });

  test('who is no member does not see a project’s connections and variables; what all share needs more', async () => {
    await service.makeUser('other', ['ANALYST']);
    const other = await service.signedIn('other', passwordOf('other'));
    for (const kind of ['connections', 'variables']) {
      const body = { projectId, name: 'mine', value: 'x' };
      const creation = await analyst.post(`/api/v1/${kind}`, body);
      assert.equal(creation.status, 201, creation.text);
      const { id } = creation.json as { id: number };
      const all = (await admin.post(`/api/v1/${kind}`, { name: 'shared', value: 'y' })).json as { id: number };
      assert.equal((await admin.post(`/api/v1/${kind}`, { name: 'shared', value: 'z' })).status, 409);
      const url = `/api/v1/${kind}/${id}`;
      assert.deepEqual(
        [
          (await other.get(url)).status,
          (await other.put(url, body)).status,
          (await other.delete(url)).status,
          (await other.post(`/api/v1/${kind}`, { ...body, name: 'more' })).status,
          (await other.post(`/api/v1/${kind}`, { ...body, projectId: null })).status,
          (await other.get(`/api/v1/${kind}/${all.id}`)).status,
          (await other.put(`/api/v1/${kind}/${all.id}`, { name: 'shared', value: 'x' })).status,
        ],
        [404, 404, 404, 404, 403, 200, 403],
        kind,
      );
      const rows = (await other.get(`/api/v1/${kind}`)).json as { id: number }[];
      assert.deepEqual(
        rows.map((one) => one.id),
        [all.id],
      );
    }
    assert.deepEqual(
      ((await analyst.get('/api/v1/connections/global')).json as Json[]).map((one) => one['name']),
      ['shared'],
    );
  });

  test('a variable has a key of letters, digits and _', async () => {
    const post = async (name: string) =>
      (await analyst.post('/api/v1/variables', { projectId, name, value: '1' })).status;
    assert.deepEqual([await post('a_1'), await post('a-1'), await post(''), await post('a_1')], [201, 400, 400, 409]);
    const variables = (await analyst.get(`/api/v1/variables?projectId=${projectId}`)).json as Json[];
    const a1 = variables.find((one) => one['name'] === 'a_1');
    const update = await analyst.put(`/api/v1/variables/${String(a1?.['id'])}`, { value: '2' });
    assert.equal((update.json as Json)['value'], '2');
    assert.ok(
      variables.some((one) => one['projectId'] === null),
      'those of all projects hold in each',
    );
    assert.equal((await analyst.delete(`/api/v1/variables/${String(a1?.['id'])}`)).status, 200);
  });

  test('a run takes what it is given, else the variable of its project, else that of all', async () => {
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
    const fields = [
      ['path', '$file'],
      ['separator', ','],
      ['header', 'true'],
      ['outputColNames', '["name","age"]'],
      ['outputColTypes', '["STRING","INTEGER"]'],
      ['outputColFormats', '["",""]'],
    ].map(([name, value]) => ({ name, value }));
    const nodeClass = 'fire.nodes.dataset.NodeDatasetCSV';
    const workflow = {
      name: 'By variable',
      nodes: [{ id: '1', name: 'People', type: 'dataset', nodeClass, fields }],
      edges: [],
    };
    const { json: workflowId } = await analyst.post('/api/v1/workflows', { projectId, workflow });
    const run = async (programParameters = ''): Promise<string> => {
      const { json: id } = await analyst.post('/api/v1/workflow/execute', { workflowId, programParameters });
      return analyst.waitForEnd(Number(id));
    };
    await admin.post('/api/v1/variables', { name: 'file', value: 'people.csv' });
    assert.equal(await run(), 'COMPLETED');
    await analyst.post('/api/v1/variables', { projectId, name: 'file', value: 'absent.csv' });
    assert.equal(await run(), 'FAILED');
    assert.equal(await run('--var file=people.csv'), 'COMPLETED');
  });

  test('the key lies in the state folder for its owner alone, or is the one that is set', () => {
    const path = join(service.service.context.settings.home, 'secret.key');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.ok(readFileSync(path, 'utf8').trim().length >= 32);
    assert.throws(
      () => readSettings({ MILLRACE_SECRET_KEY: 'too short' }),
      /^Error: MILLRACE_SECRET_KEY must have at least 32 characters$/,
    );
  });
});
