import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { zipTwice, unzip, zipFiles } from './archives.ts';
import { inARow, print } from './graphs.ts';
import { passwordOf, TestService, type Answer, type Client } from './support.ts';

type Json = Record<string, unknown>;

const ok = (answer: Answer): Json => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json as Json;
};

async function exportOf(client: Client, ids: string, body: Json = {}): Promise<Buffer> {
  const response = await client.download(`/api/v1/projects/export?projectIds=${ids}`, body);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/zip');
  return Buffer.from(await response.arrayBuffer());
}

function send(client: Client, archive: Buffer, headers: Record<string, string> = {}, path = 'import'): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)]), 'projects.zip');
  return client.send('POST', `/api/v1/projects/${path}`, form, headers);
}

/** A project with a dataset, a workflow that reads it, a schedule of that, a dashboard of its rows and a variable. */
async function makeProject(client: Client, name: string): Promise<number> {
  const { id: projectId } = (await client.post('/api/v1/projects', { name, description: 'about', tag: 'a tag' }))
    .json as { id: number };
  const creation = await client.post('/api/v1/datasets', {
    projectId,
    name: 'People / all',
    path: '/people.csv',
    delimiter: ',',
    header: true,
    datasetType: 'CSV',
    datasetSchema: '{"colNames":["name","age"],"colTypes":["STRING","INTEGER"],"colFormats":["",""]}',
    ownKey: 'kept',
  });
  assert.equal(creation.status, 200, creation.text);
  const [dataset] = (await client.get(`/api/v1/datasets?projectId=${projectId}`)).json as { uuid: string }[];
  assert.ok(dataset);
  const workflow = inARow('Grown ups', [
    { nodeClass: 'dataset.NodeDatasetStructured', type: 'dataset', fields: { dataset: dataset.uuid } },
    { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'age >= $least' } },
    print,
  ]);
  const workflowId = (await client.post('/api/v1/workflows', { projectId, workflow })).json;
  await client.post('/api/v1/variables', { projectId, name: 'least', value: '18' });
  const schedule = { analysisFlowId: workflowId, name: 'Nightly', fireEvery: 'DAILY', hour: 2, ownKey: { kept: [1] } };
  ok(await client.post('/api/v1/workflow-schedules', schedule));
  const items = [{ id: 1, type: 'TABLE', nodeId: '3', workflowId: String(workflowId), x: '0', y: '0' }];
  const dashboard = { name: 'Board', sheets: [{ idx: '0', type: 'GRID', items }] };
  assert.equal((await client.post(`/api/v1/dashboards?projectId=${projectId}`, dashboard)).status, 200);
  return projectId;
}

const idsOf = async (client: Client, kind: string, projectId: number): Promise<number[]> =>
  ((await client.get(`/api/v1/${kind}?projectId=${projectId}`)).json as { id: number; projectId: number }[])
    .filter((one) => one.projectId === projectId)
    .map(({ id }) => id);

