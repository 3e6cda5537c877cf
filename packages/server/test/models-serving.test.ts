import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { EngineSession } from '@millrace/engines/host';
import { csv, inARow, type NodeDraft } from './graphs.ts';
import { TestService, sharingSpark, type Answer, type Client } from './support.ts';
import { until } from '@millrace/testkit/until';

const customers = csv('customers.csv', ['plan', 'calls', 'left'], ['STRING', 'DOUBLE', 'DOUBLE']);
const ratings = csv('ratings.csv', ['person', 'film', 'stars'], ['INTEGER', 'INTEGER', 'DOUBLE']);

const indexer: NodeDraft = {
  nodeClass: 'ml.NodeStringIndexer',
  type: 'ml-transformer',
  fields: { inputCols: ['plan'], outputCols: ['plan_index'], handleInvalid: 'skip' },
};
const assembler: NodeDraft = {
  nodeClass: 'ml.NodeVectorAssembler',
  type: 'ml-transformer',
  fields: { inputCols: ['plan_index', 'calls'], outputCol: 'features' },
};
const forest: NodeDraft = {
  nodeClass: 'ml.NodeRandomForestClassifier',
  type: 'ml-estimator',
  fields: { featuresCol: 'features', labelCol: 'left', numTrees: '3', seed: '7' },
};
const als: NodeDraft = {
  nodeClass: 'ml.NodeALS',
  type: 'ml-estimator',
  fields: { userCol: 'person', itemCol: 'film', ratingCol: 'stars', rank: '2', seed: '7' },
};
const save = (path: string): NodeDraft => ({
  nodeClass: 'ml.NodeModelSave',
  type: 'ml-modelsave',
  fields: { path, fixedPath: 'true' },
});

