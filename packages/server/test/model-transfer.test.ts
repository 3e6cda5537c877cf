import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { unzippedBytes, zipFiles } from './archives.ts';
import { csv, inARow, print } from './graphs.ts';
import { TestService, sharingSpark, type Client } from './support.ts';

interface Version {
  readonly uuid: string;
  readonly version: number;
  readonly path: string;
  readonly isReplaced: boolean;
  readonly metrics: readonly {
    readonly nodeId: string;
    readonly node: string;
    readonly name: string;
    readonly value: number;
    readonly workflow: { readonly id: number; readonly name: string } | null;
    readonly executionId: number | null;
  }[];
  readonly workflow: { readonly id: number } | null;
}

interface Model {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly description: string;
  readonly champion: number | null;
  readonly versions: readonly Version[];
}

type Counts = Readonly<Record<string, number>> & { readonly projectId: number; readonly messages?: readonly string[] };

const points = csv('points.csv', ['x', 'y'], ['DOUBLE', 'DOUBLE']);
const assembler = {
  nodeClass: 'ml.NodeVectorAssembler',
  type: 'ml-transformer',
  fields: { inputCols: ['x'], outputCol: 'features' },
} as const;

/** Learns a line and saves it in a folder, over what is there. */
const trainingGraph = (path: string) =>
  inARow('Line', [
    points,
    assembler,
    {
      nodeClass: 'ml.NodeLinearRegression',
      type: 'ml-estimator',
      fields: { featuresCol: 'features', labelCol: 'y' },
    },
    {
      nodeClass: 'ml.NodeModelSave',
      type: 'ml-modelsave',
      fields: { path, modelName: 'line', fixedPath: 'true', overwrite: 'true' },
    },
    { nodeClass: 'ml.NodePredict', type: 'ml-predict' },
    { nodeClass: 'ml.NodeRegressionEvaluator', type: 'ml-evaluator', name: 'How good', fields: { labelCol: 'y' } },
  ]);

