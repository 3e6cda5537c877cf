import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fireSchedule } from '../src/schedules/fire.ts';
import { csv, inARow, print, type NodeDraft } from './graphs.ts';
import { TestService, type Answer, type Client } from './support.ts';

const text = 'id,name\n1,secret of ada\n';
const save = (path: string, saveMode: string): NodeDraft => ({
  nodeClass: 'save.NodeSaveParquet',
  type: 'transform',
  fields: { path, saveMode },
});

describe('homes of others', () => {
  let service: TestService;
  let ada: Client & { id: number };
  let ben: Client & { id: number };
  let admin: Client;
  before(async () => {
    service = await TestService.start();
    ada = await service.addUser('ada');
    ben = await service.addUser('ben');
    admin = await service.signedIn();
    for (const client of [ada, ben]) await client.get('/api/v1/hdfs');
    const members = [ada, ben].map(({ id: userId }) => ({ userId, rights: ['VIEW', 'EDIT', 'EXECUTE'] }));
    assert.equal((await admin.put('/api/v1/projects/1/members', members)).status, 200);
    await writeFile(join(service.files, 'user/ada/people.csv'), text);
    await writeFile(join(service.files, 'user/ben/people.csv'), 'id,name\n2,of ben\n');
    await symlink('../ada', join(service.files, 'user/ben/friend'));
    await symlink('../ada/people.csv', join(service.files, 'user/ben/link.csv'));
  });
  after(() => service[Symbol.asyncDispose]());

  test('go to nobody by the name alone: not to a new user of a name that somebody had, nor to one who takes it', async () => {
    const home = join(service.files, 'user/passing');
    const passing = await service.addUser('passing');
    await passing.get('/api/v1/hdfs');
    await writeFile(join(home, 'mine.csv'), text);
    assert.equal((await admin.delete(`/api/v1/users/${passing.id}`)).status, 200);
    const make = (username: string, more: Record<string, unknown> = {}) =>
      admin.post('/api/v1/users', { username, password: 'long enough', ...more });
    const refusal = await make('passing');
    assert.equal(refusal.status, 409);
    assert.match(refusal.text, new RegExp(`/user/passing\\\\" holds files of a former user .*\\(id ${passing.id}\\)`));
    assert.equal((await make('ben', { id: ben.id, username: 'passing' })).status, 409);
    const query = 'sourceFilePath=/user/passing/mine.csv&destinationFilePath=/user/admin/mine.csv';
    await admin.get('/api/v1/hdfs');
    assert.equal((await admin.get(`/api/v1/hdfs/files/move?${query}`)).status, 200);
    assert.equal((await make('passing')).status, 200, 'an empty home is nobody’s');
    // who takes another name leaves the home behind, and gets it back with the name
    const renamed = await service.addUser('first-name');
    await renamed.get('/api/v1/hdfs');
    await writeFile(join(service.files, 'user/first-name/mine.csv'), text);
    const rename = (username: string) => admin.post('/api/v1/users', { id: renamed.id, username });
    assert.equal((await rename('second-name')).status, 200);
    assert.equal((await make('first-name')).status, 409);
    assert.equal((await rename('first-name')).status, 200);
    assert.equal((await renamed.get('/api/v1/users/me')).status, 200);
    assert.equal((await make('second-name')).status, 200, 'there is no such home');
  });

  /** Runs nodes for a user: how it ended, why, and all that its results and log say. */
  const run = async (client: Client, ...nodes: NodeDraft[]) => {
    const workflow = inARow('Homes', nodes);
    const { json: workflowId } = await client.post('/api/v1/workflows', { projectId: 1, workflow });
    const { json: id, text: reply } = await client.post('/api/v1/workflow/execute', { workflowId });
    const status = await client.waitForEnd(Number(id));
    assert.match(status, /COMPLETED|FAILED/, reply);
    const results = (await client.get(`/api/v1/workflow-executions/${String(id)}/results`)).text;
    return { status, all: results + (await client.get(`/api/v1/workflow-executions/${String(id)}/nodes`)).text };
  };
  const read = (path: string) => csv(path, ['id', 'name'], ['INTEGER', 'STRING']);

  const ways = [
    '/user/ada/people.csv',
    'user/ada/people.csv',
    '/user/ada',
    '/user/ben/../ada/people.csv',
    '/user/ben/friend/people.csv',
    '/user/ben/link.csv',
    'file:/user/ada/people.csv',
    '/user/ada/people.csv/below',
    '/user/ad?/people.csv',
    '/user/{ada,eve}/*.csv',
  ];
  const whole = () => join(service.files, 'user/ada/people.csv');

  test('are not there for runs of somebody else, by whatever way', async () => {
    for (const path of [...ways, whole()]) {
      const { status, all } = await run(ben, read(path), print);
      assert.equal(status, 'FAILED', path);
      assert.doesNotMatch(all, /secret of ada/, path);
      assert.match(all, /file not found|no file matches/, path);
    }
    const own = await run(ada, read('/user/ada/people.csv'), print);
    assert.equal(own.status, 'COMPLETED');
    assert.match(own.all, /secret of ada/);
    const superuser = await run(admin, read('/user/ada/people.csv'), print);
    assert.match(superuser.all, /secret of ada/, 'a superuser sees all');
  });

  test('are not there for somebody else who runs, goes on with or draws what their owner has computed', async () => {
    const nodes = [read('/user/ada/people.csv'), print];
    const workflow = inARow('Homes', nodes);
    const { json: workflowId } = await ada.post('/api/v1/workflows', { projectId: 1, workflow });
    for (const [client, end] of [
      [ada, 'COMPLETED'],
      [ben, 'FAILED'],
      [ada, 'COMPLETED'],
      [ben, 'FAILED'],
    ] as const) {
      const { json: id } = await client.post('/api/v1/workflow/execute', { workflowId });
      assert.equal(await client.waitForEnd(Number(id)), end);
      if (client === ben)
        assert.doesNotMatch((await ben.get(`/api/v1/workflow-executions/${String(id)}/results`)).text, /secret of ada/);
    }
    for (const path of ['workflows/nodes/2/execute', 'workflows/nodes/1/execute', 'nodes/2/schema/input']) {
      const answer = await ada.post(`/api/v1/${path}?projectId=1`, workflow);
      assert.equal(answer.status, 200, answer.text);
      const hidden = await ben.post(`/api/v1/${path}?projectId=1`, workflow);
      assert.equal(hidden.status, 422, hidden.text);
      assert.match(hidden.text, /file not found/);
      assert.doesNotMatch(hidden.text, /secret of ada/);
    }
  });

  /** Fires a schedule now, and returns how its run ended, and all that it says. */
  const fire = async (id: number) => {
    const { context } = service.service;
    const due = Date.now() - 1;
    const { db } = context;
    // as the scheduler does it, in a transaction: no other process comes between
    const [fired] = await db.transaction().execute(async (tx) => {
      await tx.updateTable('schedules').set({ nextFireAt: due }).where('id', '=', id).execute();
      return fireSchedule({ ...context, db: tx }, id, 'UTC');
    });
    assert.equal(fired?.outcome, 'FIRED', fired?.message ?? '');
    context.runs.wake();
    const run = String(fired?.executionId);
    const status = await admin.waitForEnd(Number(run));
    const record = (await admin.get(`/api/v1/workflowExecution/${run}`)).json as { message: string | null };
    return {
      status,
      message: record.message,
      results: (await admin.get(`/api/v1/workflow-executions/${run}/results`)).text,
    };
  };
  const schedule = async (client: Client, analysisFlowId: unknown): Promise<number> => {
    const body = { analysisFlowId, name: 'yearly', fireEvery: 'CRON', cronPattern: '0 0 0 1 1 ?' };
    const answer = await client.post('/api/v1/workflow-schedules', body);
    assert.equal(answer.status, 200, answer.text);
    return (answer.json as { id: number }).id;
  };

  test('are not read by a schedule of their owner through what somebody else has saved since', async () => {
    const harmless = inARow('Scheduled', [read('/user/ada/people.csv'), print]);
    for (const owner of [ada, admin]) {
      const { json: workflowId } = await owner.post('/api/v1/workflows', { projectId: 1, workflow: harmless });
      const id = await schedule(owner, workflowId);
      const own = await fire(id);
      assert.equal(own.status, 'COMPLETED', own.message ?? '');
      assert.match(own.results, /secret of ada/);
      for (const path of [
        '/user/ada/people.csv',
        '/user/*/people.csv',
        '/user/ben/friend/people.csv',
        '/user/ada/absent.csv',
      ]) {
        const workflow = inARow('Scheduled', [read(path), print]);
        const update = await ben.put('/api/v1/workflows', { analysisflowId: workflowId, workflow });
        assert.equal(update.status, 200, update.text);
        const { status, message, results } = await fire(id);
        assert.doesNotMatch(results, /secret of ada/, path);
        if (owner === admin && path.includes('*')) continue;
        assert.equal(status, 'FAILED', path);
        assert.match(
          message ?? '',
          /^node 1 .*: (file not found:|no file matches) "\/user\/.*ben, who last saved.* can review/,
        );
        assert.ok(message?.includes(`"${path}"`), message ?? '');
      }
      // who has looked at it and saves it stands for it
      const update = await owner.put('/api/v1/workflows', { analysisflowId: workflowId, workflow: harmless });
      assert.equal(update.status, 200, update.text);
      assert.match((await fire(id)).results, /secret of ada/);
    }
  });

  test('are not written by such a schedule either, nor read through a dataset that somebody else has saved', async () => {
    const creation = await ada.post('/dataset/save', {
      name: 'Scheduled',
      projectId: 1,
      path: '/user/ada/people.csv',
      header: true,
      delimiter: ',',
      datasetType: 'CSV',
      datasetSchema: {
        colNames: ['id', 'name'],
        colTypes: ['INTEGER', 'STRING'],
        colFormats: ['', ''],
        colMLTypes: ['', ''],
      },
    });
    const datasetId = Number(creation.headers.get('x-dataset-id'));
    const { uuid } = (await ada.get(`/api/v1/datasets/${datasetId}`)).json as { uuid: string };
    const node = { nodeClass: 'dataset.NodeDatasetStructured', type: 'dataset', fields: { dataset: uuid } };
    const { json: workflowId } = await ada.post('/api/v1/workflows', {
      projectId: 1,
      workflow: inARow('By dataset', [node, print]),
    });
    const id = await schedule(ada, workflowId);
    const own = await fire(id);
    assert.match(own.results, /secret of ada/, own.message ?? '');
    const record = (await ben.get(`/api/v1/datasets/${datasetId}`)).json as object;
    const saved = await ben.post('/dataset/save', { ...record, description: 'of ben' });
    assert.equal(saved.status, 200, saved.text);
    const { status, results, message } = await fire(id);
    assert.equal(status, 'FAILED');
    assert.doesNotMatch(results, /secret of ada/);
    assert.match(message ?? '', /ben, who last saved/);

    const writes = inARow('Writes', [read('/user/ben/people.csv'), save('/user/ada/from-ben', 'Overwrite')]);
    const { json: other } = await admin.post('/api/v1/workflows', { projectId: 1, workflow: writes });
    const scheduleId = await schedule(admin, other);
    assert.equal((await ben.put('/api/v1/workflows', { analysisflowId: other, workflow: writes })).status, 200);
    assert.equal((await fire(scheduleId)).status, 'FAILED');
    assert.ok(!existsSync(join(service.files, 'user/ada/from-ben')));
  });

  test('are not read by such a schedule through a variable that somebody else has set', async () => {
    const creation = await ada.post('/api/v1/variables', { projectId: 1, name: 'place', value: 'ada' });
    assert.equal(creation.status, 201, creation.text);
    const { id: variable } = creation.json as { id: number };
    const workflow = inARow('By variable', [read('/user/$place/people.csv'), print]);
    const { json: workflowId } = await ada.post('/api/v1/workflows', { projectId: 1, workflow });
    const id = await schedule(ada, workflowId);
    const own = await fire(id);
    assert.match(own.results, /secret of ada/, own.message ?? '');
    const set = async (client: Client, value: string): Promise<void> =>
      assert.equal((await client.put(`/api/v1/variables/${variable}`, { value })).status, 200);
    await set(ben, 'ada/../ada');
    const { status, results, message } = await fire(id);
    assert.equal(status, 'FAILED');
    assert.doesNotMatch(results, /secret of ada/);
    assert.match(message ?? '', /ben, who last saved/);
    await set(ada, 'ada');
    // one that the run does not name is nothing to it
    await ben.post('/api/v1/variables', { projectId: 1, name: 'elsewhere_of_ben', value: 'x' });
    assert.match((await fire(id)).results, /secret of ada/);
  });

  test('are left out of what a pattern finds', async () => {
    const { status, all } = await run(ben, read('/user/*/people.csv'), print);
    assert.equal(status, 'COMPLETED');
    assert.match(all, /of ben/);
    assert.doesNotMatch(all, /secret of ada/);
  });

  test('are told from what is not there by no word', async () => {
    const why = async (path: string) => {
      const answer = await ben.post(`/api/v1/datasets/sample-data?path=${encodeURIComponent(path)}`);
      assert.equal(answer.status, 422, path);
      return answer.text.replaceAll(path, 'PATH');
    };
    const absent = await why('/user/nobody/people.csv');
    assert.match(absent, /file not found/);
    for (const path of ['/user/ada/people.csv', '/user/ada/absent.csv', '/user/ada', '/user/ada/people.csv/below'])
      assert.equal(await why(path), absent, path);
  });

  test('are written to by nobody else, nor is the folder of all of them replaced', async () => {
    const before_ = (await Array.fromAsync(glob('**', { cwd: service.files }))).sort();
    for (const path of ['/user/ada/out', '/user/ada', '/user/new/out', '/user/ben/friend/out', '/user', 'user/'])
      for (const mode of ['Overwrite', 'Append']) {
        const { status, all } = await run(ben, read('/user/ben/people.csv'), save(path, mode));
        assert.equal(status, 'FAILED', `${path}: ${all}`);
      }
    assert.equal((await run(admin, read('/user/ben/people.csv'), save('/user', 'Overwrite'))).status, 'FAILED');
    assert.deepEqual((await Array.fromAsync(glob('**', { cwd: service.files }))).sort(), before_);
    assert.equal(await readFile(whole(), 'utf8'), text);
    assert.equal(
      (await run(ben, read('/user/ben/people.csv'), save('/user/ben/out', 'Overwrite'))).status,
      'COMPLETED',
    );
    assert.ok(existsSync(join(service.files, 'user/ben/out')));
  });

  test('are not looked into through datasets, saved or not', async () => {
    const says = (answer: Answer, status: number): void => {
      assert.equal(answer.status, status, answer.text);
      assert.doesNotMatch(answer.text, /secret of ada/);
    };
    await mkdir(join(service.files, 'user/ada/deep'), { recursive: true });
    await writeFile(join(service.files, 'user/ada/deep/rows.parquet'), 'PAR1');
    for (const path of [...ways, whole(), '/user/ada/deep/rows.parquet'])
      for (const call of ['sample-data', 'schema'])
        says(await ben.post(`/api/v1/datasets/${call}?path=${encodeURIComponent(path)}&datasetType=CSV`), 422);
    assert.match((await ada.post('/api/v1/datasets/sample-data?path=/user/ada/people.csv')).text, /secret of ada/);
    const record = { name: 'Of Ada', path: '/user/ada/people.csv', header: true, delimiter: ',', projectId: 1 };
    const id = (await ada.post('/dataset/save', record)).headers.get('x-dataset-id');
    assert.match((await ada.get(`/api/v1/datasets/${id}`)).text, /secret of ada/);
    const answer = await ben.get(`/api/v1/datasets/${id}`);
    says(answer, 200);
    assert.match((answer.json as { sampleProblem: string }).sampleProblem, /file not found/);
  });

  test('looking at files needs the permission to read them', async () => {
    await admin.post('/api/v1/roles', { name: 'Names only', permissions: ['datasets.view'] });
    const id = await service.makeUser('cyd', ['Names only']);
    const cyd = await service.signedIn('cyd', 'cyd password');
    await writeFile(join(service.files, 'open.csv'), 'id\nopen to all\n');
    for (const call of ['sample-data', 'schema'])
      assert.equal((await cyd.post(`/api/v1/datasets/${call}?path=open.csv`)).status, 403);
    await admin.put('/api/v1/projects/1/members', [{ userId: id, rights: ['VIEW'] }]);
    const creation = await admin.post('/dataset/save', { name: 'Open', path: 'open.csv', header: true, projectId: 1 });
    const answer = await cyd.get(`/api/v1/datasets/${creation.headers.get('x-dataset-id')}`);
    assert.equal(answer.status, 200);
    assert.doesNotMatch(answer.text, /open to all/);
    assert.match((answer.json as { sampleProblem: string }).sampleProblem, /requires the permission data\.view/);
  });
});

