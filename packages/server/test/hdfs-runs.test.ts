import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sharedHdfs } from '@millrace/testkit/servers';
import type { Hdfs } from '../../webhdfs/test/hadoop/hdfs.ts';
import { csv, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { hdfsSpace } from './spaces.ts';
import { TestService, sharingSpark, type Client } from './support.ts';

const people = (path: string): NodeDraft => csv(path, ['name', 'age'], ['STRING', 'INTEGER']);
const save = (path: string, saveMode = 'Overwrite'): NodeDraft => ({
  nodeClass: 'save.NodeSaveParquet',
  fields: { path, saveMode },
});

describe('a service whose file space is on HDFS', () => {
  let hdfs: Hdfs;
  let space: Awaited<ReturnType<typeof hdfsSpace>>;
  let service: TestService;
  let admin: Client;
  let ada: Client;
  before(async () => {
    hdfs = await sharedHdfs();
    space = await hdfsSpace(hdfs, '/runs');
    service = await TestService.start({ ...space.environment, MILLRACE_ENGINE: 'sail' }, Date.now, sharingSpark());
    admin = await service.signedIn();
    ada = await service.addUser('ada');
    await space.write('/user/ada/people.csv', 'name,age\nAda,36\nBo,7\nCy,41\n');
    await space.write('/user/ben/secret.csv', 'name,age\nBen,1\n');
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
  });

  let projects = 0;
  const run = async (client: Client, nodes: readonly NodeDraft[]): Promise<{ id: number; status: string }> => {
    const { id: projectId } = (await client.post('/api/v1/projects', { name: `P${projects++}` })).json as {
      id: number;
    };
    const creation = await client.post('/api/v1/workflows', { workflow: inARow('On HDFS', nodes), projectId });
    assert.equal(creation.status, 200, creation.text);
    const answer = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
    assert.equal(answer.status, 200, answer.text);
    return { id: Number(answer.text), status: await client.waitForEnd(Number(answer.text)) };
  };
  const lastRows = async (client: Client, id: number): Promise<unknown> =>
    ((await client.get(`/api/v1/workflow-executions/${id}/results`)).json as { rows?: unknown }[]).findLast(
      ({ rows }) => rows !== undefined,
    )?.rows;
  const log = async (client: Client, id: number): Promise<string> =>
    (await client.get(`/api/v1/workflow-executions/${id}/logs/view`)).text;

  test('runs graphs that read there and save there, in the sandbox too', async () => {
    const graph = [
      people('/user/ada/people.csv'),
      sql('select * from t where age > 10'),
      save('/user/ada/out/old'),
      print,
    ];
    const first = await run(ada, graph);
    assert.equal(first.status, 'COMPLETED', await log(ada, first.id));
    assert.deepEqual(await lastRows(ada, first.id), [
      ['Ada', 36],
      ['Cy', 41],
    ]);
    assert.ok((await space.names('/user/ada/out/old')).includes('_SUCCESS'));
    assert.deepEqual(await space.names('/user/ada/out'), ['old']);
    const read: NodeDraft = {
      nodeClass: 'dataset.NodeDatasetParquet',
      type: 'dataset',
      fields: { path: 'user/ada/out/*' },
    };
    const second = await run(ada, [read, sql('select name from t order by name desc'), print]);
    assert.equal(second.status, 'COMPLETED', await log(ada, second.id));
    assert.deepEqual(await lastRows(ada, second.id), [['Cy'], ['Ada']]);
    const { remote } = service.service.context.files;
    // those who see the same have a folder, with one for each run that is at work
    for (const folder of [remote?.inputs ?? '', remote?.outputs ?? ''])
      for (const view of await readdir(folder)) assert.deepEqual(await readdir(join(folder, view)), []);
    assert.equal((await readdir(join(service.folder, 'home', 'copies'), { recursive: true })).length, 4);
  });

  test('hides the homes of others from runs', async () => {
    for (const nodes of [
      [people('/user/ben/secret.csv'), print],
      [people('/user/ada/people.csv'), save('/user/ben/out')],
    ]) {
      const { id, status } = await run(ada, nodes);
      assert.equal(status, 'FAILED');
      assert.match(await log(ada, id), /file not found: "\/user\/ben\//);
    }
    assert.equal((await run(admin, [people('/user/ben/secret.csv'), print])).status, 'COMPLETED');
  });

  test('tells what is in files, and shows rows while a graph is drawn: those that are there now', async () => {
    const schema = await ada.post('/api/v1/datasets/schema?path=/user/ada/people.csv');
    assert.equal(schema.status, 200, schema.text);
    assert.match(schema.text, /"age".*INTEGER/);
    const parquet = await ada.post('/api/v1/datasets/sample-data?path=/user/ada/out/old&datasetType=PARQUET');
    assert.equal(parquet.status, 200, parquet.text);
    assert.match(parquet.text, /Ada/);
    const listing = async (): Promise<unknown> => {
      const graph = inARow('Draft', [people('/user/ada/people.csv'), sql('select count(*) n from t'), print]);
      const { id: projectId } = ((await ada.get('/api/v1/projects')).json as { id: number }[])[0] ?? {};
      const answer = await ada.post(`/api/v1/workflows/nodes/2/execute?projectId=${projectId}`, graph);
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as { outputs: { rows: unknown }[] }).outputs[0]?.rows;
    };
    assert.deepEqual(await listing(), [[3]]);
    assert.deepEqual(await listing(), [[3]]);
    await space.superuser.remove('/runs/files/user/ada/people.csv', false);
    await space.write('/user/ada/people.csv', 'name,age\nAda,36\nBo,7\nCy,41\nDi,8\n');
    assert.deepEqual(await listing(), [[4]]);
  });

  test('says what to do when HDFS is in safe mode or gone, and goes on when it is back', async () => {
    await hdfs.tell('safemode on');
    try {
      const { id, status } = await run(ada, [people('/user/ada/people.csv'), save('/user/ada/safe')]);
      assert.equal(status, 'FAILED');
      assert.match(await log(ada, id), /the NameNode is in safe mode/);
    } finally {
      await hdfs.tell('safemode off');
    }
    assert.equal((await run(ada, [people('/user/ada/people.csv'), save('/user/ada/safe')])).status, 'COMPLETED');
  });
});