/** What Spark writes of a stage that is not trained, or that others lie in. */
const metadata = (name: string, uid: string, paramMap: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ class: `org.apache.spark.ml.${name}`, timestamp: 1, sparkVersion: '4.0.0', uid, paramMap, defaultParamMap: {} })}\n`;

describe('registered models that serve rows', () => {
  let service: TestService;
  let client: Client;

  before(async () => {
    service = await TestService.start({}, Date.now, sharingSpark());
    client = await service.signedIn();
    const lines = Array.from(
      { length: 60 },
      (_, i) => `${i % 4 === 0 ? 'gold' : 'basic'},${i % 9},${i % 9 > 5 ? 1 : 0}`,
    );
    await writeFile(join(service.files, 'customers.csv'), `plan,calls,left\n${lines.join('\n')}\n`);
    const rowTexts = Array.from({ length: 60 }, (_, i) => `${i % 6},${i % 10},${(i % 5) + 1}`);
    await writeFile(join(service.files, 'ratings.csv'), `person,film,stars\n${rowTexts.join('\n')}\n`);
    const pipeline = { nodeClass: 'ml.NodePipeline', type: 'ml-pipeline' };
    await run(inARow('Whole', [customers, indexer, assembler, forest, pipeline, save('models/whole')]));
    await run(inARow('Forest', [customers, indexer, assembler, forest, save('models/forest')]));
    await run(inARow('Films', [ratings, als, save('models/films')]));
  });
  after(() => service[Symbol.asyncDispose]());

  const run = async (workflow: Record<string, unknown>): Promise<void> => {
    const creation = await client.post('/api/v1/workflows', { workflow });
    assert.equal(creation.status, 200, creation.text);
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
    const status = await client.waitForEnd(Number(executeReply.text));
    assert.equal(
      status,
      'COMPLETED',
      (await client.get(`/api/v1/workflow-executions/${executeReply.text}/logs/view`)).text,
    );
  };
  const folder = (path: string): string => join(service.files, path);
  const register = async (name: string, path: string): Promise<number> => {
    const registration = await client.post('/api/v1/models', { name, path });
    assert.equal(registration.status, 200, registration.text);
    return (registration.json as { id: number }).id;
  };
  const idOf = async (name: string): Promise<number> => {
    const [model] = (await client.get(`/api/v1/models?search=${name}`)).json as { readonly id: number }[];
    return model?.id ?? assert.fail(`no model ${name}`);
  };
  const predict = (id: number, rows: readonly unknown[], more: Record<string, unknown> = {}): Promise<Answer> =>
    client.post(`/api/v1/models/${id}/predict`, { rows, ...more });
  const rowsOf = (answer: Answer): readonly Record<string, unknown>[] => {
    assert.equal(answer.status, 200, answer.text);
    return (answer.json as { readonly rows: readonly Record<string, unknown>[] }).rows;
  };
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(folder(`${path}/metadata`), { recursive: true });
    await writeFile(folder(`${path}/metadata/part-00000`), text);
    await writeFile(folder(`${path}/metadata/_SUCCESS`), '');
  };

  test('say which rows a model leaves out, and answer the others in their order', async () => {
    const id = await idOf('whole');
    const [known, unseen] = [
      { plan: 'gold', calls: 8 },
      { plan: 'silver', calls: 8 },
    ];
    const answer = await predict(id, [known, unseen, known, unseen, { ...known, plan: null }]);
    assert.deepEqual(
      [answer.status, problem(answer)[0]],
      [
        422,
        'rows/1: the model leaves out this row, and 2 more: rows/3, rows/4: enter values that were in the training data, and no null; or train the model again with nodes that keep such rows (handleInvalid: keep, coldStartStrategy: nan)',
      ],
    );
    assert.deepEqual(problem(answer)[1], 'rows/1');
    const fine = rowsOf(await predict(id, [known, { plan: 'basic', calls: 0 }], { columns: ['calls', 'plan'] }));
    assert.deepEqual(fine, [
      { calls: 8, plan: 'gold' },
      { calls: 0, plan: 'basic' },
    ]);
  });

  test('say which row and column a model cannot take, of many too', async () => {
    await put('brought/vectors', metadata('PipelineModel', 'pipeline_2', { stageUids: ['assembler_2'] }));
    const parameters = { inputCols: ['a', 'b'], outputCol: 'v', handleInvalid: 'error' };
    await put('brought/vectors/stages/0_assembler_2', metadata('feature.VectorAssembler', 'assembler_2', parameters));
    const id = await register('vectors', 'brought/vectors');
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ a: i, b: [37, 612].includes(i) ? null : 1 }));
    const remedy =
      'enter numbers; or train the model again with nodes that fill, skip or keep such rows (Imputer, handleInvalid: keep)';
    const answer = await predict(id, rows);
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(problem(answer), [
      `rows/37: a value for a vector is null, and the row has no value for "b": ${remedy}`,
      'rows/37/b',
    ]);
    const both = await predict(id, [
      { a: 1, b: 1 },
      { a: null, b: null },
    ]);
    assert.deepEqual(problem(both), [
      `rows/1: a value for a vector is null, and the row has no value for "a", "b": ${remedy}`,
      'rows/1',
    ]);
    assert.equal(rowsOf(await predict(id, rows.slice(100, 600))).length, 500);
    // rows that are left out are none that are refused
    await put('brought/some', metadata('PipelineModel', 'pipeline_3', { stageUids: ['sql_3', 'assembler_2'] }));
    const statement = 'select * from __THIS__ where a <> 7';
    await put('brought/some/stages/0_sql_3', metadata('feature.SQLTransformer', 'sql_3', { statement }));
    await put('brought/some/stages/1_assembler_2', metadata('feature.VectorAssembler', 'assembler_2', parameters));
    const some = await register('some', 'brought/some');
    assert.equal(problem(await predict(some, rows.slice(0, 50)))[1], 'rows/37/b');
    assert.equal(problem(await predict(some, rows.slice(0, 30)))[1], 'rows/7');
  });

  test('ask for no label that an indexer has numbered, whatever its type and what becomes of bad rows', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 4 === 0 ? 'gold' : 'basic'},${i % 9},${i % 9 > 5}`);
    await writeFile(join(service.files, 'flagged.csv'), `plan,calls,left\n${lines.join('\n')}\n`);
    const indexing: NodeDraft = {
      ...indexer,
      fields: { inputCols: ['plan', 'left'], outputCols: ['plan_index', 'label'], handleInvalid: 'skip' },
    };
    const leavers: NodeDraft = { ...forest, fields: { ...forest.fields, labelCol: 'label' } };
    const pipeline = { nodeClass: 'ml.NodePipeline', type: 'ml-pipeline' };
    const flags = csv('flagged.csv', ['plan', 'calls', 'left'], ['STRING', 'DOUBLE', 'BOOLEAN']);
    await run(inARow('Flags', [flags, indexing, assembler, leavers, pipeline, save('models/flags')]));
    await run(inARow('Numbers', [customers, indexing, assembler, leavers, pipeline, save('models/numbers')]));
    for (const name of ['flags', 'numbers']) {
      const id = await idOf(name);
      const { versions } = (await client.get(`/api/v1/models/${id}`)).json as {
        readonly versions: readonly { readonly inputs: readonly string[] }[];
      };
      assert.deepEqual(versions[0]?.inputs.toSorted(), ['calls', 'plan']);
      const rows = [
        { plan: 'gold', calls: 8 },
        { plan: 'basic', calls: 0 },
      ];
      const prediction = rowsOf(await predict(id, rows, { columns: ['plan', 'calls', 'prediction'] }));
      const predictions = [1, 0];
      assert.deepEqual(
        prediction,
        rows.map((row, i) => ({ ...row, prediction: predictions[i] })),
      );
      const answer = await predict(id, [{ plan: 'silver', calls: 8 }]);
      assert.deepEqual([answer.status, problem(answer)[1]], [422, 'rows/0']);
    }
  });

  test('give each row its own prediction where a model changes their order, and name those of nobody known', async () => {
    const part = (await readdir(folder('models/films/metadata'))).find((name) => name.startsWith('part-')) ?? '';
    await cp(folder('models/films'), folder('brought/films'), { recursive: true });
    const at = folder(`brought/films/metadata/${part}`);
    const text = await readFile(at, 'utf8');
    await writeFile(at, text.replace('"paramMap":{', '"paramMap":{"coldStartStrategy":"drop",'));
    await rm(folder(`brought/films/metadata/.${part}.crc`), { force: true });
    const id = await register('cold', 'brought/films');
    const pairs = Array.from({ length: 60 }, (_, i) => ({ person: (i * 5) % 6, film: (i * 7) % 10 }));
    const columns = { columns: ['person', 'film', 'prediction'] };
    const predictions = rowsOf(await predict(id, pairs, columns));
    assert.deepEqual(
      predictions.map(({ person, film }) => ({ person, film })),
      pairs,
    );
    const unknown = await predict(id, [pairs[0], { person: 4_711, film: 1 }, pairs[1]]);
    assert.equal(unknown.status, 422, unknown.text);
    assert.match(problem(unknown)[0], /^rows\/1: the model leaves out this row: /);
    // where the model itself gives NaN there is an answer
    assert.deepEqual(rowsOf(await predict(await idOf('films'), [{ person: 4_711, film: 1 }])), [{ prediction: 'NaN' }]);
  });

  test('give each row its own prediction where SQL in a model names its columns and sorts them', async () => {
    await put('brought/sql', metadata('PipelineModel', 'pipeline_1', { stageUids: ['sql_1', 'assembler_1'] }));
    const statement = 'select x * 10 as y from __THIS__ where x > 0 order by x';
    await put('brought/sql/stages/0_sql_1', metadata('feature.SQLTransformer', 'sql_1', { statement }));
    const parameters = { inputCols: ['y'], outputCol: 'v', handleInvalid: 'error' };
    await put('brought/sql/stages/1_assembler_1', metadata('feature.VectorAssembler', 'assembler_1', parameters));
    const id = await register('sql', 'brought/sql');
    assert.deepEqual(rowsOf(await predict(id, [{ x: 3 }, { x: 1 }, { x: 2 }])), [
      { v: [30] },
      { v: [10] },
      { v: [20] },
    ]);
    const out = await predict(id, [{ x: 3 }, { x: -1 }]);
    assert.equal(out.status, 422, out.text);
    assert.match(problem(out)[0], /^rows\/1: the model leaves out this row/);
  });

  test('predict with the best model of what a search of PySpark has saved', async () => {
    await put('brought/search', metadata('tuning.CrossValidatorModel', 'cv_1', { numFolds: 2 }));
    await cp(folder('models/whole'), folder('brought/search/bestModel'), { recursive: true });
    const row = { plan: 'gold', calls: 8 };
    const [prediction] = rowsOf(await predict(await register('search', 'brought/search'), [row]));
    assert.equal(prediction?.['prediction'], 1);
    assert.deepEqual(Object.keys(prediction), ['prediction', 'probability', 'rawPrediction']);
  });

  test('predict as the Spark that their run was run as', async () => {
    await put('brought/casting', metadata('PipelineModel', 'pipeline_4', { stageUids: ['sql_4', 'assembler_4'] }));
    const statement = 'select *, coalesce(cast(a as int), -1) as b from __THIS__';
    await put('brought/casting/stages/0_sql_4', metadata('feature.SQLTransformer', 'sql_4', { statement }));
    const parameters = { inputCols: ['b'], outputCol: 'v', handleInvalid: 'error' };
    await put('brought/casting/stages/1_assembler_4', metadata('feature.VectorAssembler', 'assembler_4', parameters));
    const load: NodeDraft = {
      nodeClass: 'ml.NodeModelLoad',
      type: 'ml-modelload',
      fields: { path: 'brought/casting' },
    };
    const rows = [{ a: '7' }, { a: 'x' }];
    const createProject = async (name: string, compatibility?: string): Promise<number> => {
      const graph = inARow(name, [load, save(`models/${name}`)]);
      await run(compatibility === undefined ? graph : { ...graph, compatibility });
      return idOf(name);
    };
    const versionsOf = async (id: number): Promise<unknown[]> =>
      ((await client.get(`/api/v1/models/${id}`)).json as { versions: Record<string, unknown>[] }).versions.map(
        ({ compatibility }) => compatibility,
      );
    const [older, today] = [await createProject('casting-older', 'spark3'), await createProject('casting-today')];
    assert.deepEqual([await versionsOf(older), await versionsOf(today)], [['spark3'], ['spark4']]);
    const lenient = [{ b: 7, v: [7] }, { b: -1, v: [-1] }]; // prettier-ignore
    assert.deepEqual(rowsOf(await predict(older, rows, { columns: ['b', 'v'] })), lenient);
    const refusal = await predict(today, rows, { columns: ['b', 'v'] });
    assert.equal(refusal.status, 422, refusal.text);
    assert.match(problem(refusal)[0], /^rows\/1: The value .x. of the type "STRING" cannot be cast to "INT"/);
    // one that no run has saved goes by its project, if it is not said
    const { json } = await client.post('/api/v1/projects', { name: 'Lenient', compatibility: 'spark3' });
    const { id: projectId } = json as { id: number };
    const registerWith = async (more: Record<string, unknown>): Promise<number> => {
      const answer = await client.post('/api/v1/models', { name: 'casting', path: 'brought/casting', ...more });
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as { id: number }).id;
    };
    assert.deepEqual(rowsOf(await predict(await registerWith({ projectId }), rows, { columns: ['b', 'v'] })), lenient);
    const registration = await registerWith({ projectId, compatibility: 'spark4' });
    assert.equal((await predict(registration, rows, { version: 'latest' })).status, 422);
    const odd = await client.post('/api/v1/models', { name: 'odd', path: 'brought/casting', compatibility: 'spark5' });
    assert.equal(odd.status, 400, odd.text);
  });

  test('check vectors against the model where nothing else is known of it', async () => {
    await cp(folder('models/forest'), folder('brought/forest'), { recursive: true });
    const id = await register('trees', 'brought/forest');
    const right = { features: [1, 8] };
    assert.equal(rowsOf(await predict(id, [right, { features: { size: 2, indices: [1], values: [8] } }])).length, 2);
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [[1], /^rows\/1: column "features" has 1 number: must have 2: enter 2 numbers$/],
      [{ size: 9, indices: [1], values: [8] }, /^rows\/1: column "features" has 9 numbers: must have 2/],
      [null, /^rows\/1: column "features" is null: must be a vector/],
    ];
    for (const [features, words] of cases) {
      const answer = await predict(id, [right, { features }]);
      assert.equal(answer.status, 422, answer.text);
      assert.match(problem(answer)[0], words);
      assert.equal(problem(answer)[1], 'rows/1/features');
    }
    const alone = await predict(id, [{ features: null }]);
    assert.deepEqual([alone.status, /^rows\/0: column "features" is null/.test(problem(alone)[0])], [422, true]);
    // the places of the one that a run has saved are known
    const long = await predict(await idOf('forest'), [{ features: { size: 9, indices: [1], values: [8] } }]);
    assert.match(problem(long)[0], /has 9 numbers: must have 2: enter 2 numbers: plan_index, calls$/);
  });
});

