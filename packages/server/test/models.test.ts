import assert from 'node:assert/strict';
import { access, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { unzippedBytes } from './archives.ts';
import { csv, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { TestService, sharingSpark, type Client } from './support.ts';

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
  readonly nodeId: string;
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
    fields: { inputCols: ['plan', 'left'], outputCols: ['plan_index', 'label'] },
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

/** The same graph in the words of older files. */
const older = (workflow: Record<string, unknown>): Record<string, unknown> => {
  const word = (type: string): string =>
    type === 'ml-predict' ? 'predict' : type === 'ml-transformer' ? 'transform' : type.startsWith('ml-') ? 'ml' : type;
  const nodes = workflow['nodes'] as readonly { readonly type: string }[];
  return { ...workflow, nodes: nodes.map((node) => ({ ...node, type: word(node.type) })) };
};

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
    service = await TestService.start({}, Date.now, sharingSpark());
    client = await service.signedIn();
    const lines = Array.from(
      { length: 80 },
      (_, i) => `${i % 4 === 0 ? 'gold' : 'basic'},${i % 9},${(i * 37) % 200},${i % 9 > 5 ? 'yes' : 'no'}`,
    );
    await writeFile(join(service.files, 'customers.csv'), `plan,calls,minutes,left\n${lines.join('\n')}\n`);
    const creation = await client.post('/api/v1/workflows', { workflow: pipeline(3) });
    assert.equal(creation.status, 200, creation.text);
    workflowId = Number(creation.text);
    assert.equal(await run(workflowId), 'COMPLETED');
    const update = await client.put('/api/v1/workflows', { analysisflowId: workflowId, workflow: older(pipeline(1)) });
    assert.equal(update.status, 200, update.text);
    assert.equal(await run(workflowId), 'COMPLETED');
    const [entry] = (await client.get('/api/v1/models')).json as { readonly id: number }[];
    model = await modelNow(entry?.id ?? 0);
  });
  after(() => service[Symbol.asyncDispose]());

  const run = async (id: number): Promise<string> => {
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: id });
    assert.equal(executeReply.status, 200, executeReply.text);
    return client.waitForEnd(Number(executeReply.text));
  };
  const createWorkflow = async (workflow: Record<string, unknown>): Promise<number> => {
    const creation = await client.post('/api/v1/workflows', { workflow });
    assert.equal(creation.status, 200, creation.text);
    return Number(creation.text);
  };
  const modelNow = async (id: number): Promise<Model> => {
    const answer = await client.get(`/api/v1/models/${id}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Model;
  };
  const predict = (body: Record<string, unknown>, of = model.id) => client.post(`/api/v1/models/${of}/predict`, body);

  test('are versions of the model that their folder names, with all that is known of how they came about', async () => {
    assert.equal(model.name, 'leavers');
    assert.deepEqual(
      model.versions.map(({ version }) => version),
      [2, 1],
    );
    const [second, first] = model.versions;
    assert.ok(second !== undefined && first !== undefined);
    assert.equal(second.title, 'pipeline');
    assert.equal(second.algorithm, 'RandomForestClassificationModel');
    assert.deepEqual(second.stages, ['StringIndexerModel', 'VectorAssembler', 'RandomForestClassificationModel']);
    assert.equal(second.rows, 80);
    // the column of the label is not read to predict
    assert.deepEqual(second.inputs.toSorted(), ['calls', 'minutes', 'plan']);
    assert.deepEqual(second.outputs, ['prediction', 'probability', 'rawPrediction']);
    assert.deepEqual(second.features['features'], ['plan_index', 'calls', 'minutes']);
    assert.deepEqual(second.classes['label'], ['no', 'yes']);
    assert.deepEqual(
      second.data.sources.map(({ path }) => path),
      ['customers.csv'],
    );
    // the same file, untouched
    assert.equal(second.data.fingerprint, first.data.fingerprint);
    assert.equal(second.workflow.id, workflowId);
    assert.equal(second.maker.node, 'NodePipeline');
    const metric = second.metrics.find(({ name }) => name === 'areaUnderROC');
    assert.deepEqual([metric?.node, metric?.value], ['How good', 1]);
    const depth = (of: Version): unknown => of.parameters.find(({ name }) => name === 'maxDepth')?.value;
    assert.deepEqual([depth(first), depth(second)], [3, 1]);
    assert.ok(second.parameters.every(({ value }) => !String(value).includes('__')));
    assert.ok(first.executionId < second.executionId);
    const models = (await client.get('/api/v1/models')).json as { readonly id: number; readonly numbers: number[] }[];
    assert.deepEqual(models.find(({ id }) => id === model.id)?.numbers, [2, 1]);
    const saved = await client.get(`/api/v1/workflow-executions/${second.executionId}/models`);
    assert.deepEqual(saved.json, [{ modelId: model.id, name: 'leavers', version: 2, nodeId: second.nodeId }]);
  });

  test('are compared: what differs is told line by line', async () => {
    const answer = await client.get(`/api/v1/models/${model.id}/compare?versions=1,2`);
    const { parameters, facts, metrics } = answer.json as Record<
      string,
      { readonly name: string; readonly values: readonly unknown[]; readonly differs: boolean }[]
    >;
    const differing = parameters?.filter(({ differs }) => differs);
    assert.deepEqual(differing, [{ name: 'RandomForestClassification: maxDepth', values: [3, 1], differs: true }]);
    assert.deepEqual(
      facts?.find(({ name }) => name === 'rows'),
      { name: 'rows', values: [80, 80], differs: false },
    );
    assert.ok(metrics?.some(({ name }) => name === 'How good: areaUnderROC'));
    const missing = await client.get(`/api/v1/models/${model.id}/compare?versions=1,9`);
    assert.deepEqual([missing.status, problem(missing)], [404, 'version 9 of model "leavers" not found']);
  });

  test('predict rows of JSON, with the class by its name', async () => {
    const rows = [
      { plan: 'gold', calls: 8, minutes: 10 },
      { plan: 'basic', calls: '0', minutes: 10.5, more: 'is not looked at' },
    ];
    const answer = await predict({ rows });
    assert.equal(answer.status, 200, answer.text);
    const { version, rows: predictions } = answer.json as { version: number; rows: readonly Record<string, unknown>[] };
    assert.equal(version, 2);
    assert.deepEqual(
      predictions.map(({ prediction, predictedClass }) => [prediction, predictedClass]),
      [
        [1, 'yes'],
        [0, 'no'],
      ],
    );
    const [no = NaN, yes = NaN] = (predictions[0]?.['probability'] ?? []) as number[];
    assert.ok(yes > no && Math.abs(no + yes - 1) < 1e-12);

    const selection = await predict({ rows, version: 1, columns: ['features', 'plan', 'prediction'] });
    assert.deepEqual((selection.json as { rows: unknown }).rows, [
      { features: [1, 8, 10], plan: 'gold', prediction: 1 },
      { features: [0, 0, 10.5], plan: 'basic', prediction: 0 },
    ]);
    assert.deepEqual(((await predict({ rows: [] })).json as { rows: unknown }).rows, []);
    const byName = await predict({ rows, columns: ['predictedClass', 'plan'] });
    const { columns: columnsByName, rows: classesOfRows } = byName.json as Record<string, unknown>;
    assert.deepEqual(
      [columnsByName, classesOfRows],
      [
        [
          { name: 'predictedClass', type: 'string' },
          { name: 'plan', type: 'string' },
        ],
        [
          { predictedClass: 'yes', plan: 'gold' },
          { predictedClass: 'no', plan: 'basic' },
        ],
      ],
    );
  });

  test('tell which row and column they cannot predict for', async () => {
    const row = { plan: 'gold', calls: 8, minutes: 10 };
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ plan: 'gold', calls: 8 }, /^rows\/1: column "minutes" is missing: the model needs it: enter a value for it/],
      [
        { ...row, calls: 'many' },
        /^rows\/1: column "calls" has the invalid value "many": must be of type double: enter a number/,
      ],
      [
        { ...row, plan: ['gold'] },
        /^rows\/1: column "plan" has the invalid value \["gold"\]: must be of type string: enter a text$/,
      ],
      [
        { ...row, plan: 'silver' },
        /^rows\/1: column "plan" has the value "silver", which was not in the training data: enter a value that was in the training data, or/,
      ],
      [
        { ...row, minutes: null },
        /^rows\/1: a value for a vector is null, and the row has no value for "minutes": enter numbers/,
      ],
    ];
    for (const [wrong, sentence] of cases) {
      const answer = await predict({ rows: [row, wrong] });
      assert.equal(answer.status, 422, answer.text);
      assert.match(problem(answer), sentence);
      assert.doesNotMatch(answer.text, /\bat [\w.$]+\(|Exception/);
    }
    const column = await predict({ rows: [row], columns: ['predicton'] });
    assert.equal(column.status, 422, column.text);
    assert.equal(
      problem(column),
      'columns: the model returns no column "predicton": ask for prediction, probability, rawPrediction, predictedClass, calls, minutes, plan, plan_index, features',
    );
    assert.equal((column.json as { errors: { field: string }[] }).errors[0]?.field, 'columns');
    assert.equal((await predict({ rows: [row], version: null })).status, 200);
    for (const version of [true, 1.5, [1], {}]) {
      const refusal = await predict({ rows: [row], version });
      assert.equal(refusal.status, 400, refusal.text);
    }
    assert.equal((await predict({ rows: [row], version: 9 })).status, 404);
    assert.equal((await predict({ rows: [row], version: 'best' })).status, 400);
    const none = await predict({ rows: [row], version: 'champion' });
    assert.deepEqual(
      [none.status, problem(none)],
      [422, 'no version of model "leavers" is marked as champion: name a version'],
    );
  });

  test('are taken by name in other workflows, and stay while they are in use', async () => {
    const { id, uuid } = model;
    const scored = await createWorkflow(scoring('Scores', { model_uuid: 'models:/leavers/champion' }));
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: scored });
    assert.equal(await client.waitForEnd(Number(executeReply.text)), 'FAILED');
    const failed = await client.get(`/api/v1/execution-results/workflow-executions/${executeReply.text}/resultType/3`);
    assert.match(failed.text, /model \\"models:\/leavers\/champion\\": no version of the model is marked as champion/);

    assert.equal((await client.put(`/api/v1/models/${id}`, { champion: 7 })).status, 404);
    assert.equal((await client.put(`/api/v1/models/${id}`, { champion: 1, description: 'Who goes' })).status, 200);
    assert.equal((await modelNow(id)).champion, 1);
    assert.equal(await run(scored), 'COMPLETED');

    const loaders = [
      loading('By number', { path: 'models:/leavers/2' }),
      loading('Champion of a folder', { path: 'models/leavers', selectChampionModel: 'TRUE' }),
      loading('Newest of a folder', { path: 'models/leavers' }),
      scoring('By uuid', { model_uuid: uuid }),
      loading('Loaded by uuid', { path: uuid }),
    ];
    const ids: number[] = [];
    for (const workflow of loaders) {
      const one = await createWorkflow(workflow);
      assert.equal(await run(one), 'COMPLETED');
      ids.push(one);
    }
    const { usedBy } = await modelNow(id);
    assert.deepEqual(
      usedBy.map(({ kind, name, version }) => [kind, name, version]),
      [
        ['workflow', 'By number', 2],
        ['workflow', 'By uuid', 1],
        ['workflow', 'Champion of a folder', 1],
        ['workflow', 'Loaded by uuid', 1],
        ['workflow', 'Newest of a folder', 2],
        ['workflow', 'Scores', 1],
      ],
    );
    const { workflows, data, links } = (await client.get('/api/v1/projects/1/lineage')).json as {
      readonly workflows: readonly { readonly id: number; readonly name: string }[];
      readonly data: readonly { readonly id: number; readonly kind: string; readonly recordId: number | null }[];
      readonly links: readonly { readonly workflowId: number; readonly dataId: number; readonly isWritten: boolean }[];
    };
    const item = data.find(({ kind }) => kind === 'model');
    assert.equal(item?.recordId, id);
    assert.deepEqual(
      links
        .filter(({ dataId }) => dataId === item?.id)
        .map(({ workflowId: of, isWritten }) => [workflows.find((one) => one.id === of)?.name, isWritten]),
      [
        ['By number', false],
        ['By uuid', false],
        ['Champion of a folder', false],
        ['Loaded by uuid', false],
        ['Newest of a folder', false],
        ['Scores', false],
        ['Who leaves', true],
      ],
    );
    const wholly = await client.delete(`/api/v1/models/${id}`);
    assert.equal(wholly.status, 409);
    assert.match(problem(wholly), /^model "leavers" is in use by workflow "By number" \(node 2\), .*: remove it there/);
    const used = await client.delete(`/api/v1/models/${id}/versions/2`);
    assert.equal(used.status, 409);
    const champion = await client.delete(`/api/v1/models/${id}/versions/1`);
    assert.match(problem(champion), /is its champion: mark another version or none as champion first$/);
    for (const one of [...ids, scored]) assert.equal((await client.delete(`/api/v1/workflows/${one}`)).status, 200);
  });

  test('are shown on dashboards', async () => {
    const items = [
      { id: 1, type: 'MODEL', modelId: model.id },
      { id: 2, type: 'MODEL', modelId: model.id, version: 2 },
      { id: 3, type: 'MODEL', workflowId, nodeId: '6' },
      { id: 4, type: 'MODEL', workflowId, nodeId: '8' },
      { id: 5, type: 'MODEL', modelId: 4_711 },
    ];
    const creation = await client.post('/api/v1/dashboards', {
      name: 'Models',
      sheets: [{ idx: '0', name: 'First', items }],
    });
    assert.equal(creation.status, 200, creation.text);
    const results = await client.get(`/api/v1/dashboards/results?dashboardId=${creation.text}&sheetId=0`);
    const sheetItems = results.json as {
      readonly state: string;
      readonly message: string | null;
      readonly outputs: readonly { readonly title: string }[];
      readonly model: { readonly name: string; readonly version: number; readonly isChampion: boolean } | null;
    }[];
    assert.deepEqual(
      sheetItems.map(({ state, model: of }) => [state, of?.name, of?.version, of?.isChampion]),
      [
        ['shown', 'leavers', 1, true],
        ['shown', 'leavers', 2, false],
        ['shown', 'leavers', 2, false],
        ['shown', undefined, undefined, undefined],
        ['gone', undefined, undefined, undefined],
      ],
    );
    assert.equal(sheetItems[4]?.message, 'the model no longer exists');
    assert.ok(sheetItems[3]?.outputs.some(({ title }) => title === 'Metrics'));
    const deletion = await client.delete(`/api/v1/models/${model.id}`);
    assert.match(problem(deletion), /is in use by dashboard "Models"/);
    assert.equal((await client.delete(`/api/v1/dashboards/${creation.text}`)).status, 200);
  });

  test('are called by name and version where rows lack what they read', async () => {
    const fields = { model_uuid: 'models:/leavers/2' };
    const predicting = { nodeClass: 'ml.NodePredict', type: 'ml-predict', fields };
    const bare = await createWorkflow(inARow('Bare', [customers, sql('select plan, calls from t'), predicting, print]));
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: bare });
    assert.equal(await client.waitForEnd(Number(executeReply.text)), 'FAILED');
    assert.match(
      await failureOf(client, executeReply.text),
      /"message":"the rows have no column \\"minutes\\", which the model leavers, version 2 needs/,
    );
    assert.equal((await client.delete(`/api/v1/workflows/id/${bare}`)).status, 200);
  });

  test('come as a ZIP archive that every Spark loads, and are registered from a folder', async () => {
    const archive = await client.bytes(`/api/v1/models/${model.id}/versions/2/download`);
    const files = await unzippedBytes(archive);
    assert.ok(Object.keys(files).every((name) => name.startsWith('leavers-2/')));
    const metadata = Object.entries(files).find(([name]) => /^leavers-2\/metadata\/part-/.test(name));
    assert.match(metadata?.[1].toString() ?? '', /"class":"org.apache.spark.ml.PipelineModel"/);

    for (const [name, file] of Object.entries(files)) {
      const path = join(service.files, 'brought', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, file);
    }
    const registration = await client.post('/api/v1/models', { name: 'brought', path: 'brought/leavers-2' });
    assert.equal(registration.status, 200, registration.text);
    const { id, version } = registration.json as { id: number; version: number };
    assert.equal(version, 1);
    const rows = [{ plan: 'gold', calls: 8, minutes: 10 }];
    const answer = await predict({ rows }, id);
    assert.deepEqual((answer.json as { rows: { prediction: number }[] }).rows[0]?.prediction, 1, answer.text);

    // a second name for the same folder takes nothing away
    const copy = await client.post('/api/v1/models', { name: 'the same', path: 'brought/leavers-2' });
    assert.equal((await predict({ rows }, (copy.json as { id: number }).id)).status, 200);
    assert.equal((await predict({ rows }, id)).status, 200);
    const both = await client.delete(`/api/v1/models/${id}?files=true`);
    assert.deepEqual(
      [both.status, problem(both)],
      [409, 'version 1 of model "the same" is also in folder "/brought/leavers-2": delete without the files'],
    );
    assert.equal((await client.delete(`/api/v1/models/${(copy.json as { id: number }).id}`)).status, 200);

    const empty = await client.post('/api/v1/models', { name: 'nothing', path: 'models' });
    assert.deepEqual(
      [empty.status, problem(empty)],
      [422, 'path "/models" holds no model that was saved by a node or by Spark'],
    );
    assert.equal((await client.delete(`/api/v1/models/${id}?files=true`)).status, 200);
    await assert.rejects(access(join(service.files, 'brought', 'leavers-2')));
    assert.equal((await client.get(`/api/v1/models/${id}`)).status, 404);
  });

  test('are told apart from what a later run saves in the same folder', async () => {
    const fixed = (seed: string): Record<string, unknown> =>
      inARow('Fixed', [
        customers,
        ...features,
        {
          nodeClass: 'ml.NodeRandomForestClassifier',
          type: 'ml-estimator',
          fields: { featuresCol: 'features', labelCol: 'label', numTrees: '3', seed },
        },
        {
          nodeClass: 'ml.NodeModelSave',
          type: 'ml-modelsave',
          fields: { path: 'models/fixed', fixedPath: 'true', overwrite: 'true', modelName: 'Forest of leavers' },
        },
      ]);
    assert.equal(await run(await createWorkflow(fixed('1'))), 'COMPLETED');
    const models = (await client.get('/api/v1/models?search=FOREST%20of')).json as { readonly id: number }[];
    assert.equal(models.length, 1);
    const path = `/api/v1/models/${models[0]?.id}`;
    assert.equal((await client.put(path, { champion: 1 })).status, 200);
    const executeReply = await client.post('/api/v1/workflow/execute', {
      workflowId: await createWorkflow(fixed('2')),
    });
    assert.equal(await client.waitForEnd(Number(executeReply.text)), 'COMPLETED');
    // the run says whose champion it has saved over
    const pattern = /version 1 of model \\*"Forest of leavers\\*", its champion, was overwritten: mark another/;
    assert.match((await client.get(`/api/v1/workflow-executions/${executeReply.text}`)).text, pattern);
    assert.match((await client.get(`/api/v1/workflow-executions/${executeReply.text}/logs/view`)).text, pattern);
    assert.equal((await client.put(path, { champion: null })).status, 200);
    const { id, versions } = await modelNow(models[0]?.id ?? 0);
    assert.deepEqual(
      versions.map(({ version, isReplaced, title }) => [version, isReplaced, title]),
      [
        [2, false, 'random forest classifier'],
        [1, true, 'random forest classifier'],
      ],
    );
    const old = await predict({ rows: [{ features: [0, 1, 2] }], version: 1 }, id);
    assert.match(problem(old), /^another model has replaced the files of Forest of leavers, version 1/);
    // by the places of the vector, in three ways
    const rows = [
      { features: [1, 8, 10] },
      { features: { size: 3, indices: [0, 1, 2], values: [1, 8, 10] } },
      { plan_index: 1, calls: 8, minutes: 10 },
      { features: { plan_index: 1, calls: 8, minutes: 10 } },
    ];
    const answer = await predict({ rows }, id);
    const { rows: predictions } = answer.json as { rows: readonly { readonly predictedClass: string }[] };
    assert.deepEqual(
      predictions.map(({ predictedClass }) => predictedClass),
      ['yes', 'yes', 'yes', 'yes'],
      answer.text,
    );
    const short = await predict({ rows: [{ features: [1, 8] }] }, id);
    assert.match(problem(short), /has 2 numbers: must have 3: enter 3 numbers: plan_index, calls, minutes$/);
  });

  test('are read again where their folder has changed', async () => {
    const rows = [{ plan: 'gold', calls: 8, minutes: 10 }];
    assert.equal((await predict({ rows })).status, 200);
    const version = model.versions.find((one) => one.version === 2);
    await rm(join(service.files, version?.path ?? '', 'metadata'), { recursive: true });
    const answer = await predict({ rows, version: 2 });
    assert.equal(answer.status, 422, answer.text);
    assert.match(problem(answer), /models\/leavers\/.*metadata/);
  });

  test('are those of the project, and their files those of who asks', async () => {
    const stranger = await service.addUser('stranger');
    assert.equal((await stranger.get(`/api/v1/models/${model.id}`)).status, 404);
    assert.deepEqual((await stranger.get('/api/v1/models')).json, []);
    const executeReply = await stranger.post(`/api/v1/models/${model.id}/predict`, { rows: [{}] });
    assert.equal(executeReply.status, 404);

    const members = [{ userId: stranger.id, rights: ['VIEW', 'EXECUTE'] }];
    assert.equal((await client.put('/api/v1/projects/1/members', members)).status, 200);
    const rows = [{ plan: 'gold', calls: 8, minutes: 10 }];
    const allowed = await stranger.post(`/api/v1/models/${model.id}/predict`, { rows, version: 1 });
    assert.equal(allowed.status, 200, allowed.text);
    const home = join(service.files, 'user', 'admin', 'mine');
    await cp(join(service.files, model.versions[1]?.path ?? ''), home, { recursive: true });
    const registration = await client.post('/api/v1/models', { name: 'mine', path: '/user/admin/mine' });
    const { id } = registration.json as { id: number };
    assert.equal((await predict({ rows }, id)).status, 200);
    const hidden = await stranger.post(`/api/v1/models/${id}/predict`, { rows });
    assert.equal(hidden.status, 422, hidden.text);
    assert.match(problem(hidden), /\/user\/admin\/mine/);
    assert.equal((await stranger.get(`/api/v1/models/${id}/versions/1/download`)).status, 404);
    const answer = await stranger.post('/api/v1/models', { name: 'theirs', path: '/user/admin/mine' });
    assert.equal(answer.status, 403, answer.text);
  });
});

test('models of scikit-learn and statsmodels are registered, taken by name, and predict rows of JSON without Spark', async () => {
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, Date.now, sharingSpark());
  const client = await service.signedIn();
  const lines = Array.from({ length: 60 }, (_, i) => `${i % 9},${(i * 37) % 50},${i % 9 > 5 ? 'yes' : 'no'}`);
  await writeFile(join(service.files, 'calls.csv'), `calls,minutes,left\n${lines.join('\n')}\n`);
  const calls = csv('calls.csv', ['calls', 'minutes', 'left'], ['DOUBLE', 'DOUBLE', 'STRING']);
  const run = async (workflow: Record<string, unknown>): Promise<string> => {
    const creation = await client.post('/api/v1/workflows', { workflow });
    assert.equal(creation.status, 200, creation.text);
    const executeReply = await client.post('/api/v1/workflow/execute', {
      workflowId: Number(creation.text),
      engine: 'sail',
    });
    assert.equal(
      await client.waitForEnd(Number(executeReply.text)),
      'COMPLETED',
      await failureOf(client, executeReply.text),
    );
    const log = (await client.get(`/api/v1/workflow-executions/${executeReply.text}/logs/view`)).text;
    // a sandbox is nothing that people could mend
    assert.doesNotMatch(log, /joblib|Errno/);
    return executeReply.text;
  };
  await run(
    inARow('Learns', [
      calls,
      {
        nodeClass: 'sklearn.NodeSklearnRandomForestClassifier',
        type: 'ml-estimator',
        fields: { targetCol: 'left', featureCols: ['calls', 'minutes'], n_estimators: '5', random_state: '3' },
      },
      { nodeClass: 'sklearn.NodeModelSave', type: 'ml-modelsave', fields: { path: 'models/leavers' } },
      { nodeClass: 'sklearn.NodeSklearnPredict', type: 'ml-predict', fields: { targetCol: 'left' } },
    ]),
  );
  const [entry] = (await client.get('/api/v1/models')).json as { readonly id: number }[];
  const path = `/api/v1/models/${entry?.id}`;
  const { versions, name } = (await client.get(path)).json as Model & {
    readonly versions: readonly { readonly library: string; readonly madeBy: string }[];
  };
  const [version] = versions;
  assert.ok(version !== undefined);
  assert.equal(name, 'leavers');
  assert.equal(version.library, 'sklearn');
  assert.match(version.madeBy, /^scikit-learn \d/);
  assert.equal(version.algorithm, 'RandomForestClassifier');
  assert.deepEqual(version.inputs, ['calls', 'minutes']);
  assert.equal(version.rows, 60);
  assert.ok(version.metrics.some(({ name: metric, value }) => metric === 'accuracy' && value === 1));
  assert.equal(version.parameters.find(({ name: one }) => one === 'n_estimators')?.value, 5);

  const rows = [
    { calls: 8, minutes: 10 },
    { calls: 0, minutes: '10' },
  ];
  const answer = await client.post(`${path}/predict`, { rows });
  assert.equal(answer.status, 200, answer.text);
  const predictNow = (answer.json as { rows: readonly { prediction: string; probability: readonly number[] }[] }).rows;
  assert.deepEqual(
    predictNow.map(({ prediction }) => prediction),
    ['yes', 'no'],
  );
  assert.equal(predictNow[0]?.probability.length, 2);
  const unfit = await client.post(`${path}/predict`, { rows: [{ calls: 8, minutes: null }] });
  assert.equal(unfit.status, 422, unfit.text);
  assert.match(
    problem(unfit),
    /^rows\/0: column "minutes" is null in 1 of 1 rows, and the row has no value for "minutes"/,
  );
  const missing = await client.post(`${path}/predict`, { rows: [{ calls: 8 }] });
  assert.match(problem(missing), /^rows\/0: column "minutes" is missing/);
  assert.equal(service.service.context.host.processes.spark, 0);

  await run(
    inARow('Half', [
      calls,
      {
        nodeClass: 'sklearn.NodeSklearnRandomForestRegression',
        type: 'ml-estimator',
        fields: { targetCol: 'calls', featureCols: ['minutes'], n_estimators: '5', splitRatio: '0.5' },
      },
      { nodeClass: 'sklearn.NodeModelSave', type: 'ml-modelsave', fields: { path: 'models/half' } },
    ]),
  );
  const [half] = (await client.get('/api/v1/models?search=half')).json as { readonly id: number }[];
  assert.equal(((await client.get(`/api/v1/models/${half?.id}`)).json as Model).versions[0]?.rows, 30);

  const score = { nodeClass: 'sklearn.NodeSklearnPredict', type: 'ml-predict' };
  await run(inARow('By name', [calls, { ...score, fields: { model_uuid: 'models:/leavers/1' } }, print]));
  const load = { nodeClass: 'sklearn.NodeModelLoad', type: 'ml-modelload', fields: { path: 'models:/leavers' } };
  await run(inARow('Loaded', [calls, load, score, print]));
  const deletion = await client.delete(path);
  assert.match(problem(deletion), /in use by workflow "By name" \(node 2\), workflow "Loaded" \(node 2\)/);

  await run(
    inARow('Series', [
      calls,
      {
        nodeClass: 'ts.NodeAutoARIMA',
        type: 'ml-estimator',
        fields: { y: 'minutes', max_p: '0', max_q: '0', with_intercept: 'true', method: 'lbfgs' },
      },
      { nodeClass: 'ts.NodeArimaSave', type: 'ml-modelsave', fields: { path: 'models/minutes' } },
    ]),
  );
  const series = (await client.get('/api/v1/models?search=minutes')).json as { readonly id: number }[];
  const forecast = await client.post(`/api/v1/models/${series[0]?.id}/predict`, { rows });
  assert.match(problem(forecast), /^minutes, version 1 cannot predict single rows: use its forecasts/);
});

test('models of XGBoost are registered, taken by name and folder, and predict rows of JSON by the names of features', async () => {
  await using service = await TestService.start({}, Date.now, sharingSpark());
  const client = await service.signedIn();
  const lines = Array.from({ length: 60 }, (_, i) => `basic,${i % 9},${(i * 37) % 200},${i % 9 > 5 ? 'yes' : 'no'}`);
  await writeFile(join(service.files, 'customers.csv'), `plan,calls,minutes,left\n${lines.join('\n')}\n`);
  const run = async (workflow: Record<string, unknown>): Promise<void> => {
    const creation = await client.post('/api/v1/workflows', { workflow });
    assert.equal(creation.status, 200, creation.text);
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
    assert.equal(await client.waitForEnd(Number(executeReply.text)), 'COMPLETED');
  };
  const preparation = [
    { ...features[0], fields: { inputCols: ['left'], outputCols: ['label'] } },
    { ...features[1], fields: { inputCols: ['calls', 'minutes'], outputCol: 'features' } },
  ] as readonly NodeDraft[];
  const predict = { nodeClass: 'ml.NodePredict', type: 'ml-predict' };
  await run(
    inARow('Trees', [
      customers,
      ...preparation,
      {
        nodeClass: 'ml.NodeXGBoostClassifier',
        type: 'ml-estimator',
        fields: { featuresCol: 'features', labelCol: 'label', numRound: '5', splitRatio: '0.8' },
      },
      { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: 'models/leavers' } },
      predict,
    ]),
  );
  const [entry] = (await client.get('/api/v1/models')).json as { readonly id: number }[];
  const path = `/api/v1/models/${entry?.id}`;
  const { versions } = (await client.get(path)).json as Model & {
    readonly versions: readonly { readonly library: string; readonly madeBy: string }[];
  };
  const [version] = versions;
  assert.ok(version !== undefined);
  assert.deepEqual([version.library, version.algorithm], ['xgboost', 'XGBoostClassifier']);
  assert.match(version.madeBy, /^XGBoost \d/);
  assert.deepEqual([version.inputs, version.features], [['features'], { features: ['calls', 'minutes'] }]);
  assert.deepEqual(version.outputs, ['rawPrediction', 'probability', 'prediction']);
  assert.ok(version.metrics.some(({ name }) => name === 'areaUnderROC'));
  assert.equal(version.parameters.find(({ name }) => name === 'num_boost_round')?.value, 5);

  assert.equal(version.rows, await rowsOfTable(client, version.executionId));

  const answer = await client.post(`${path}/predict`, {
    rows: [
      { calls: 8, minutes: 10 },
      { features: [0, 10] },
      { features: { size: 2, indices: [0], values: [7] } },
      { features: [8, 'NaN'] },
      { calls: 0, minutes: 'NaN' },
    ],
  });
  assert.equal(answer.status, 200, answer.text);
  const { rows } = answer.json as {
    rows: readonly { prediction: number; predictedClass: string; probability: readonly number[] }[];
  };
  assert.deepEqual(
    rows.map(({ predictedClass }) => predictedClass),
    ['yes', 'no', 'yes', 'yes', 'no'],
  );
  assert.ok((rows[0]?.probability[1] ?? 0) > 0.5);
  const unfit = await client.post(`${path}/predict`, { rows: [{ features: [1, 2, 3] }] });
  assert.match(problem(unfit), /column "features" has 3 numbers: must have 2: enter 2 numbers: calls, minutes/);

  await run(
    inARow('By name', [customers, ...preparation, { ...predict, fields: { model_uuid: 'models:/leavers/1' } }, print]),
  );
  const load = { nodeClass: 'ml.NodeModelLoad', type: 'ml-modelload', fields: { path: 'models:/leavers' } };
  await run(inARow('Loaded', [customers, ...preparation, load, predict, print]));
  const ofOthers = { nodeClass: 'sklearn.NodeSklearnPredict', fields: { model_uuid: 'models:/leavers' } };
  const wrong = await client.post('/api/v1/workflows', { workflow: inARow('Wrong', [customers, ofOthers]) });
  const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(wrong.text) });
  assert.equal(await client.waitForEnd(Number(executeReply.text)), 'FAILED');
  assert.match(await failureOf(client, executeReply.text), /models:\/leavers\\" contains an XGBoost classifier/);
  assert.match(
    problem(await client.delete(path)),
    /in use by workflow "By name" \(node 4\), workflow "Loaded" \(node 4\), workflow "Wrong" \(node 2\)/,
  );
});

test('the rows that a model has learned from are those that were not held back to test it', async () => {
  await using service = await TestService.start({}, Date.now, sharingSpark());
  const client = await service.signedIn();
  const lines = Array.from({ length: 100 }, (_, i) => `basic,${i % 9},${(i * 37) % 200},${i % 9 > 5 ? 'yes' : 'no'}`);
  await writeFile(join(service.files, 'customers.csv'), `plan,calls,minutes,left\n${lines.join('\n')}\n`);
  const learner: NodeDraft = {
    nodeClass: 'ml.NodeLinearRegression',
    type: 'ml-estimator',
    fields: { featuresCol: 'features', labelCol: 'minutes', splitRatio: '0.5', seed: '3' },
  };
  const vectors = { ...features[1], fields: { inputCols: ['calls'], outputCol: 'features' } } as NodeDraft;
  const save = (path: string): NodeDraft => ({
    nodeClass: 'ml.NodeModelSave',
    type: 'ml-modelsave',
    fields: { path },
  });
  const trainedVersions = async (path: string, ...nodes: readonly NodeDraft[]): Promise<readonly Version[]> => {
    const creation = await client.post('/api/v1/workflows', {
      workflow: inARow(path, [customers, vectors, ...nodes, save(`models/${path}`)]),
    });
    // the second run takes what the first has found out
    for (let times = 0; times < 2; times++) {
      const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
      assert.equal(
        await client.waitForEnd(Number(executeReply.text)),
        'COMPLETED',
        await failureOf(client, executeReply.text),
      );
    }
    const [model] = (await client.get(`/api/v1/models?search=${path}`)).json as { readonly id: number }[];
    return ((await client.get(`/api/v1/models/${model?.id}`)).json as Model).versions;
  };
  const halves = await trainedVersions('half', learner);
  for (const { rows, executionId } of halves) {
    assert.equal(rows, await rowsOfTable(client, executionId));
    assert.ok(rows > 20 && rows < 80, String(rows));
  }
  assert.equal(halves[0]?.rows, halves[1]?.rows);
  const judge = { nodeClass: 'ml.NodeRegressionEvaluator', type: 'ml-evaluator', fields: { labelCol: 'minutes' } };
  const search = { nodeClass: 'ml.NodeTrainValidationSplit', type: 'ml-trainvalidationsplit', fields: { seed: '3' } };
  const versionsBySearch = await trainedVersions('searched', learner, judge, search);
  // a search trains on all of them
  assert.deepEqual(
    versionsBySearch.map(({ rows }) => rows),
    [100, 100],
  );
  // the training rows of a loaded model were not counted
  const [version] = await trainedVersions('again', {
    nodeClass: 'ml.NodeModelLoad',
    type: 'ml-modelload',
    fields: { path: 'models:/half/1' },
  });
  assert.equal(version?.rows, null);
});

test('an engine that comes in place of one that ended predicts with the models that are in use', async () => {
  // its own Spark, which it ends
  await using service = await TestService.start({ MILLRACE_ENGINE_MEMORY: '1g' });
  const client = await service.signedIn();
  await writeFile(
    join(service.files, 'customers.csv'),
    'plan,calls,minutes,left\nbasic,1,2,no\nbasic,2,4,no\ngold,3,6,no\n',
  );
  const vectors = { ...features[1], fields: { inputCols: ['calls'], outputCol: 'features' } } as NodeDraft;
  const learner: NodeDraft = {
    nodeClass: 'ml.NodeLinearRegression',
    type: 'ml-estimator',
    fields: { featuresCol: 'features', labelCol: 'minutes' },
  };
  const save: NodeDraft = { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: 'models/line' } };
  const creation = await client.post('/api/v1/workflows', {
    workflow: inARow('Line', [customers, vectors, learner, save]),
  });
  const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
  assert.equal(
    await client.waitForEnd(Number(executeReply.text)),
    'COMPLETED',
    await failureOf(client, executeReply.text),
  );
  const [model] = (await client.get('/api/v1/models')).json as { readonly id: number }[];
  const predict = async (): Promise<void> => {
    const answer = await client.post(`/api/v1/models/${model?.id}/predict`, { rows: [{ features: [5] }] });
    assert.equal(answer.status, 200, answer.text);
  };
  await predict();
  await using engine = await service.service.context.host.open('spark', { owner: 'project 1' });
  engine.kill();
  await predict();
});

/** The rows of the table that a learner shows in a run. */
async function rowsOfTable(client: Client, run: number): Promise<number> {
  const results = (await client.get(`/api/v1/workflow-executions/${run}/results`)).json as {
    readonly title: string;
    readonly rows?: readonly (readonly unknown[])[];
  }[];
  const modelRows = results.find(({ title }) => title === 'Model')?.rows ?? [];
  return Number(modelRows.find(([name]) => name === 'rows')?.[1]);
}

const failureOf = async (client: Client, run: string): Promise<string> =>
  (await client.get(`/api/v1/workflow-executions/${run}/nodes`)).text;

const problem = ({ json }: { readonly json: unknown }): string => (json as { detail: string }).detail;