test('a file space in which no home can be made serves what it holds', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-files-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'people.csv'), text);
  // no folder can be made below it, whichever user the service runs as
  await writeFile(join(folder, 'user'), '');
  await using service = await TestService.start({ MILLRACE_FILES: folder });
  const client = await service.signedIn();
  const listing = await client.get('/api/v1/hdfs/dir/open?path=/');
  assert.equal(listing.status, 200, listing.text);
  assert.match(listing.text, /people\.csv/);
  assert.equal((await client.get('/api/v1/hdfs/files/open?path=/people.csv')).text, text);
  assert.equal((await client.get('/api/v1/hdfs/user/home-dir')).text, '/user/admin');
  assert.equal((await client.get('/api/v1/hdfs')).status, 404);
});

test('a home that its owner has deleted is there again with the next call', async () => {
  await using service = await TestService.start();
  const client = await service.signedIn();
  assert.equal((await client.get('/api/v1/hdfs/dir/open?path=/user/admin')).status, 200);
  assert.equal((await client.delete('/api/v1/hdfs/files/delete?path=/user/admin')).status, 200);
  assert.equal((await client.get('/api/v1/hdfs/dir/open?path=/user/admin')).status, 200);
});

test('the service opens the file space for somebody everywhere', async () => {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const opening: string[] = [];
  const opened = new Set<string>();
  for (const name of files) {
    const constructions = [
      ...(await readFile(join(source, name), 'utf8')).matchAll(/new (LocalFiles|\w*FileSpace)\(/g),
    ];
    if (constructions.length > 0) opening.push(name);
    for (const [, kind = ''] of constructions) opened.add(kind);
  }
  // names that are there: the look at the sources would find no others
  assert.deepEqual([...opened].sort(), ['LocalFileSpace', 'LocalFiles', 'RemoteFileSpace']);
  // the second one looks at the form of a path alone
  assert.deepEqual(opening.sort(), ['datasets/check.ts', 'files/home.ts'], 'use filesOf and spaceOf of files/home.ts');
});
