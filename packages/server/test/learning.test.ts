import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { csv, inARow, print } from './graphs.ts';
import { TestService, sharingSpark } from './support.ts';

test('a run that learns tells what it knows of its models as such, and how good they are as numbers', async () => {
  await using service = await TestService.start({}, Date.now, sharingSpark());
  const client = await service.signedIn();
  const workflow = await trainedMetrics(service);
  const creation = await client.post('/api/v1/workflows', { workflow });
  assert.equal(creation.status, 200, creation.text);
  const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
  const run = Number(executeReply.text);
  assert.equal(await client.waitForEnd(run), 'COMPLETED');

  const outputs = async (type: number) =>
    (await client.get(`/api/v1/execution-results/workflow-executions/${run}/resultType/${type}`)).json as {
      readonly id: number;
      readonly title: string;
      readonly rows?: readonly (readonly unknown[])[];
    }[];
  const ofModels = await outputs(2);
  const metrics = ofModels.find(({ title }) => title === 'Metrics');
  const good = { areaUnderROC: 1, areaUnderPR: 1, accuracy: 1, f1: 1, weightedPrecision: 1, weightedRecall: 1 };
  assert.deepEqual(metrics?.rows, Object.entries(good));
  assert.ok(ofModels.every(({ id }) => id === 3 || id === 5));
  const [output] = await outputs(3);
  assert.equal(output?.id, 6);
  assert.deepEqual(output.rows?.[0]?.slice(0, 4), [0, 0, 0, '[0, 0]']);

  const runMetrics = (await client.get(`/api/v1/workflow/metrics/${run}`)).json as {
    readonly nodes: readonly { readonly nodeId: string; readonly metrics: unknown }[];
  };
  assert.deepEqual(
    runMetrics.nodes.filter(({ nodeId }) => nodeId === '5' || nodeId === '6').map(({ metrics: of }) => of),
    [good, {}],
  );
});

test('a graph that learns brings Spark up when it is opened, and its run finds it there', async () => {
  await using service = await TestService.start({ MILLRACE_ENGINE_MEMORY: '1g' });
  const client = await service.signedIn();
  const workflow = await trainedMetrics(service);
  const sparks = async (): Promise<unknown> =>
    ((await client.get('/api/v1/engines')).json as { readonly spark: { readonly processes: number } }).spark.processes;
  assert.equal(await sparks(), 0);
  const opened = await client.post('/api/v1/workflows/columns', workflow);
  assert.equal(opened.status, 200, opened.text);
  assert.equal(await sparks(), 1);
  const creation = await client.post('/api/v1/workflows', { workflow });
  const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
  assert.equal(await client.waitForEnd(Number(executeReply.text)), 'COMPLETED');
  assert.equal(await sparks(), 1);
  const log = await client.get(`/api/v1/workflow-executions/${executeReply.text}/logs/view`);
  assert.match(log.text, / on spark \(up in \d+ ms\): .* machine learning/);
});

/** A graph of six nodes that trains on points, which it puts into the file space. */
async function trainedMetrics(service: TestService): Promise<Record<string, unknown>> {
  const lines = Array.from({ length: 60 }, (_, i) => `${i},${(i * 7) % 11},${i > 30 ? 1 : 0}`);
  await writeFile(join(service.files, 'points.csv'), `x,y,label\n${lines.join('\n')}\n`);
  return inARow('Learns', [
    csv('points.csv', ['x', 'y', 'label'], ['DOUBLE', 'DOUBLE', 'DOUBLE']),
    {
      nodeClass: 'ml.NodeVectorAssembler',
      type: 'ml-transformer',
      fields: { inputCols: ['x', 'y'], outputCol: 'features' },
    },
    {
      nodeClass: 'ml.NodeRandomForestClassifier',
      type: 'ml-estimator',
      fields: { featuresCol: 'features', labelCol: 'label' },
    },
    { nodeClass: 'ml.NodePredict', type: 'ml-predict' },
    { nodeClass: 'ml.NodeBinaryClassificationEvaluator', type: 'ml-evaluator', fields: { labelCol: 'label' } },
    print,
  ]);
}