describe('registered models of a project', () => {
  let service: TestService;
  let client: Client;
  let projectId: number;
  let archive: Buffer;
  let model: Model;

  before(async () => {
    service = await TestService.start({}, Date.now, sharingSpark());
    client = await service.signedIn();
    const lines = Array.from({ length: 40 }, (_, i) => `${i},${2 * i + (i % 3)}`);
    await writeFile(join(service.files, 'points.csv'), `x,y\n${lines.join('\n')}\n`);
    projectId = ((await client.post('/api/v1/projects', { name: 'Lines' })).json as { id: number }).id;
    const creation = await client.post('/api/v1/workflows', { workflow: trainingGraph('models/one'), projectId });
    assert.equal(creation.status, 200, creation.text);
    const workflowId = Number(creation.text);
    assert.equal(await run(workflowId), 'COMPLETED');
    // another model in the folder of the first version, and one in a folder of its own
    assert.equal(await run(workflowId), 'COMPLETED');
    const changed = { analysisflowId: workflowId, workflow: trainingGraph('models/two') };
    assert.equal((await client.put('/api/v1/workflows', changed)).status, 200);
    assert.equal(await run(workflowId), 'COMPLETED');
    model = await modelOf(projectId);
    const change = { champion: 2, description: 'A line' };
    assert.equal((await client.put(`/api/v1/models/${model.id}`, change)).status, 200);
    model = await modelOf(projectId);
    archive = await exportOf({});
  });
  after(() => service[Symbol.asyncDispose]());

  const run = async (id: number): Promise<string> => {
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: id });
    assert.equal(executeReply.status, 200, executeReply.text);
    return client.waitForEnd(Number(executeReply.text));
  };
  const modelOf = async (project: number): Promise<Model> => {
    const [first, ...more] = (await client.get(`/api/v1/models?projectId=${project}`)).json as { id: number }[];
    assert.deepEqual(more, []);
    return (await client.get(`/api/v1/models/${first?.id}`)).json as Model;
  };
  const exportOf = async (body: object): Promise<Buffer> => {
    const response = await client.download(`/api/v1/projects/export?projectIds=${projectId}`, body);
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };
  const send = (bytes: Buffer, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'projects.zip');
    return client.send('POST', '/api/v1/projects/import', form, headers);
  };
  const folders = () => readdir(join(service.files, 'models'));
  const factsOf = ({ version, isReplaced, metrics }: Version) => ({
    version,
    isReplaced,
    metrics: metrics.map(({ nodeId, node, name, value, workflow }) => [nodeId, node, name, value, workflow?.name]),
  });

  test('come with its archive into a new project: versions, champion, metrics, and files that predict', async () => {
    const answer = await send(archive);
    assert.equal(answer.status, 200, answer.text);
    const counts = answer.json as Counts;
    assert.equal(counts['models'], 1);
    assert.equal(counts.messages, undefined);
    const there = await modelOf(counts.projectId);
    assert.deepEqual(
      [there.name, there.description, there.champion, there.versions.map(factsOf)],
      ['line', 'A line', 2, model.versions.map(factsOf)],
    );
    assert.deepEqual(
      there.versions.map(({ isReplaced }) => isReplaced),
      [false, false, true],
    );
    const [metric = assert.fail('no metric')] = there.versions[0]?.metrics ?? [];
    assert.deepEqual(
      [metric.workflow, metric.executionId],
      [{ id: there.versions[0]?.workflow?.id, name: 'Line' }, null],
    );
    const own = new Set(model.versions.map(({ uuid }) => uuid));
    assert.ok(there.versions.every(({ uuid, path }) => !own.has(uuid) && path.startsWith('/models/line_')));
    assert.notEqual(there.versions[0]?.workflow?.id, model.versions[0]?.workflow?.id);
    // what it is made of has come, not a name of what lies here
    const scoring = inARow('Scoring', [
      points,
      assembler,
      { nodeClass: 'ml.NodePredict', type: 'ml-predict', fields: { model_uuid: 'models:/line' } },
      print,
    ]);
    const creation = await client.post('/api/v1/workflows', { workflow: scoring, projectId: counts.projectId });
    assert.equal(creation.status, 200, creation.text);
    assert.equal(await run(Number(creation.text)), 'COMPLETED');
  });

  test('follow the versions of a model of that name, or are saved over it', async () => {
    const { id } = (await client.post('/api/v1/projects', { name: 'Into' })).json as { id: number };
    const into = { projectId: String(id) };
    assert.equal((await send(archive, into)).status, 200);
    const first = await modelOf(id);
    const counts = (await send(archive, into)).json as Counts;
    assert.match(counts.messages?.join() ?? '', /already has model "line": version 1 became version 4/);
    const both = await modelOf(id);
    assert.deepEqual([both.champion, both.versions.map(({ version }) => version)], [2, [6, 5, 4, 3, 2, 1]]);
    assert.equal((await send(archive, { ...into, projectOption: 'OVERWRITE' })).status, 200);
    const over = await modelOf(id);
    assert.deepEqual([over.champion, over.versions.map(factsOf)], [2, first.versions.map(factsOf)]);
  });

  test('are left out where nobody asks for them', async () => {
    const paths = Object.keys(await unzippedBytes(await exportOf({ workflow: true })));
    assert.ok(paths.every((path) => !path.includes('/models/')));
  });

  test('whose files are gone come as replaced, which is told', async () => {
    const files = await unzippedBytes(archive);
    const left = Object.entries(files).filter(([path]) => !/\/models\/[^/]+\/3\//.test(path));
    const answer = await send(await zipFiles(Object.fromEntries(left)));
    const { messages, projectId: there } = answer.json as Counts;
    assert.match(messages?.join() ?? '', /version 3 was imported without its files/);
    assert.equal((await modelOf(there)).versions[0]?.isReplaced, true);
  });

  test('that are broken are refused, and leave nothing', async () => {
    const files = await unzippedBytes(archive);
    const document = Object.keys(files).find((path) => /\/models\/[^/]+\.json$/.test(path)) ?? '';
    const good = JSON.parse(String(files[document])) as Record<string, unknown>;
    const changed = (change: object) => ({ ...files, [document]: { ...good, ...change } });
    const metadata = (path: string): boolean => path.includes('/3/metadata/');
    const [first] = Object.keys(files).filter((path) => metadata(path) && /\/part-[^/]*$/.test(path));
    const isFirst = (path: string): boolean => path === first;
    const reading = JSON.stringify({
      ...(JSON.parse(String(files[first ?? ''])) as object),
      class: 'org.apache.spark.ml.feature.SQLTransformer',
      paramMap: { statement: 'select * from csv.`/user/admin/a.csv`' },
    });
    const cases: readonly (readonly [Record<string, unknown>, RegExp])[] = [
      [changed({ name: 'a/b' }), /line_\d+\.json.*name \\"a\/b\\" is blank or contains a/],
      [changed({ champion: 9 }), /champion 9 is not one of its versions/],
      [changed({ versions: 'none' }), /line_\d+\.json.*\/versions/],
      [Object.fromEntries(Object.entries(files).filter(([path]) => !metadata(path))), /holds no model that was saved/],
      [
        Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, isFirst(path) ? reading : bytes])),
        /holds SQL that does more than query its rows/,
      ],
      [{ ...files, [document.replace('.json', '_2.json')]: good }, /repeats the name of another model/],
    ];
    const projects = ((await client.get('/api/v1/projects')).json as unknown[]).length;
    const before = await folders();
    for (const [content, reason] of cases) {
      const answer = await send(await zipFiles(content));
      assert.equal(answer.status, 422, answer.text);
      assert.match(answer.text, reason);
    }
    assert.deepEqual(await folders(), before);
    assert.equal(((await client.get('/api/v1/projects')).json as unknown[]).length, projects);
  });

  test('get the metrics of evaluators that name them, whose unknown names are told', async () => {
    const judging = async (modelUUID: string): Promise<number> => {
      const workflow = inARow('Judging', [
        points,
        assembler,
        { nodeClass: 'ml.NodePredict', type: 'ml-predict', fields: { model_uuid: 'models:/line/3' } },
        print,
        print,
        // the id and the name of the node that reported on the version when it was made
        {
          nodeClass: 'ml.NodeRegressionEvaluator',
          type: 'ml-evaluator',
          name: 'How good',
          fields: { labelCol: 'y', modelUUID },
        },
      ]);
      const creation = await client.post('/api/v1/workflows', { workflow, projectId });
      assert.equal(creation.status, 200, creation.text);
      return Number(creation.text);
    };
    const workflowId = await judging(model.versions[0]?.uuid ?? '');
    const runs: number[] = [];
    for (let times = 0; times < 2; times++) {
      const executeReply = await client.post('/api/v1/workflow/execute', { workflowId });
      assert.equal(await client.waitForEnd(Number(executeReply.text)), 'COMPLETED');
      runs.push(Number(executeReply.text));
    }
    const { versions } = await modelOf(projectId);
    const sources = versions.map(({ metrics }) =>
      metrics.map(({ node, name, workflow }) => `${name} of ${node} in ${workflow?.name}`),
    );
    const by = (name: string): string[] => ['rmse', 'mse', 'mae', 'r2'].map((one) => `${one} of How good in ${name}`);
    assert.deepEqual(sources, [[...by('Line'), ...by('Judging')], by('Line'), by('Line')]);
    const metric = versions[0]?.metrics.at(-1);
    assert.equal(metric?.workflow?.id, workflowId);
    assert.equal(metric?.executionId, runs.at(-1));
    assert.deepEqual(versions[0]?.metrics.slice(0, 4), model.versions[0]?.metrics);
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: await judging('nobody') });
    assert.equal(await client.waitForEnd(Number(executeReply.text)), 'COMPLETED');
    const execution = await client.get(`/api/v1/workflow-executions/${executeReply.text}`);
    assert.match(
      execution.text,
      /the metrics of node 6 How good are not stored with a model: field .*modelUUID.*nobody/,
    );
  });

  test('of a folder that is gone do not keep the others from going', async () => {
    await rm(join(service.files, 'models/two'), { recursive: true });
    const answer = await send(await exportOf({}));
    assert.equal(answer.status, 200, answer.text);
    assert.match((answer.json as Counts).messages?.join() ?? '', /version 3 was imported without its files/);
  });
});