describe('a project as an archive', () => {
  let service: TestService;
  let admin: Client;
  let projectId: number;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
    projectId = await makeProject(admin, 'Älter: als / 18');
  });
  after(() => service[Symbol.asyncDispose]());

  test('goes out of one service and into another, where its workflow runs and its dashboard shows the rows', async () => {
    const archive = await exportOf(admin, String(projectId), {
      workflow: true,
      dataset: true,
      report: true,
      analyticsApp: true,
      pipeline: true,
      wikiDoc: true,
      chatbot: true,
      chart: true,
    });
    const files = await unzip(archive);
    const names = Object.keys(files).map((path) => path.replace(/^Projects_\d{6}\//, ''));
    assert.deepEqual(names.map((name) => name.replaceAll(/\d+(?=\.json)/g, 'N')).toSorted(), [
      'Älter_ als _ 18/dashboards/Board_N.json',
      'Älter_ als _ 18/datasets/People _ all_N.json',
      'Älter_ als _ 18/project.json',
      'Älter_ als _ 18/schedules/Nightly_N.json',
      'Älter_ als _ 18/variables/least_N.json',
      'Älter_ als _ 18/workflows/Grown ups_N.json',
    ]);
    const head = Object.entries(files).find(([path]) => path.endsWith('/project.json'));
    const { Id, name, tag, description, createdBy } = JSON.parse(head?.[1] ?? '') as Json;
    assert.deepEqual(
      [Id, name, tag, description, createdBy],
      [projectId, 'Älter: als / 18', 'a tag', 'about', 'admin'],
    );

    await using elsewhere = await TestService.start();
    await writeFile(join(elsewhere.files, 'people.csv'), 'name,age\nAda,36\nBo,7\nCy,41\n');
    const client = await elsewhere.signedIn();
    // ids differ there
    await client.post('/api/v1/workflows', { workflow: inARow('First', [print]) });
    const { messages, projectId: there, ...counts } = ok(await send(client, archive)) as Json & { projectId: number };
    const once = { workflows: 1, datasets: 1, dashboards: 1, schedules: 1, variables: 1 };
    assert.deepEqual(counts, { projects: 1, ...once, models: 0 });
    assert.deepEqual(messages, [
      '1 of the schedules were active and are inactive here: activate them to let them fire',
    ]);
    const [workflowId] = await idsOf(client, 'workflows', there);
    const execution = Number((await client.post('/api/v1/workflow/execute', { workflowId })).json);
    assert.equal(await client.waitForEnd(execution), 'COMPLETED');
    const [dashboardId] = await idsOf(client, 'dashboards', there);
    const results = await client.get(`/api/v1/dashboards/results?dashboardId=${dashboardId}&sheetId=0`);
    assert.match(results.text, /Ada/);
    assert.match(results.text, /Cy/);
    assert.doesNotMatch(results.text, /"Bo"/);
    const [schedule] = (await client.get(`/api/v1/workflow-schedules-list/${workflowId}`)).json as Json[];
    assert.deepEqual([schedule?.['isActive'], schedule?.['hour'], schedule?.['ownKey']], [false, 2, { kept: [1] }]);
    const [datasetId] = await idsOf(client, 'datasets', there);
    assert.equal(ok(await client.get(`/api/v1/datasets/${datasetId}`))['ownKey'], 'kept');

    // what comes out again is what went in, but for ids, dates and the schedule that stands still
    const plain = (text: string): string =>
      text
        .replaceAll(/"(id|Id|analysisFlowId|projectId|userId|uuid|workflowId)": ("[^"]*"|\d+)/g, '')
        .replaceAll(/"(dateCreated|dateLastUpdated|isActive|version|workflowIds)": [^\n]*/g, '');
    const again = await unzip(await exportOf(client, String(there)));
    const [was, is] = [files, again].map((all) =>
      Object.entries(all)
        .filter(([path]) => !path.endsWith('project.json'))
        .map(([path, text]) => [path.replace(/^Projects_\d{6}/, '').replaceAll(/\d+(?=\.json)/g, 'N'), plain(text)]),
    );
    assert.deepEqual(is, was);
  });

  test('into a project that is there, it gets uuids of its own, is saved over, or takes the place of all', async () => {
    const archive = await exportOf(admin, String(projectId));
    const { id: target } = (await admin.post('/api/v1/projects', { name: 'Target' })).json as { id: number };
    const headers = { projectId: String(target), selectedProjectName: 'Target' };
    ok(await send(admin, archive, headers));
    const first = await idsOf(admin, 'workflows', target);
    assert.equal(first.length, 1);
    const counts = ok(await send(admin, archive, headers));
    assert.deepEqual([counts['projects'], counts['workflows'], counts['variables']], [0, 1, 0]);
    assert.ok((counts['messages'] as string[]).some((line) => line.includes('variable "least"')));
    const two = (await admin.get(`/api/v1/workflows?projectId=${target}`)).json as Json[];
    const datasets = (await admin.get(`/api/v1/datasets?projectId=${target}`)).json as { uuid: string }[];
    assert.deepEqual([two.length, datasets.length, new Set(two.map((one) => one['uuid'])).size], [2, 2, 2]);
    // each workflow reads the dataset that came with it
    for (const { uuid } of datasets)
      assert.equal(two.filter((one) => String(one['content']).includes(uuid)).length, 1, uuid);

    ok(await send(admin, archive, { ...headers, projectOption: 'OVERWRITE' }));
    const versions = (await admin.get(`/api/v1/workflows/versions?workflowId=${first[0]}`)).json as Json[];
    assert.deepEqual(
      versions.map((one) => one['version']),
      [2, 1],
    );
    assert.equal((await idsOf(admin, 'workflows', target)).length, 2);
    assert.equal(((await admin.get(`/api/v1/workflow-schedules-list/${first[0]}`)).json as Json[]).length, 1);

    const path = `import?projectId=${target}&projectOption=DELETE_ALL`;
    assert.equal(ok(await send(admin, archive, {}, path))['projectId'], target);
    for (const kind of ['workflows', 'datasets', 'dashboards'])
      assert.equal((await idsOf(admin, kind, target)).length, 1, kind);
    assert.equal((await admin.get(`/api/v1/workflows/${first[0]}`)).status, 404);

    const renamed = ok(await send(admin, archive, { projectOption: 'CREATE_NEW', selectedProjectName: 'Other name' }));
    const project = (await admin.get(`/api/v1/projects/${String(renamed['projectId'])}`)).json as Json;
    assert.equal(project['name'], 'Other name');
  });

  test('several go out together and come in as new projects that a group shares', async () => {
    const second = await makeProject(admin, 'Älter: als / 18');
    const archive = await exportOf(admin, `${projectId},${second}`, { workflow: true });
    const heads = Object.keys(await unzip(archive)).filter((path) => path.endsWith('/project.json'));
    assert.equal(heads.length, 2, 'projects of one name have folders of their own');
    assert.ok(Object.keys(await unzip(archive)).every((path) => !path.includes('/datasets/')));
    const refusal = await send(admin, archive);
    assert.equal(refusal.status, 422);
    assert.match(
      refusal.text,
      /contains 2 projects: send the folder of one as selectedProjectName \(.*Älter_ als _ 18/,
    );
    assert.match(refusal.text, /or import all with POST \/api\/v1\/projects\/multiple\/import/);
    await service.makeUser('gil', ['ANALYST']);
    await admin.post('/api/v1/groups', { name: 'sharers', users: ['gil'] });
    const lines = await send(admin, archive, { groupName: 'sharers' }, 'multiple/import');
    assert.equal(lines.status, 200, lines.text);
    const auditLines = (lines.json as string[]).filter((line) => line.startsWith('Project Älter'));
    assert.equal(auditLines.length, 2);
    assert.match(
      auditLines[0] ?? '',
      /imported with id \d+: 0 datasets, 1 workflows, 0 dashboards, 0 models, 1 schedules, 1 variables$/,
    );
    const gil = await service.signedIn('gil', passwordOf('gil'));
    assert.equal(((await gil.get('/api/v1/projects')).json as Json[]).length, 2);
    assert.equal((await send(admin, archive, { groupName: 'nobody' }, 'multiple/import')).status, 422);
  });

  const head = (name: string): Json => ({ name, workflowIds: { 7: 'w' } });
  const graph = { ...inARow('G', [print]), uuid: 'w' };

  test('CREATE_NEW with a project imports into that project', async () => {
    const { id: target } = (await admin.post('/api/v1/projects', { name: 'Taken' })).json as { id: number };
    const archive = await zipFiles({ 'P/A/project.json': head('A'), 'P/A/workflows/g.json': graph });
    const count = async (): Promise<number> => ((await admin.get('/api/v1/projects')).json as Json[]).length;
    const before = await count();
    const headers = { projectId: String(target), projectOption: 'CREATE_NEW', selectedProjectName: 'Taken' };
    for (const workflows of [1, 2]) {
      const answer = ok(await send(admin, archive, headers));
      assert.deepEqual([answer['projectId'], answer['projects'], answer['workflows']], [target, 0, 1]);
      assert.equal((await idsOf(admin, 'workflows', target)).length, workflows, 'a uuid that is taken changes');
    }
    assert.equal(await count(), before, 'no project is made');
    const { name } = (await admin.get(`/api/v1/projects/${target}`)).json as Json;
    assert.equal(name, 'Taken');
    assert.equal((await send(admin, archive, { ...headers, projectId: '999999' })).status, 404);
  });

  test('selectedProjectName picks a project of an archive of several, by its folder or its name', async () => {
    const archive = await zipFiles({
      'P/one/project.json': head('First'),
      'P/one/workflows/g.json': { ...graph, name: 'Of one' },
      'P/two/project.json': head('Twin'),
      'P/two/workflows/g.json': { ...graph, name: 'Of two' },
      // what is not asked for is not looked at
      'P/three/project.json': head('Twin'),
      'P/three/workflows/g.json': 'broken',
    });
    const namesIn = async (selectedProjectName: string, more: Record<string, string> = {}): Promise<unknown[]> => {
      const answer = ok(await send(admin, archive, { selectedProjectName, ...more }));
      assert.equal(answer['messages'], undefined);
      const project = Number(answer['projectId']);
      const all = (await admin.get(`/api/v1/workflows?projectId=${project}`)).json as Json[];
      return all.filter((one) => one['projectId'] === project).map((one) => one['name']);
    };
    assert.deepEqual(await namesIn('one'), ['Of one']);
    assert.deepEqual(await namesIn('First'), ['Of one']);
    const { id } = (await admin.post('/api/v1/projects', { name: 'There' })).json as { id: number };
    assert.deepEqual(await namesIn('two', { projectId: String(id), projectOption: 'CREATE_NEW' }), ['Of two']);
    const detail = async (selectedProjectName: string): Promise<string> => {
      const answer = await send(admin, archive, { selectedProjectName });
      assert.equal(answer.status, 422);
      return String((answer.json as Json)['detail']);
    };
    assert.match(await detail('Twin'), /"Twin" matches 2 of the 3 projects.*selectedProjectName \("two", "three"\)/);
    assert.match(await detail('None'), /"None" matches 0 of the 3 projects.*\("one", "two", "three"\)/);
  });

  test('what cannot come along is told, and an old id never names a stranger’s workflow', async () => {
    const items = [
      { id: 5, type: 'TABLE', nodeId: '1', workflowId: '7' },
      { id: 6, type: 'TABLE', nodeId: '1', workflowId: '1' },
    ];
    const answer = ok(
      await send(
        admin,
        await zipFiles({
          'P/A/project.json': head('Odd'),
          'P/A/workflows/g.json': graph,
          'P/A/dashboards/d.json': { name: 'D', sheets: [{ idx: '0', items }] },
          'P/A/schedules/gone.json': {
            analysisFlowId: 7,
            name: 'Gone',
            fireEvery: 'CRON',
            cronPattern: '0 30 6 31 2 ?',
          },
          // what is over comes along, switched off as all that are imported
          'P/A/schedules/over.json': {
            analysisFlowId: 7,
            name: 'Over',
            fireEvery: 'DAILY',
            endTime: '2001-01-01T00:00:00',
          },
          'P/A/schedules/lost.json': { analysisFlowId: 8, name: 'Lost', fireEvery: 'DAILY' },
          'P/A/pipelines/p.json': {},
          '__MACOSX/x': 'junk',
        }),
      ),
    );
    assert.deepEqual([answer['workflows'], answer['dashboards'], answer['schedules']], [1, 1, 1]);
    const messages = (answer['messages'] as string[]).join('\n');
    for (const part of [
      /"P\/A\/pipelines\/p\.json" cannot be imported here/,
      /"__MACOSX\/x"/,
      /d\.json: item 6 shows a workflow that is not in the archive/,
      /gone\.json.*cronPattern.*skipped/,
      /lost\.json: its workflow is not in the archive/,
    ])
      assert.match(messages, part);
    const [id] = await idsOf(admin, 'dashboards', Number(answer['projectId']));
    const { sheets } = (await admin.get(`/api/v1/dashboards/${id}`)).json as { sheets: { items: Json[] }[] };
    const [mine] = await idsOf(admin, 'workflows', Number(answer['projectId']));
    assert.deepEqual(
      sheets[0]?.items.map((item) => item['workflowId']),
      [String(mine), ''],
    );
  });

  test('many records come in few statements, for nobody else is served while they are written', async () => {
    const inserts = async (): Promise<number> => {
      const { text } = await admin.get('/metrics');
      return Number(/^millrace_store_query_duration_seconds_count\{statement="insert"\} (\d+)$/m.exec(text)?.[1]);
    };
    const numbers = Array.from({ length: 250 }, (_, i) => i);
    const files = Object.fromEntries([
      ['P/A/project.json', head('Many')],
      ...numbers.map((i) => [`P/A/workflows/${i}.json`, { ...graph, uuid: `w${i}`, name: `W ${i}` }]),
      ...numbers.map((i) => [`P/A/datasets/${i}.json`, { uuid: `d${i}`, name: `D ${i}`, path: '/people.csv' }]),
      ...numbers.map((i) => [`P/A/dashboards/${i}.json`, { uuid: `b${i}`, name: `B ${i}` }]),
    ]);
    const archive = await zipFiles(files);
    const before = await inserts();
    const answer = ok(await send(admin, archive));
    assert.deepEqual([answer['workflows'], answer['datasets'], answer['dashboards']], [250, 250, 250]);
    const count = (await inserts()) - before;
    assert.ok(count <= 20, `${count} inserts`);
    const project = Number(answer['projectId']);
    for (const kind of ['workflows', 'datasets', 'dashboards'] as const) {
      const path = `/api/v1/${kind}?projectId=${project}&size=1000`;
      const names = ((await admin.get(path)).json as Json[]).map(({ uuid, name }) => `${String(uuid)} ${String(name)}`);
      const letter = { workflows: 'w W', datasets: 'd D', dashboards: 'b B' }[kind].split(' ');
      assert.deepEqual(names.sort(), numbers.map((i) => `${letter[0]}${i} ${letter[1]} ${i}`).sort());
    }
    const ids = await idsOf(admin, 'workflows', project);
    const versions = (await admin.get(`/api/v1/workflows/versions?workflowId=${ids[0]}`)).json as Json[];
    const { name } = (await admin.get(`/api/v1/workflows/${ids[0]}`)).json as Json;
    assert.deepEqual(
      versions.map(({ version, content }) => [version, (JSON.parse(String(content)) as Json)['name']]),
      [[1, name]],
    );
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(numbers.map(() => graph))]), 'many.json');
    const again = await inserts();
    const url = `/api/v1/workflows/import?projectId=${project}&uuidOption=createNewUUID`;
    const importOf = (await admin.send('POST', url, form)).json as Json[];
    assert.equal(new Set(importOf.map(({ id }) => id)).size, 250);
    assert.ok((await inserts()) - again <= 10);
  });

  test('an archive that cannot be taken says why, and leaves nothing', async () => {
    const good = await zipFiles({ 'P/A/project.json': head('Never'), 'P/A/workflows/g.json': graph });
    const patch = (from: string, to: string): Buffer =>
      Buffer.from(good.toString('latin1').replaceAll(from, to), 'latin1');
    const dataset = { uuid: 'd', name: 'D', path: '../../etc/passwd', datasetType: 'CSV' };
    const before = ((await admin.get('/api/v1/projects')).json as Json[]).length;
    const cases: readonly (readonly [string, Buffer, number, RegExp])[] = [
      ['no archive', Buffer.from('hello'), 422, /not a readable ZIP archive/],
      ['cut off', good.subarray(0, good.length - 30), 422, /not a readable ZIP archive/],
      [
        'a broken file',
        Buffer.from(good.map((byte, i) => (i === 60 ? byte ^ 0xff : byte))),
        422,
        /is damaged: its checksum is wrong/,
      ],
      [
        'a path that leads out',
        patch('P/A/workflows/g.json', '../../../etc/passw'.padEnd(20, 'x')),
        422,
        /not a readable ZIP archive: invalid relative path/,
      ],
      [
        'an absolute path',
        patch('P/A/workflows/g.json', '/etc/passwd/aaaaaaaa'),
        422,
        /not a readable ZIP archive: absolute path/,
      ],
      ['a file twice', await zipTwice('project.json'), 422, /contains the file "project\.json" twice/],
      ['twice but for case', await zipFiles({ 'a/project.json': head('N'), 'A/PROJECT.json': {} }), 422, /twice/],
      ['no project', await zipFiles({ 'P/workflows/g.json': graph }), 422, /no project/],
      ['no JSON', await zipFiles({ 'project.json': '{' }), 422, /"project\.json" is not valid JSON: line 1/],
      ['no name', await zipFiles({ 'project.json': {} }), 422, /name in file "project\.json" is missing/],
      [
        'no graph',
        await zipFiles({ 'project.json': head('N'), 'workflows/w.json': { a: 1 } }),
        422,
        /workflows\/w\.json/,
      ],
      [
        'bytes',
        await zipFiles({ 'project.json': head('N'), 'datasets/x.json': '\0\u0001' }),
        422,
        /datasets\/x\.json" is not valid JSON/,
      ],
      [
        'a dataset behind a workflow',
        await zipFiles({ 'project.json': head('N'), 'workflows/g.json': graph, 'datasets/d.json': dataset }),
        422,
        /datasets\/d\.json/,
      ],
      [
        'one uuid twice',
        await zipFiles({ 'project.json': head('N'), 'workflows/a.json': graph, 'workflows/b.json': graph }),
        422,
        /b\.json" repeats the UUID w of another file/,
      ],
      [
        'a bomb',
        await zipFiles({ 'project.json': head('N'), 'workflows/b.json': ' '.repeat(8 << 20) }),
        413,
        /has a compression ratio above 200/,
      ],
    ];
    for (const [name, archive, status, text] of cases) {
      const answer = await send(admin, archive);
      assert.equal(answer.status, status, `${name}: ${answer.text}`);
      assert.match(String((answer.json as Json)['detail']), text, name);
    }
    const full = Buffer.from(good);
    // the numbers of entries, at the end of an archive without a comment
    for (const at of [14, 12]) full.writeUInt16LE(20_001, full.length - at);
    assert.equal((await send(admin, full)).status, 413);
    assert.equal((await send(admin, good, { projectOption: 'SOMEHOW' })).status, 400);
    assert.equal((await send(admin, good, { projectOption: 'OVERWRITE' })).status, 400);
    assert.equal((await send(admin, good, { projectId: 'x' })).status, 400);
    assert.equal((await send(admin, good, { projectId: '999999' })).status, 404);
    assert.equal((await admin.send('POST', '/api/v1/projects/import', new FormData())).status, 422);
    assert.equal((await admin.post('/api/v1/projects/import', {})).status, 415);
    assert.equal((await admin.post('/api/v1/projects/export')).status, 400);
    assert.equal((await admin.post('/api/v1/projects/export?projectIds=999999')).status, 404);
    assert.equal(((await admin.get('/api/v1/projects')).json as Json[]).length, before, 'all or nothing');
  });

  test('a wrong size in the archive does not let more in than it says', async () => {
    const big = JSON.stringify({ ...head('N'), description: 'x'.repeat(1_000) });
    const bytes = await zipFiles({ 'project.json': big });
    const sizeBytes = Buffer.alloc(4);
    sizeBytes.writeUInt32LE(big.length);
    const lie = Buffer.alloc(4);
    lie.writeUInt32LE(10);
    const lying = Buffer.from(
      bytes.toString('latin1').replaceAll(sizeBytes.toString('latin1'), lie.toString('latin1')),
      'latin1',
    );
    assert.notDeepEqual(lying, bytes);
    const answer = await send(admin, lying);
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, /not a readable ZIP archive/);
  });

  test('who may not see a project cannot export it, and who may only look cannot import into it', async () => {
    const userId = await service.makeUser('vic', ['ANALYST']);
    const vic = await service.signedIn('vic', passwordOf('vic'));
    const archive = await exportOf(admin, String(projectId));
    assert.equal((await vic.post(`/api/v1/projects/export?projectIds=${projectId}`)).status, 404);
    const { id } = (await admin.post('/api/v1/projects', { name: 'Shown' })).json as { id: number };
    assert.equal((await send(vic, archive, { projectId: String(id) })).status, 404);
    await admin.put(`/api/v1/projects/${id}/members`, [{ userId, rights: ['VIEW'] }]);
    assert.equal((await vic.post(`/api/v1/projects/export?projectIds=${id}`)).status, 200);
    for (const projectOption of ['', 'OVERWRITE', 'DELETE_ALL'])
      assert.equal((await send(vic, archive, { projectId: String(id), projectOption })).status, 403);
    ok(await send(vic, archive));
  });

  test('tells people what they may do in each, and how much each holds', async () => {
    const userId = await service.makeUser('sue', ['ANALYST']);
    const sue = await service.signedIn('sue', passwordOf('sue'));
    const { id: own } = (await sue.post('/api/v1/projects', { name: 'Hers' })).json as { id: number };
    const shared = await makeProject(admin, 'Counted');
    await admin.post('/api/v1/groups', { name: 'counters', users: ['sue'] });
    const [groups] = (await admin.get('/api/v1/groups')).json as [{ id: number; name: string }[]];
    const groupId = groups.find(({ name }) => name === 'counters')?.id;
    await admin.put(`/api/v1/projects/${shared}/members`, [
      { userId, rights: ['VIEW'] },
      { groupId, rights: ['EXECUTE'] },
    ]);
    const projects = (await sue.get('/api/v1/projects')).json as { id: number; rights: string[] }[];
    assert.deepEqual(
      projects.map(({ id, rights }) => [id, rights]).sort(),
      [
        [own, ['VIEW', 'EDIT', 'EXECUTE', 'OWN']],
        [shared, ['VIEW', 'EXECUTE']],
      ].sort(),
    );
    assert.deepEqual(ok(await sue.get(`/api/v1/projects/${shared}`))['rights'], ['VIEW', 'EXECUTE']);
    const none = { workflows: 0, trashedWorkflows: 0, datasets: 0, dashboards: 0, schedules: 0, variables: 0 };
    assert.deepEqual(
      (await sue.get('/api/v1/projects/counts')).json,
      [
        { projectId: own, ...none },
        {
          projectId: shared,
          workflows: 1,
          trashedWorkflows: 0,
          datasets: 1,
          dashboards: 1,
          schedules: 1,
          variables: 1,
        },
      ].toSorted((a, b) => a.projectId - b.projectId),
    );
  });
});
