import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { csv, inARow, print, type NodeDraft } from './graphs.ts';
import { TestService, type Client } from './support.ts';

interface Version {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly path: string;
  readonly isReplaced: boolean;
  readonly algorithm: string;
  readonly title: string;
  readonly rows: number;
  readonly stages: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly classes: Readonly<Record<string, readonly string[]>>;
  readonly features: Readonly<Record<string, readonly string[]>>;
  readonly data: { readonly fingerprint: string; readonly sources: readonly { readonly path: string }[] };
  readonly workflow: { readonly id: number; readonly name: string };
  readonly maker: { readonly node: string };
  readonly executionId: number;
  readonly metrics: readonly { readonly node: string; readonly name: string; readonly value: number }[];
  readonly parameters: readonly {
    readonly stage: string;
    readonly name: string;
    readonly value: unknown;
    readonly isDefault: boolean;
  }[];
}

interface Model {
  readonly id: number;
  readonly name: string;
  readonly uuid: string;
  readonly champion: number | null;
  readonly versions: readonly Version[];
  readonly usedBy: readonly { readonly kind: string; readonly name: string; readonly version: number }[];
}

const customers = csv('customers.csv', ['plan', 'calls', 'minutes', 'left'], ['STRING', 'DOUBLE', 'DOUBLE', 'STRING']);

const features: readonly NodeDraft[] = [
  {
    nodeClass: 'ml.NodeStringIndexer',
    type: 'ml-transformer',
    fields: { inputCols: ['plan'], outputCols: ['plan_index'] },
  },
  {
    nodeClass: 'ml.NodeStringIndexer',
    type: 'ml-transformer',
    fields: { inputCols: ['left'], outputCols: ['label'] },
  },
  {
    nodeClass: 'ml.NodeVectorAssembler',
    type: 'ml-transformer',
    fields: { inputCols: ['plan_index', 'calls', 'minutes'], outputCol: 'features' },
  },
];

/** Learns who leaves, as one pipeline from the columns of the file on, and saves it. */
const pipeline = (maxDepth: number): Record<string, unknown> =>
  inARow('Who leaves', [
    customers,
    ...features,
    {
      nodeClass: 'ml.NodeRandomForestClassifier',
      type: 'ml-estimator',
      name: 'Forest',
      fields: { featuresCol: 'features', labelCol: 'label', numTrees: '5', seed: '7', maxDepth: String(maxDepth) },
    },
    { nodeClass: 'ml.NodePipeline', type: 'ml-pipeline' },
    { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: 'models/leavers' } },
    { nodeClass: 'ml.NodePredict', type: 'ml-predict' },
    {
      nodeClass: 'ml.NodeBinaryClassificationEvaluator',
      type: 'ml-evaluator',
      name: 'How good',
      fields: { labelCol: 'label' },
    },
  ]);

/** Predicts for the rows of the file with a registered model. */
const scoring = (name: string, fields: Readonly<Record<string, string>>): Record<string, unknown> =>
  inARow(name, [customers, { nodeClass: 'ml.NodePredict', type: 'ml-predict', fields }, print]);

const loading = (name: string, fields: Readonly<Record<string, string>>): Record<string, unknown> =>
  inARow(name, [
    customers,
    { nodeClass: 'ml.NodeModelLoad', type: 'ml-modelload', fields },
    { nodeClass: 'ml.NodePredict', type: 'ml-predict' },
    print,
  ]);

describe('models that runs have saved', () => {
  let service: TestService;
  let client: Client;
  let workflowId: number;
  let model: Model;

  before(async () => {
    service = await TestService.start({ MILLRACE_ENGINE_MEMORY: '1g' });
    client = await service.signedIn();
    const lines = Array.from(
      { length: 80 },
      (_, i) => `${i % 4 === 0 ? 'gold' : 'basic'},${i % 9},${(i * 37) % 200},${i % 9 > 5 ? 'yes' : 'no'}`,
    );
    await writeFile(join(service.files, 'customers.csv'), `plan,calls,minutes,left\n${lines.join('\n')}\n`);
    const saved = await client.post('/api/v1/workflows', { workflow: pipeline(3) });
    assert.equal(saved.status, 200, saved.text);
    workflowId = Number(saved.text);
    assert.equal(await run(workflowId), 'COMPLETED');
    await client.put(`/api/v1/workflows/${workflowId}`, { workflow: { ...pipeline(1), id: workflowId } });
    assert.equal(await run(workflowId), 'COMPLETED');
    const [listed] = (await client.get('/api/v1/models')).json as { readonly id: number }[];
    model = await modelNow(listed?.id ?? 0);
  });
  after(() => service[Symbol.asyncDispose]());

  const run = async (id: number): Promise<string> => {
    const asked = await client.post('/api/v1/workflow/execute', { workflowId: id });
    assert.equal(asked.status, 200, asked.text);
    return client.ended(Number(asked.text));
  };
  const made = async (workflow: Record<string, unknown>): Promise<number> => {
    const saved = await client.post('/api/v1/workflows', { workflow });
    assert.equal(saved.status, 200, saved.text);
    return Number(saved.text);
  };
  const modelNow = async (id: number): Promise<Model> => {
    const answer = await client.get(`/api/v1/models/${id}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Model;
  };
  const predict = (body: Record<string, unknown>, of = model.id) => client.post(`/api/v1/models/${of}/predict`, body);

  test('explore', async () => {
    console.log(JSON.stringify(model, null, 1).slice(0, 6000));
    console.log((await client.get('/api/v1/models')).text.slice(0, 800));
    const rows = [{ plan: 'gold', calls: 8, minutes: 10 }];
    for (let i = 0; i < 30; i++) {
      const t = performance.now();
      const a = await predict({ rows });
      console.log(Math.round(performance.now() - t), a.text.slice(0, 300));
    }
  });
});
