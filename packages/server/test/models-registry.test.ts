import assert from 'node:assert/strict';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseWorkflow } from '@millrace/workflow';
import { compareModels } from '../src/models/compare.ts';
import { evaluatedModels, evaluationsOf } from '../src/models/evaluated-models.ts';
import type { StoredMetric, ModelRecord, MetricSource } from '../src/models/record.ts';
import { registerVersion } from '../src/models/register.ts';
import { ProjectModels } from '../src/models/registry.ts';
import { inTransaction } from '../src/store/database.ts';
import { inARow, type NodeDraft } from './graphs.ts';
import { TestService, type Answer, type Client } from './support.ts';

const record: ModelRecord = {
  library: 'spark',
  algorithm: 'VectorAssembler',
  stages: ['VectorAssembler'],
  madeBy: 'Spark 4.3.0',
  parameters: [],
  inputs: ['x'],
  outputs: ['v'],
  files: 1,
  bytes: 1,
  title: 'vector assembler',
  columns: [],
  features: {},
  classes: {},
  engine: null,
  workflow: null,
  maker: null,
  rows: null,
  data: null,
  metrics: [],
};

const metadata = (name: string, more: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ class: name, timestamp: 1, sparkVersion: '4.0.0', uid: 'one', paramMap: {}, defaultParamMap: {}, ...more })}\n`;
const assembler = metadata('org.apache.spark.ml.feature.VectorAssembler', {
  paramMap: { inputCols: ['x'], outputCol: 'v' },
});

describe('registered models', () => {
  let service: TestService;
  let client: Client;

  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  /** Registers a version, as a run does that saves there. */
  const save = (name: string, path: string): Promise<{ id: number; modelId: number; version: number }> => {
    const { db } = service.service.context;
    const version = { projectId: 1, name, path, record, executionId: 1, nodeId: '2', userId: 1 };
    return inTransaction(db, (tx) => registerVersion(tx, version, Date.now()));
  };
  const write = async (path: string, text: string): Promise<void> => {
    const file = join(service.files, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  /** Registers a model that lies in a folder, and returns its id. */
  const register = async (name: string, path: string): Promise<number> => {
    const creation = await client.post('/api/v1/models', { name, path });
    assert.equal(creation.status, 200, creation.text);
    return (creation.json as { id: number }).id;
  };
  const loading = async (name: string, path: string): Promise<void> => {
    const load: NodeDraft = { nodeClass: 'ml.NodeModelLoad', type: 'ml-modelload', fields: { path } };
    const creation = await client.post('/api/v1/workflows', { workflow: inARow(name, [load]) });
    assert.equal(creation.status, 200, creation.text);
  };

  test('a version that workflows load stays once its folder was saved over; the one that was replaced may go', async () => {
    const { modelId } = await save('fixed', '/models/fixed');
    await save('fixed', '/models/fixed');
    await loading('By folder', 'models/fixed');
    await loading('By name', 'models:/fixed');
    const { usedBy } = (await client.get(`/api/v1/models/${modelId}`)).json as {
      readonly usedBy: readonly { readonly name: string; readonly version: number }[];
    };
    assert.deepEqual(
      usedBy.map(({ name, version }) => [name, version]),
      [
        ['By folder', 2],
        ['By name', 2],
      ],
    );
    const used = await client.delete(`/api/v1/models/${modelId}/versions/2`);
    assert.equal(used.status, 409, used.text);
    assert.match(problem(used), /in use by workflow "By folder"/);
    assert.equal((await client.delete(`/api/v1/models/${modelId}/versions/1`)).status, 200);
  });

  test('a reference that mentions parameters is a use of every version that it can lead to', async () => {
    const { modelId } = await save('churn_de', '/models/churn_de/1');
    await save('churn_de', '/models/churn_de/2');
    await save('churn_de', '/models/churn_de/2');
    const other = (await save('spend', '/models/spend')).modelId;
    const usersOf = async (reference: string, fields: Record<string, string> = {}, of = modelId): Promise<unknown> => {
      const load: NodeDraft = {
        nodeClass: 'ml.NodeModelLoad',
        type: 'ml-modelload',
        fields: { path: reference, ...fields },
      };
      const creation = await client.post('/api/v1/workflows', { workflow: inARow('Open', [load]) });
      const { usedBy } = (await client.get(`/api/v1/models/${of}`)).json as {
        readonly usedBy: readonly { readonly version: number | null }[];
      };
      const numbers = usedBy.map(({ version }) => version);
      if (numbers.length > 0) {
        const deletion = await client.delete(`/api/v1/models/${of}`);
        assert.equal(deletion.status, 409, deletion.text);
        assert.match(problem(deletion), /in use by workflow "Open" \(node 1\)/);
      }
      for (const version of numbers)
        assert.equal((await client.delete(`/api/v1/models/${of}/versions/${version ?? 1}`)).status, 409);
      assert.equal((await client.delete(`/api/v1/workflows/id/${creation.text}`)).status, 200);
      return numbers;
    };
    assert.deepEqual(await usersOf('models:/churn_de/${v}'), [null]);
    assert.deepEqual(await usersOf('models:/churn_$c'), [null]);
    assert.deepEqual(await usersOf('${model}'), [null]);
    assert.deepEqual(await usersOf('models:/${m}/1'), [1]);
    assert.deepEqual(await usersOf('models:/churn_de/${v}', { selectChampionModel: 'true' }), []);
    assert.deepEqual(await usersOf('/models/churn_${c}'), [null]);
    assert.deepEqual(await usersOf('/models/churn_de/${c}1'), [1]);
    assert.deepEqual(await usersOf('models/${m}/1'), [1]);
    for (const unlike of ['models:/spend/${v}', 'models:/churn_$c/9', '$x/models', 'models:/churn_de/$$v'])
      assert.deepEqual(await usersOf(unlike), [], unlike);
    assert.deepEqual(await usersOf('models:/${m}', {}, other), [1]);
    // what was saved over is of no use to anybody
    const answer = await client.post('/api/v1/workflows', {
      workflow: inARow('Open', [
        { nodeClass: 'ml.NodeModelLoad', type: 'ml-modelload', fields: { path: 'models:/churn_de/${v}' } },
      ]),
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await client.delete(`/api/v1/models/${modelId}/versions/2`)).status, 200);
    assert.equal((await client.delete(`/api/v1/workflows/id/${answer.text}`)).status, 200);
  });

  test('a version that a dashboard shows without naming it stays: the champion, or else the newest', async () => {
    const { modelId } = await save('shown', '/models/shown/1');
    await save('shown', '/models/shown/2');
    const path = `/api/v1/models/${modelId}`;
    const items = [{ id: 1, type: 'MODEL', modelId }];
    const board = await client.post('/api/v1/dashboards', {
      name: 'Shows it',
      sheets: [{ idx: '0', name: 'First', items }],
    });
    assert.equal(board.status, 200, board.text);
    const usersOf = async (): Promise<unknown> => ((await client.get(path)).json as { usedBy: unknown }).usedBy;
    const user = { kind: 'dashboard', id: Number(board.text), name: 'Shows it', nodeId: null };
    assert.deepEqual(await usersOf(), [{ ...user, version: 2 }]);
    const deletion = await client.delete(`${path}/versions/2`);
    assert.deepEqual(
      [deletion.status, problem(deletion)],
      [409, 'version 2 of model "shown" is in use by dashboard "Shows it": remove it there first'],
    );
    assert.equal((await client.put(path, { champion: 1 })).status, 200);
    assert.deepEqual(await usersOf(), [{ ...user, version: 1 }]);
    assert.equal((await client.delete(`${path}/versions/2`)).status, 200);
    assert.equal((await client.put(path, { champion: null })).status, 200);
    // the last one
    assert.equal((await client.delete(`${path}/versions/1`)).status, 409);
    assert.equal((await client.delete(`/api/v1/dashboards/${board.text}`)).status, 200);
    assert.equal((await client.delete(`${path}/versions/1`)).status, 200);
  });

  test('a version whose folder was saved over does not become the champion, and says so where it is', async () => {
    const { modelId } = await save('best', '/models/best');
    const path = `/api/v1/models/${modelId}`;
    assert.equal((await client.put(path, { champion: 1 })).status, 200);
    await save('best', '/models/best');
    const { champion, versions } = (await client.get(path)).json as {
      readonly champion: number;
      readonly versions: readonly { readonly isChampion: boolean; readonly isReplaced: boolean }[];
    };
    assert.equal(champion, 1);
    assert.deepEqual(
      versions.map(({ isChampion, isReplaced }) => [isChampion, isReplaced]),
      [
        [false, false],
        [true, true],
      ],
    );
    const remedy = 'mark another version as champion';
    const predictions = await client.post(`${path}/predict`, { rows: [{ x: 1 }] });
    assert.deepEqual(
      [predictions.status, problem(predictions)],
      [422, `another model has replaced the files of best, version 1, the champion: ${remedy}, or name a version`],
    );
    const models = new ProjectModels(service.service.context.db, 1);
    await assert.rejects(models.find({ reference: 'models:/best', champion: false, field: 'path' }), (error) => {
      const { message, remedy: remedyText } = error as Error & { remedy: string };
      assert.match(message, /another model has replaced the files of best, version 1, the champion$/);
      assert.equal(remedyText, `${remedy} on the page of the model, or choose a version`);
      return true;
    });
    const answer = await client.put(path, { champion: 1 });
    assert.deepEqual(
      [answer.status, problem(answer)],
      [409, 'another model has replaced the files of best, version 1: choose another version'],
    );
    assert.equal((await client.put(path, { champion: 7 })).status, 404);
    assert.equal((await client.put(path, { description: 'Only words' })).status, 200);
    assert.equal((await client.put(path, { champion: 2 })).status, 200);
    assert.equal((await client.put(path, { champion: null })).status, 200);
  });

  test('are refused where a stage holds SQL that is more than a query over its rows, however deep it lies', async () => {
    const paths = {
      flat: '',
      pipelines: 'stages/0_inner/stages/0_sql',
      search: 'bestModel/stages/1_sql',
      'one against the rest': 'models/model_0',
      elsewhere: 'data/of/no/kind',
    };
    for (const [name, path] of Object.entries(paths))
      for (const statement of [
        'select * from csv.`/user/admin/a.csv`',
        "select *, java_method('java.lang.System', 'getenv') from __THIS__",
        'select * from __THIS__ where exists (select 1 from text.`/etc/passwd`)',
        'drop table __THIS__',
        null,
      ]) {
        const folder = `sql ${name}`;
        const stage = metadata('org.apache.spark.ml.feature.SQLTransformer', { paramMap: { statement } });
        await write(`${folder}/metadata/part-00000`, metadata('org.apache.spark.ml.PipelineModel'));
        await write(`${folder}/stages/0_one/metadata/part-00000`, assembler);
        if (name === 'pipelines')
          await write(`${folder}/stages/0_inner/metadata/part-00000`, metadata('org.apache.spark.ml.PipelineModel'));
        await write(`${folder}/${path}/metadata/part-00000`, stage);
        const { status, text } = await client.post('/api/v1/models', { name: folder, path: folder });
        assert.equal(status, 422, text);
        assert.match(text, /holds SQL that does more than query its rows/);
        if (path !== '') assert.ok(text.includes(`in folder \\"${path}\\": `), text);
      }
    const fine = metadata('org.apache.spark.ml.feature.SQLTransformer', {
      paramMap: { statement: 'select *, x + 1 as y from __THIS__' },
    });
    await write('sql fine/metadata/part-00000', fine);
    await register('sql fine', 'sql fine');
  });

  test('files of a version stay where those of another one lie below them, or around them', async () => {
    const inside = 'nested/stages/0_one';
    await write('nested/metadata/part-00000', metadata('org.apache.spark.ml.PipelineModel'));
    await write(`${inside}/metadata/part-00000`, assembler);
    const [outer, inner] = [await register('outer', 'nested'), await register('inner', inside)];
    const [whole, part] = [
      await client.delete(`/api/v1/models/${outer}?files=true`),
      await client.delete(`/api/v1/models/${inner}/versions/1?files=true`),
    ];
    assert.deepEqual(
      [whole.status, problem(whole)],
      [
        409,
        'version 1 of model "inner" shares files and is in folder "/nested/stages/0_one": delete without the files',
      ],
    );
    assert.deepEqual(
      [part.status, problem(part)],
      [409, 'version 1 of model "outer" shares files and is in folder "/nested": delete without the files'],
    );
    // a name that only has the same beginning is no folder below
    await write('nested2/metadata/part-00000', assembler);
    const innerId = await register('beside', 'nested2');
    assert.equal((await client.delete(`/api/v1/models/${innerId}?files=true`)).status, 200);
    assert.equal((await client.delete(`/api/v1/models/${inner}`)).status, 200);
    assert.equal((await client.delete(`/api/v1/models/${outer}?files=true`)).status, 200);
    await assert.rejects(access(join(service.files, 'nested')));
  });

  test('files go only with somebody who may write files', async () => {
    const role = await client.post('/api/v1/roles', {
      name: 'Modeller',
      permissions: ['workflows.view', 'workflows.modify'],
    });
    assert.equal(role.status, 200, role.text);
    const id = await service.makeUser('modeller', ['Modeller']);
    assert.equal(
      (await client.put('/api/v1/projects/1/members', [{ userId: id, rights: ['VIEW', 'EDIT'] }])).status,
      200,
    );
    const modeller = await service.signedIn('modeller', 'modeller password');
    await write('kept/metadata/part-00000', assembler);
    const model = await register('kept', 'kept');
    for (const path of [`/api/v1/models/${model}`, `/api/v1/models/${model}/versions/1`]) {
      const refusal = await modeller.delete(`${path}?files=true`);
      assert.deepEqual([refusal.status, problem(refusal)], [403, 'this request requires the permission data.write']);
    }
    await access(join(service.files, 'kept/metadata/part-00000'));
    assert.equal((await modeller.delete(`/api/v1/models/${model}/versions/1`)).status, 200);
  });

  test('files that somebody may not see are not said to be gone: nothing is deleted', async () => {
    const other = await service.addUser('other');
    const members = [{ userId: other.id, rights: ['VIEW', 'EDIT'] }];
    assert.equal((await client.put('/api/v1/projects/1/members', members)).status, 200);
    await write('open/metadata/part-00000', assembler);
    await write('user/admin/hidden/metadata/part-00000', assembler);
    const model = await register('half hidden', 'open');
    assert.equal(await register('half hidden', '/user/admin/hidden'), model);
    for (const path of [`/api/v1/models/${model}`, `/api/v1/models/${model}/versions/2`]) {
      const refusal = await other.delete(`${path}?files=true`);
      assert.deepEqual(
        [refusal.status, problem(refusal)],
        [
          403,
          'version 2 of model "half hidden" is in folder "/user/admin/hidden", which is not visible to you: delete it without its files, or ask a user with access to delete it',
        ],
      );
    }
    assert.equal((await client.get(`/api/v1/models/${model}/versions/2`)).status, 200);
    await access(join(service.files, 'open/metadata/part-00000'));
    await access(join(service.files, 'user/admin/hidden/metadata/part-00000'));
    // what is not there any more is as it should be
    await rm(join(service.files, 'open'), { recursive: true });
    assert.equal((await other.delete(`/api/v1/models/${model}/versions/1?files=true`)).status, 200);
    assert.equal((await client.delete(`/api/v1/models/${model}?files=true`)).status, 200);
    await assert.rejects(access(join(service.files, 'user/admin/hidden')));
  });

  test('names are those of one line', async () => {
    await write('named/metadata/part-00000', assembler);
    for (const [name, flaw] of [
      ['two\nlines', 'a line break or a control character'],
      ['a\u0007bell', 'a line break or a control character'],
      ['a\u2028b', 'a line break or a control character'],
      ['a/b', 'a "/"'],
    ] as const) {
      const refusal = await client.post('/api/v1/models', { name, path: 'named' });
      assert.deepEqual(
        [refusal.status, problem(refusal)],
        [422, `model name ${JSON.stringify(name)} contains ${flaw}: enter a plain name`],
      );
    }
    const id = await register(' Häuser und Höfe \u{1f3e0}\n', 'named');
    const { name } = (await client.get(`/api/v1/models/${id}`)).json as { readonly name: string };
    assert.equal(name, 'Häuser und Höfe \u{1f3e0}');
  });

  test('of what a search of PySpark has saved the best model is described', async () => {
    for (const [name, search] of [
      ['cv', 'org.apache.spark.ml.tuning.CrossValidatorModel'],
      ['tvs', 'pyspark.ml.tuning.TrainValidationSplitModel'],
    ] as const) {
      await write(`${name}/metadata/part-00000`, metadata(search, { paramMap: { numFolds: 2 } }));
      await write(`${name}/bestModel/metadata/part-00000`, metadata('org.apache.spark.ml.PipelineModel'));
      await write(`${name}/bestModel/stages/0_one/metadata/part-00000`, assembler);
      const { versions } = (await client.get(`/api/v1/models/${await register(name, name)}`)).json as {
        readonly versions: readonly ModelRecord[];
      };
      const [{ algorithm, stages, inputs, outputs } = assert.fail('no version')] = versions;
      assert.deepEqual(
        { algorithm, stages, inputs, outputs },
        { algorithm: 'VectorAssembler', stages: ['VectorAssembler'], inputs: ['x'], outputs: ['v'] },
      );
    }
  });

  test('metrics that two runs tell of one version at the same time are all kept', async () => {
    const { db } = service.service.context;
    const { id } = await save('judged', '/models/judged');
    const { uuid } = await db.selectFrom('modelVersions').select('uuid').where('id', '=', id).executeTakeFirstOrThrow();
    const judging = async (name: string): Promise<void> => {
      const evaluator = {
        nodeClass: 'ml.NodeRegressionEvaluator',
        type: 'ml-evaluator',
        name,
        fields: { modelUUID: uuid },
      };
      const parsed = parseWorkflow(inARow('Judging', [evaluator]));
      const [node] = parsed.ok ? parsed.workflow.nodes : [];
      assert.ok(node !== undefined);
      const { save } = await evaluatedModels(db, 1, [{ node, metrics: [{ ...metric('1', name, 1), ...sourceOf(7) }] }]);
      await inTransaction(db, save);
    };
    const names = Array.from({ length: 8 }, (_, i) => `Judge ${i}`);
    await Promise.all(names.map(judging));
    const row = await db.selectFrom('modelVersions').select('record').where('id', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual((JSON.parse(row.record) as ModelRecord).metrics.map(({ node }) => node).toSorted(), names);
  });

  test('metrics kept without a workflow are read, and only those of the workflow that made the version are replaced', async () => {
    const { db } = service.service.context;
    const workflow = { id: 7, name: 'Judge 7', version: 1 };
    const version = { projectId: 1, name: 'old', path: '/models/old', executionId: 1, nodeId: '2', userId: 1 };
    const old = { ...record, workflow, metrics: [metric('1', 'Evaluator', 1)] };
    const { id, modelId } = await inTransaction(db, (tx) =>
      registerVersion(tx, { ...version, record: old }, Date.now()),
    );
    const { uuid } = await db.selectFrom('modelVersions').select('uuid').where('id', '=', id).executeTakeFirstOrThrow();
    const metricsNow = async (): Promise<unknown> =>
      ((await client.get(`/api/v1/models/${modelId}`)).json as { readonly versions: readonly ModelRecord[] })
        .versions[0]?.metrics;
    const first = { ...metric('1', 'Evaluator', 1), workflow: null, executionId: null };
    assert.deepEqual(await metricsNow(), [first]);
    const judging = async (workflowId: number, value: number): Promise<void> => {
      const fields = { modelUUID: uuid };
      const evaluator = { nodeClass: 'ml.NodeRegressionEvaluator', type: 'ml-evaluator', name: 'Evaluator', fields };
      const parsed = parseWorkflow(inARow('Judging', [evaluator]));
      assert.ok(parsed.ok);
      const [{ id: nodeId, name, nodeClass } = assert.fail('no node')] = parsed.workflow.nodes;
      const report = {
        id: nodeId,
        name,
        nodeClass,
        status: 'COMPLETED' as const,
        rows: 1,
        ms: 1,
        metrics: { rmse: value },
      };
      const { save } = await evaluatedModels(
        db,
        1,
        evaluationsOf(parsed.workflow, { nodes: [report] }, sourceOf(workflowId)),
      );
      await inTransaction(db, save);
    };
    const by = (workflowId: number, value: number) => ({ ...metric('1', 'Evaluator', value), ...sourceOf(workflowId) });
    await judging(8, 2);
    assert.deepEqual(await metricsNow(), [first, by(8, 2)]);
    await judging(8, 3);
    await judging(7, 4);
    assert.deepEqual(await metricsNow(), [by(8, 3), by(7, 4)]);
  });
});

const metric = (nodeId: string, node: string, value: number): StoredMetric => ({ nodeId, node, name: 'rmse', value });
const sourceOf = (id: number): MetricSource => ({ workflow: { id, name: `Judge ${id}` }, executionId: id });

describe('versions side by side', () => {
  const valuesOf = (lines: readonly { readonly name: string; readonly values: readonly unknown[] }[]) =>
    lines.map(({ name, values }) => [name, values]);

  test('show the metrics of all nodes, those of one name with their numbers', () => {
    const first = {
      ...record,
      metrics: [metric('8', 'Evaluator', 1), metric('9', 'Evaluator', 2), metric('4', 'Own', 3)],
    };
    const second = { ...record, metrics: [metric('9', 'Evaluator', 5), metric('7', 'Own', 4)] };
    assert.deepEqual(valuesOf(compareModels([first, second]).metrics), [
      ['Evaluator (node 8): rmse', [1, null]],
      ['Evaluator (node 9): rmse', [2, 5]],
      ['Own: rmse', [3, 4]],
    ]);
  });

  test('keep apart what nodes of several workflows have told, which ids and names alone do not', () => {
    const own = { id: 3, name: 'Learns', version: 1 };
    const metric9 = { ...metric('9', 'Evaluator', 1), workflow: own, executionId: 1 };
    const metric7 = { ...metric('9', 'Evaluator', 2), ...sourceOf(7) };
    const first = { ...record, workflow: own, metrics: [metric9, metric7] };
    const second = { ...record, workflow: { ...own, id: 4 }, metrics: [{ ...metric7, value: 3 }] };
    assert.deepEqual(valuesOf(compareModels([first, second]).metrics), [
      ['Evaluator (node 9): rmse', [1, null]],
      ['Evaluator (node 9 of workflow 7, Judge 7): rmse', [2, 3]],
    ]);
  });

  test('count the features that the model learned from, once', () => {
    const features = { plan_vector: ['gold', 'basic'], features: ['gold', 'basic', 'calls'] };
    const featuresCol = { stage: 'LogisticRegression', name: 'featuresCol', value: 'features', isDefault: true };
    const whole = { ...record, inputs: ['plan', 'calls'], features, parameters: [featuresCol] };
    const forest = { ...record, inputs: ['features'], features };
    const { facts } = compareModels([whole, forest, record]);
    assert.deepEqual(facts.find(({ name }) => name === 'features')?.values, [3, 3, null]);
  });
});

const problem = ({ json }: Answer): string => (json as { readonly detail: string }).detail;