test('a Python worker that has ended between two predictions takes no model along for good', async () => {
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, Date.now, sharingSpark());
  const client = await service.signedIn();
  const lines = Array.from({ length: 40 }, (_, i) => `${i % 9},${i % 9 > 5 ? 'yes' : 'no'}`);
  await writeFile(join(service.files, 'calls.csv'), `calls,left\n${lines.join('\n')}\n`);
  const workflow = inARow('Learns', [
    csv('calls.csv', ['calls', 'left'], ['DOUBLE', 'STRING']),
    {
      nodeClass: 'sklearn.NodeSklearnRandomForestClassifier',
      type: 'ml-estimator',
      fields: { targetCol: 'left', featureCols: ['calls'], n_estimators: '5', random_state: '3' },
    },
    { nodeClass: 'sklearn.NodeModelSave', type: 'ml-modelsave', fields: { path: 'models/leavers' } },
  ]);
  const creation = await client.post('/api/v1/workflows', { workflow });
  const executeReply = await client.post('/api/v1/workflow/execute', {
    workflowId: Number(creation.text),
    engine: 'sail',
  });
  assert.equal(await client.waitForEnd(Number(executeReply.text)), 'COMPLETED');
  const [model] = (await client.get('/api/v1/models')).json as { readonly id: number }[];
  const { host } = service.service.context;
  const sessions: EngineSession[] = [];
  const open = host.open.bind(host);
  host.open = async (...args) => {
    const session = await open(...args);
    sessions.push(session);
    return session;
  };
  const predictNow = async (): Promise<unknown> => {
    const answer = await client.post(`/api/v1/models/${model?.id}/predict`, {
      rows: [{ calls: 8 }],
      columns: ['prediction'],
    });
    assert.equal(answer.status, 200, answer.text);
    return (answer.json as { readonly rows: unknown }).rows;
  };
  assert.deepEqual(await predictNow(), [{ prediction: 'yes' }]);
  const [{ python, session } = assert.fail('no session')] = sessions;
  process.kill((await python.pid()) ?? assert.fail('no worker'), 'SIGKILL');
  const isGone = (): Promise<boolean> =>
    python
      .call({
        operation: 'predict',
        parameters: { model: 'model-1' },
        rows: { input: session.createDataFrame([[8]], 'calls double') },
      })
      .then(
        () => false,
        (error: unknown) => /the model was lost when its Python worker ended/.test(String(error)),
      );
  // until another worker has come in its place
  await until(isGone);
  assert.deepEqual(await predictNow(), [{ prediction: 'yes' }]);
  assert.deepEqual(await Promise.all([predictNow(), predictNow()]), [[{ prediction: 'yes' }], [{ prediction: 'yes' }]]);
});

const problem = ({ json }: { readonly json: unknown }): readonly [string, string | undefined] => {
  const { detail, errors } = json as { readonly detail: string; readonly errors?: readonly { field?: string }[] };
  return [detail, errors?.[0]?.field];
};
