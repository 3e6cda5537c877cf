import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unzip, zipFiles } from './archives.ts';
import { csv, inARow, print, sql } from './graphs.ts';
import { sharingSpark, TestService, type Client } from './support.ts';

type Json = Record<string, unknown>;

const zips = csv('zips.csv', ['zip', 'n'], ['STRING', 'INTEGER']);
const casting = sql('select cast(zip as int) as z from t order by z nulls first');
const projectBody = (compatibility?: string) => ({
  ...inARow('Zips', [zips, casting, print]),
  ...(compatibility === undefined ? {} : { compatibility }),
});

describe('which Spark a workflow was made for', () => {
  let service: TestService;
  let admin: Client;
  let oldProject: number;
  before(async () => {
    service = await TestService.start({}, Date.now, sharingSpark());
    admin = await service.signedIn();
    await writeFile(join(service.files, 'zips.csv'), 'zip,n\n44130,1\n49007-1234,2\n');
    const { status, text, json } = await admin.post('/api/v1/projects', { name: 'Old', compatibility: 'spark3' });
    assert.equal(status, 201, text);
    oldProject = (json as { id: number }).id;
  });
  after(() => service[Symbol.asyncDispose]());

  const save = async (projectId: number, workflow: Json): Promise<number> => {
    const { status, text, json } = await admin.post('/api/v1/workflows', { projectId, workflow });
    assert.equal(status, 200, text);
    return Number(json);
  };
  const run = async (workflowId: number, sparkConfig = '') => {
    const { status, text, json: id } = await admin.post('/api/v1/workflow/execute', { workflowId, sparkConfig });
    assert.equal(status, 200, text);
    const outcome = await admin.waitForEnd(Number(id));
    const { json } = await admin.get(`/api/v1/workflow-executions/${String(id)}`);
    return {
      outcome,
      record: json as Json,
      results: (await admin.get(`/api/v1/workflow-executions/${String(id)}/results`)).text,
    };
  };

  test('is what the workflow says; the run goes to Spark and says why', async () => {
    const { outcome, record, results } = await run(await save(1, projectBody('spark3')));
    assert.equal(outcome, 'COMPLETED', JSON.stringify(record));
    assert.equal(record['engine'], 'spark');
    assert.match(JSON.stringify(record), /compatibility spark3 is available only on Spark/);
    assert.match(results, /44130/);
  });

  test('is that of its project where it does not say so itself', async () => {
    const plain = await save(oldProject, projectBody());
    assert.equal((await run(plain)).outcome, 'COMPLETED');
    const { outcome, record } = await run(await save(oldProject, projectBody('spark4')));
    assert.equal(outcome, 'FAILED');
    assert.match(JSON.stringify(record), /49007-1234/);
    const { json } = await admin.get(`/api/v1/projects/${oldProject}`);
    assert.equal((json as Json)['compatibility'], 'spark3');
    const update = await admin.put(`/api/v1/projects/${oldProject}`, { compatibility: 'spark4' });
    assert.equal((update.json as Json)['compatibility'], 'spark4');
    assert.equal((await run(plain)).outcome, 'FAILED');
    assert.equal((await admin.put(`/api/v1/projects/${oldProject}`, { compatibility: 'spark3' })).status, 200);
  });

  test('is another one for a single run that asks for it', async () => {
    const plain = await save(1, projectBody());
    assert.equal((await run(plain)).outcome, 'FAILED');
    assert.equal((await run(plain, 'millrace.compatibility=spark3')).outcome, 'COMPLETED');
    assert.equal((await run(await save(1, projectBody('spark3')), 'millrace.compatibility=spark4')).outcome, 'FAILED');
  });

  test('previews show what runs give', async () => {
    const preview = (workflow: Json, projectId: number) =>
      admin.post(`/api/v1/workflows/nodes/2/execute?projectId=${projectId}`, workflow);
    const { status, text } = await preview(projectBody(), oldProject);
    assert.equal(status, 200, text);
    assert.match(text, /44130/);
    assert.equal((await preview(projectBody(), 1)).status, 422);
    assert.equal((await preview(projectBody('spark3'), 1)).status, 200);
  });

  for (const [what, ask] of [
    ['a project', () => admin.post('/api/v1/projects', { name: 'Odd', compatibility: 'spark5' })],
    [
      'a run',
      async () =>
        admin.post('/api/v1/workflow/execute', {
          workflowId: await save(1, projectBody()),
          sparkConfig: 'millrace.compatibility=spark5',
        }),
    ],
    ['an import', () => admin.send('POST', '/api/v1/workflows/import?compatibility=spark5', formOf(projectBody()))],
    [
      'Sail beside an older one',
      async () =>
        admin.post('/api/v1/workflow/execute', {
          workflowId: await save(1, projectBody('spark3')),
          sparkConfig: 'millrace.engine=sail',
        }),
    ],
  ] as const)
    test(`${what} that is none is refused by name`, async () => {
      const { status, text } = await ask();
      assert.ok(status === 400 || status === 422, `${status} ${text}`);
      assert.match(text, /compatibility/);
      assert.match(text, /spark4|spark3/);
    });

  test('a workflow that names none that is known can be saved, and says so before it runs', async () => {
    const id = await save(1, projectBody('spark5'));
    const { status, text } = await admin.post('/api/v1/workflow/execute', { workflowId: id });
    assert.equal(status, 422, text);
    assert.match(text, /The workflow has the unknown compatibility \\"spark5\\"\./);
  });

  const formOf = (workflow: Json): FormData => {
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(workflow)]), 'old.json');
    return form;
  };
  const importOf = async (workflow: Json, query = ''): Promise<Json> => {
    const { status, text, json } = await admin.send('POST', `/api/v1/workflows/import?${query}`, formOf(workflow));
    assert.equal(status, 200, text);
    const [report] = json as Json[];
    return report ?? assert.fail('nothing was imported');
  };

  test('is proposed by an import that sees date patterns of Spark 2, with the node that has them', async () => {
    const weekday = sql("select cast(from_unixtime(unix_timestamp(zip, 'dd-MM-yyyy'), 'u') as int) as d from t");
    const report = await importOf(inARow('Days', [zips, weekday, print]));
    assert.equal(report['proposedCompatibility'], 'spark2');
    const [older] = (report['older'] as Json[]).filter(({ compatibility }) => compatibility === 'spark2');
    assert.equal(older?.['nodeId'], '2');
    assert.match(
      String(older?.['message']),
      /^Node 2 .* has the date pattern "u", which only Spark 2 supports: set the compatibility of the workflow to spark2\.$/,
    );
  });

  test('is proposed for a pattern of a node that only Spark 2 takes, and not for a weekday, which nodes write themselves', async () => {
    const node = (pattern: string) => ({
      nodeClass: 'etl.NodeMultiDateToString',
      fields: { inputColNames: ['zip'], outputColNames: ['w'], outputColFormats: [pattern] },
    });
    const report = await importOf(inARow('Weeks', [zips, node('YYYY-ww')]));
    assert.equal(report['proposedCompatibility'], 'spark2');
    assert.match(JSON.stringify(report['older']), /Node 2 .* has the date pattern \\"YYYY-ww\\"/);
    for (const pattern of ['u', 'EEE'])
      assert.equal((await importOf(inARow('Days', [zips, node(pattern)])))['proposedCompatibility'], null, pattern);
  });

  test('is proposed for dates of the first rows that only Spark 2 takes, and not for slips or files that are not there', async () => {
    const days = (date: (i: number) => string): string =>
      `at,n\n${Array.from({ length: 60 }, (_, i) => `${date(i)},${i}`).join('\n')}\n`;
    await writeFile(
      join(service.files, 'turned.csv'),
      days((i) => `1/${1 + (i % 28)}/2011`),
    );
    await writeFile(
      join(service.files, 'slips.csv'),
      days((i) => (i === 7 ? '1/13/2011' : `${1 + (i % 28)}/1/2011`)),
    );
    const workflow = (path: string, more: Json = {}): Json => ({
      ...inARow('Rides', [
        { nodeClass: 'dataset.NodeDatasetStructured', type: 'dataset', fields: { dataset: 'rides-1' } },
        print,
      ]),
      dataSetDetails: [
        {
          ...{ uuid: 'rides-1', name: 'Rides', path, delimiter: ',', header: true, datasetType: 'CSV' },
          datasetSchema: '{colNames:["at","n"],colTypes:["DATE","INTEGER"],colFormats:["dd/MM/yyyy",""]}',
        },
      ],
      ...more,
    });
    const report = await importOf(workflow('turned.csv'));
    assert.equal(report['proposedCompatibility'], 'spark2', JSON.stringify(report));
    assert.equal(
      (report['older'] as Json[])[0]?.['message'],
      'Dataset "Rides" reads column "at" with the date pattern "dd/MM/yyyy", and 32 of its first 60 values are dates that do not exist, such as "1/13/2011": Spark 2 rolls them over to the next dates, later versions reject them. Set the compatibility of the workflow to spark2, or correct the pattern.',
    );
    for (const graph of [
      workflow('slips.csv'),
      workflow('gone.csv'),
      workflow('turned.csv', { compatibility: 'spark4' }),
    ])
      assert.equal((await importOf(graph))['proposedCompatibility'], null);
  });

  test('is proposed for casts where the document is an old one, and not for one of today', async () => {
    assert.equal((await importOf(projectBody()))['proposedCompatibility'], null);
    const graph = projectBody() as { readonly nodes: readonly Json[] };
    // a value that is no text, as old documents have them
    const field = { name: 'n', value: 20, widget: 'textfield' };
    const nodes = graph.nodes.map((node) => (node['id'] === '3' ? { ...node, fields: [field] } : node));
    const old = { ...graph, nodes };
    const report = await importOf(old);
    assert.equal(report['proposedCompatibility'], 'spark3', JSON.stringify(report));
    assert.match(JSON.stringify(report['older']), /casts to INT/);
    assert.equal((await importOf({ ...old, compatibility: 'spark4' }))['proposedCompatibility'], null);
  });

  test('is written into all that an import brings, where that says so', async () => {
    const { id } = await importOf(projectBody(), 'compatibility=spark3');
    assert.equal((await run(Number(id))).outcome, 'COMPLETED');
  });

  test('goes with a project through an archive, and may be given to all that comes', async () => {
    await save(oldProject, inARow('Days', [zips, sql("select date_format(zip, 'u') as d from t"), print]));
    const response = await admin.download(`/api/v1/projects/export?projectIds=${oldProject}`, {});
    const archive = Buffer.from(await response.arrayBuffer());
    const files = await unzip(archive);
    const head = Object.keys(files).find((path) => path.endsWith('/project.json')) ?? assert.fail('no project');
    assert.equal((JSON.parse(files[head] ?? '') as Json)['compatibility'], 'spark3');
    const bring = async (bytes: Buffer, query = '') => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), 'projects.zip');
      return admin.send('POST', `/api/v1/projects/import?${query}`, form);
    };
    const importReply = await bring(archive);
    assert.equal(importReply.status, 200, importReply.text);
    const { projectId, messages } = importReply.json as { projectId: number; messages: string[] };
    assert.equal(((await admin.get(`/api/v1/projects/${projectId}`)).json as Json)['compatibility'], 'spark3');
    assert.ok(
      messages.some((message) => /date pattern "u", which only Spark 2 supports/.test(message)),
      messages.join('\n'),
    );
    const overwriteReply = await bring(archive, 'compatibility=spark2&selectedProjectName=Older');
    const { projectId: older } = overwriteReply.json as { projectId: number };
    const workflows = (await admin.get(`/api/v1/workflows?projectId=${older}`)).json as { id: number }[];
    for (const { id } of workflows) {
      const { text } = await admin.get(`/api/v1/workflows/export/${id}`);
      assert.match(text, /"compatibility":\s*"spark2"/);
    }
    const wrong = await bring(await zipFiles({ ...files, [head]: { name: 'Wrong', compatibility: 'spark9' } }));
    assert.equal(wrong.status, 422, wrong.text);
    assert.match(wrong.text, /compatibility in file .*project\.json.* must be one of spark4, spark3, spark2/);
  });
});
