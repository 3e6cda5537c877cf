import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PythonRequest } from '@millrace/processors';
import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { toolchain } from '@millrace/toolchain';
import { parseWorkflow } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { until } from '@millrace/testkit/until';
import { findSandbox } from '@millrace/engines/sandbox';
import { explainWorkflow } from '../src/explain/index.ts';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { EditingSession } from '../src/preview/editing-session.ts';
import { graphColumns, previewNode } from '../src/preview/index.ts';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { ready, runOn } from './support.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;
type Nodes = Readonly<Record<string, readonly [nodeClass: string, fields: Fields, ...inputs: readonly string[]]>>;

/** Types of nodes of machine learning, by the ends of their classes; the others are transforms. */
const types: readonly (readonly [RegExp, string])[] = [
  [/Dataset/, 'dataset'],
  [/Evaluator$/, 'ml-evaluator'],
  [/Predict$/, 'ml-predict'],
  [/Save$/, 'ml-modelsave'],
  [/Load$/, 'ml-modelload'],
  [/(Classifier|Regression|Regressor|Clusterer)$/, 'ml-estimator'],
  [/VectorAssembler$/, 'ml-transformer'],
];

/** A workflow of nodes by name, each with its class, its fields and the names of those that it reads. */
function workflowOf(nodes: Nodes) {
  const names = Object.keys(nodes);
  const id = (name: string): string => String(names.indexOf(name) + 1);
  const parsed = parseWorkflow({
    name: 'learns in Python',
    nodes: Object.entries(nodes).map(([name, [nodeClass, fields]]) => ({
      id: id(name),
      name,
      type: types.find(([pattern]) => pattern.test(nodeClass))?.[1] ?? 'transform',
      nodeClass: `fire.nodes.${nodeClass}`,
      fields: Object.entries(fields).map(([field, value]) => ({
        name: field,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    })),
    edges: Object.entries(nodes)
      .flatMap(([name, [, , ...inputs]]) => inputs.map((input) => ({ source: id(input), target: id(name) })))
      .map((edge, i) => ({ id: i + 1, ...edge })),
  });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.workflow;
}

const reader = (path: string) =>
  [
    'dataset.NodeDatasetCSV',
    {
      path,
      header: 'true',
      outputColNames: ['x', 'y', 'kind', 'label'],
      outputColTypes: ['DOUBLE', 'INTEGER', 'STRING', 'LONG'],
    },
  ] as const;
const data = reader('/points.csv');
const forest = [
  'sklearn.NodeSklearnRandomForestClassifier',
  { targetCol: 'label', featureCols: ['x', 'y'], n_estimators: '7', random_state: '3' },
] as const;
const judge = ['sklearn.NodeSklearnClassificationEvaluator', { targetCol: 'label', predictCol: 'prediction' }] as const;
const save = ['sklearn.NodeModelSave', { path: '/models/forest' }] as const;
const show = ['util.NodePrintFirstNRows', { n: '500' }] as const;

/** Training that takes minutes. */
const endless = [forest[0], { targetCol: 'label', featureCols: ['x', 'y'], n_estimators: '200000' }] as const;

const failures = ({ nodes }: Manifest) =>
  nodes.flatMap((n) => (n.error === undefined ? [] : [[n.name, n.error.message]]));
const table = ({ outputs }: Manifest, title: string, nodeId?: string) => {
  const output = outputs.find((o) => o.title === title && (nodeId === undefined || o.nodeId === nodeId));
  assert.ok(output?.type === 'table', `no table "${title}"`);
  return output;
};

interface Plain {
  readonly predictions: readonly number[];
  readonly probabilities: readonly (readonly number[])[];
  readonly importances: readonly number[];
  readonly accuracy: number;
  readonly areaUnderROC: number;
}

describe('scikit-learn in a run', () => {
  let host: EngineHost;
  let root: string;
  let plain: Plain;
  before(async () => {
    const sandbox = await findSandbox();
    root = await mkdtemp(join(tmpdir(), 'millrace-sklearn-'));
    host = new EngineHost(
      'missing' in sandbox
        ? {}
        : {
            box: {
              sandbox,
              files: [{ how: 'writable', folder: root }],
              readable: [fileURLToPath(new URL('../', import.meta.url))],
              hidden: [],
            },
          },
    );
    const lines = Array.from({ length: 300 }, (_, i) => {
      const [x, y] = [((i * 37) % 101) / 4, (i * 53) % 89];
      return `${x},${y},${['a', 'b', ''][i % 3]},${x * 4 + y + ((i * 7) % 23) > 100 ? 1 : 0}`;
    });
    await writeFile(join(root, 'points.csv'), ['x,y,kind,label', ...lines, ''].join('\n'));
    await writeFile(join(root, 'gaps.csv'), 'x,y,kind,label\n1,2,a,0\n,3,b,1\n2,,c,1\n');
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5;
    let [v, w] = [0, 0];
    const steps = Array.from({ length: 120 }, () => {
      [v, w] = [0.6 * v + 0.2 * w + random(), 0.5 * w + random()];
      return `${v + 3},${w}`;
    });
    await writeFile(join(root, 'series.csv'), ['v,w', ...steps, ''].join('\n'));
    const script = fileURLToPath(new URL('./learning/sklearn.py', import.meta.url));
    const { stdout } = await promisify(execFile)(toolchain().python, ['-I', script, join(root, 'points.csv')], {
      env: { OPENBLAS_NUM_THREADS: '1' },
    });
    plain = JSON.parse(stdout) as Plain;
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });
  const run = async (
    nodes: Nodes,
    engine: 'auto' | 'sail' | 'spark' = 'sail',
    events: RunEvent[] = [],
  ): Promise<Manifest> => runOn(host, engine, await ready(workflowOf(nodes), new Map(), root), { events });

  for (const engine of ['sail', 'spark'] as const)
    test(`trains, judges, saves, loads and predicts on ${engine} as a plain script does`, async () => {
      const path = `/models/${engine}`;
      const trained = await run(
        {
          Data: data,
          Forest: [...forest, 'Data'],
          Predict: ['sklearn.NodeSklearnPredict', {}, 'Data', 'Forest'],
          Judge: [...judge, 'Predict'],
          Save: ['sklearn.NodeModelSave', { path }, 'Forest'],
        },
        engine,
      );
      assert.deepEqual(failures(trained), []);
      const metrics = trained.nodes.find(({ name }) => name === 'Judge')?.metrics;
      assert.equal(metrics?.['accuracy'], plain.accuracy);
      assert.equal(metrics?.['areaUnderROC'], plain.areaUnderROC);
      assert.deepEqual(
        new Map(table(trained, 'Feature importances').rows.map(([name, value]) => [name, value])),
        new Map(['x', 'y'].map((name, i) => [name, plain.importances[i]])),
      );
      const [version = ''] = await readdir(join(root, path));
      assert.deepEqual((await readdir(join(root, path, version))).filter((name) => !name.startsWith('_')).toSorted(), [
        'card.json',
        'model.skops',
      ]);
      const loaded = await run(
        {
          Data: data,
          Load: ['sklearn.NodeModelLoad', { path }],
          Predict: ['sklearn.NodeSklearnPredict', {}, 'Load', 'Data'],
          Show: [...show, 'Predict'],
        },
        engine,
      );
      assert.deepEqual(failures(loaded), []);
      const { columns, rows } = table(loaded, loaded.outputs[0]?.title ?? '', '4');
      assert.deepEqual(columns, [
        { name: 'x', type: 'double' },
        { name: 'y', type: 'int' },
        { name: 'kind', type: 'string' },
        { name: 'label', type: 'bigint' },
        { name: 'prediction', type: 'bigint' },
        { name: 'probability', type: 'array<double>' },
      ]);
      assert.deepEqual(
        rows.map((row) => Number(row[4])),
        plain.predictions,
      );
      assert.deepEqual(
        rows.map((row) => row[5]),
        plain.probabilities,
      );
      assert.equal(rows[2]?.[2] ?? null, null);
    });

  test('a search for the number of clusters shows all that it has tried, as a plain script finds them', async () => {
    const code = `
import json, sys
import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import silhouette_score
rows = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1, usecols=(0, 1))
fits = [KMeans(n_clusters=k, n_init=10, random_state=42).fit(rows) for k in range(2, 7)]
print(json.dumps([[k + 2, one.inertia_, silhouette_score(rows, one.labels_)] for k, one in enumerate(fits)]))
`;
    const { stdout } = await promisify(execFile)(toolchain().python, ['-I', '-c', code, join(root, 'points.csv')]);
    const expected = JSON.parse(stdout) as readonly (readonly [
      clusters: number,
      inertia: number,
      silhouette: number,
    ])[];
    const bySilhouette = expected.toSorted((a, b) => b[2] - a[2])[0]?.[0];
    const [[, first] = [], [, last] = []] = [expected, expected.toReversed()].map(([one = []]) => one);
    // the point farthest below the straight way between the ends
    const depth = ([k, inertia]: readonly [number, number, number]): number =>
      1 - (k - 2) / 4 - (inertia - (last ?? 0)) / ((first ?? 0) - (last ?? 0));
    const byInertia = expected.toSorted((a, b) => depth(b) - depth(a))[0]?.[0];
    for (const [metric, best] of [
      ['Silhouette Score', bySilhouette],
      ['Inertia', byInertia],
    ] as const) {
      const done = await run({
        Data: data,
        Groups: [
          'sklearn.NodeSklearnKMeans',
          { featureCols: ['x', 'y'], estimate_k: 'true', k_search_range: '2,6', optimization_metric: metric },
          'Data',
        ],
      });
      assert.deepEqual(failures(done), []);
      const { columns, rows } = table(done, 'Numbers of clusters tried');
      assert.deepEqual(
        columns.map(({ name }) => name),
        ['clusters', 'inertia', 'silhouette', 'chosen'],
      );
      assertNear(
        rows.map(([clusters, inertia, silhouette]) => [Number(clusters), Number(inertia), Number(silhouette)]),
        expected,
      );
      assert.deepEqual(
        rows.flatMap(([clusters, , , isBest]) => (isBest === true ? [Number(clusters)] : [])),
        [best],
        metric,
      );
      assert.equal(table(done, 'Cluster centers').rows.length, best);
      const elbow = done.outputs.find(({ title }) => title === 'Elbow');
      assert.ok(elbow?.type === 'chart');
      assert.deepEqual(elbow.chart.encodings, { x: 'clusters', y: ['inertia', 'silhouette'] });
      assert.equal(elbow.rows.length, 5);
    }
  });

  test('two nodes that save below one folder in a run save a version each', async () => {
    const ridge = ['sklearn.NodeSklearnRidgeRegression', { targetCol: 'label', featureCols: ['x'] }] as const;
    const done = await run({
      Data: data,
      Forest: [...forest, 'Data'],
      Line: [...ridge, 'Data'],
      First: ['sklearn.NodeModelSave', { path: '/models/both', modelName: 'forest' }, 'Forest'],
      Second: ['sklearn.NodeModelSave', { path: 'models/both/', modelName: 'line' }, 'Line'],
    });
    assert.deepEqual(failures(done), []);
    const saved = join(root, 'models', 'both');
    const versions = (await readdir(saved)).toSorted();
    assert.deepEqual(versions, ['20240229T120000000Z', '20240229T120000000Z_2']);
    const cards = await Promise.all(versions.map((version) => readFile(join(saved, version, 'card.json'), 'utf8')));
    assert.deepEqual(
      cards.map((card) => (JSON.parse(card) as { readonly title: string }).title),
      ['scikit-learn random forest classifier', 'scikit-learn ridge regression'],
    );
    assert.deepEqual(
      done.outputs.flatMap((output) => (output.type === 'file' ? [[output.nodeId, output.path]] : [])),
      [
        ['4', '/models/both/20240229T120000000Z'],
        ['5', 'models/both/20240229T120000000Z_2'],
      ],
    );
  });

  test('XGBoost learns behind the face of scikit-learn as a plain script does, and is saved, loaded and used', async () => {
    const script = fileURLToPath(new URL('./learning/sklearn_xgboost.py', import.meta.url));
    const { stdout } = await promisify(execFile)(toolchain().python, ['-I', script, join(root, 'points.csv')], {
      env: { OMP_NUM_THREADS: '1' },
    });
    const expected = JSON.parse(stdout) as Readonly<Record<string, readonly (string | number)[]>>;
    const kinds: Readonly<Record<string, readonly [nodeClass: string, fields: Fields]>> = {
      words: [
        'NodeXGBoostClassifier',
        { targetCol: 'kind', featureCols: ['x', 'y'], n_estimators: '6', objective: 'multi:softprob' },
      ],
      classes: ['NodeXGBoostClassifier', { targetCol: 'label', featureCols: ['x', 'y'], n_estimators: '9' }],
      amounts: ['NodeXGBoostRegressor', { targetCol: 'x', featureCols: ['y', 'label'], n_estimators: '9' }],
      dart: [
        'NodeXGBoostRegressor',
        { targetCol: 'x', featureCols: ['y', 'label'], n_estimators: '5', booster: 'dart' },
      ],
      linear: [
        'NodeXGBoostRegressor',
        { targetCol: 'x', featureCols: ['y', 'label'], n_estimators: '5', booster: 'gblinear' },
      ],
    };
    for (const [name, [nodeClass, fields]] of Object.entries(kinds)) {
      const rows: Nodes = {
        Data: data,
        Known: ['etl.NodeRowFilter', { conditionExpr: "kind <> ''" }, 'Data'],
      };
      const path = `/models/xgboost-${name}`;
      const trained = await run({
        ...rows,
        Model: [`sklearn.${nodeClass}`, fields, 'Known'],
        Save: ['sklearn.NodeModelSave', { path }, 'Model'],
      });
      assert.deepEqual(failures(trained), [], name);
      assert.ok(table(trained, 'Feature importances').rows.length === 2);
      const loaded = await run({
        ...rows,
        Load: ['sklearn.NodeModelLoad', { path }],
        Predict: ['sklearn.NodeSklearnPredict', {}, 'Load', 'Known'],
        Show: [...show, 'Predict'],
      });
      assert.deepEqual(failures(loaded), [], name);
      const predicted = table(loaded, loaded.outputs[0]?.title ?? '', '5').rows.map((row) => row[4]);
      const values = expected[name] ?? [];
      assert.equal(predicted.length, values.length);
      for (const [i, value] of values.entries())
        if (typeof value === 'string') assert.equal(predicted[i], value, name);
        else assert.ok(Math.abs(Number(predicted[i]) - value) < 1e-5, `${name}: ${String(predicted[i])} ${value}`);
    }
    // learning stops where the rows of the test gain no more
    const events: RunEvent[] = [];
    const stopping = {
      ...{ targetCol: 'x', featureCols: ['y', 'label'], n_estimators: '500' },
      ...{ splitRatio: '0.7', early_stopping_rounds: '3' },
    };
    const early: Nodes = { Data: data, Model: ['sklearn.NodeXGBoostRegressor', stopping, 'Data'] };
    const stopped = await run(early, 'sail', events);
    const warnings = events.flatMap((one) => (one.event === 'log' && one.nodeId === '2' ? [one.message] : []));
    assert.deepEqual(failures(stopped), []);
    const iterations = Number(new Map(table(stopped, 'Model').rows.map(([k, v]) => [k, v])).get('iterations'));
    assert.ok(iterations > 0 && iterations < 100, `${iterations} rounds`);
    assert.ok(table(stopped, 'Test metrics').rows.length > 0);
    assert.deepEqual(warnings, [
      'the test rows were used for early stopping: their metrics are better than those of independent rows',
    ]);
  });

  test('series are foretold as a plain script does, by saved models too', async () => {
    const script = fileURLToPath(new URL('./learning/series.py', import.meta.url));
    const { stdout } = await promisify(execFile)(toolchain().python, ['-I', script, join(root, 'series.csv')], {
      env: { OPENBLAS_NUM_THREADS: '1' },
    });
    const expected = JSON.parse(stdout) as Readonly<Record<string, readonly (readonly number[])[]>>;
    const series = [
      'dataset.NodeDatasetCSV',
      { path: '/series.csv', header: 'true', outputColNames: ['v', 'w'], outputColTypes: ['DOUBLE', 'DOUBLE'] },
    ] as const;
    const models = {
      Sarimax: ['ts.NodeStatsModelSarimax', { endog: 'v', order: '1,0,1', trend: 'c' }],
      Arima: [
        'ts.NodeAutoARIMA',
        { y: 'v', max_p: '2', max_q: '2', method: 'lbfgs', stepwise: 'false', random: 'false' },
      ],
      Var: ['ts.NodeStatsModelVAR', { maxlags: '2' }],
    } as const;
    const forecasts = {
      Sarimax: 'ts.NodeStatsModelSarimaxForecast',
      Arima: 'ts.NodeArimaForecast',
      Var: 'ts.NodeVarForecast',
    } as const;
    const names = ['Sarimax', 'Arima', 'Var'] as const;
    const each = (node: (name: (typeof names)[number]) => Nodes): Nodes => Object.assign({}, ...names.map(node));
    const forecastsOf = (done: Manifest) =>
      Object.fromEntries(
        names.map((name) => {
          const { id = '' } = done.nodes.find((n) => n.name === `Show ${name}`) ?? {};
          const output = done.outputs.find(({ nodeId }) => nodeId === id);
          assert.ok(output?.type === 'table');
          return [name, output.rows];
        }),
      );
    const trained = await run({
      Data: series,
      ...each((name) => ({
        [name]: [...models[name], 'Data'],
        [`Save ${name}`]: [`ts.Node${name}Save`, { path: `/series/${name}` }, name],
        [`Next ${name}`]: [forecasts[name], { steps: '3' }, name],
        [`Show ${name}`]: [...show, `Next ${name}`],
      })),
    });
    assert.deepEqual(failures(trained), []);
    assertNear(forecastsOf(trained), expected);
    const loaded = await run({
      Data: series,
      ...each((name) => ({
        [name]: [`ts.Node${name}Load`, { path: `/series/${name}` }],
        [`Next ${name}`]: [forecasts[name], { steps: '3' }, name],
        [`Show ${name}`]: [...show, `Next ${name}`],
      })),
    });
    assert.deepEqual(failures(loaded), []);
    assertNear(forecastsOf(loaded), expected);
  });

  test('many rows come back in their order, with their types', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i},${i % 7},${i % 3 === 0 ? '' : `row ${i}`},${i}`);
    await writeFile(join(root, 'many.csv'), ['x,y,kind,label', ...lines, ''].join('\n'));
    for (const engine of ['sail', 'spark'] as const) {
      const done = await run(
        {
          Data: reader('/many.csv'),
          Line: ['sklearn.NodeSklearnRidgeRegression', { targetCol: 'label', featureCols: ['x'], alpha: '0' }, 'Data'],
          Predict: ['sklearn.NodeSklearnPredict', {}, 'Line'],
          Show: ['util.NodePrintFirstNRows', { n: '60000' }, 'Predict'],
        },
        engine,
      );
      assert.deepEqual(failures(done), []);
      assert.equal(done.nodes.find(({ name }) => name === 'Predict')?.rows, 60_000);
      const { rows } = table(done, done.outputs.at(-1)?.title ?? '', '4');
      for (const [i, [x, y, kind, label, prediction]] of rows.entries()) {
        assert.deepEqual([Number(x), y, kind ?? '', Number(label)], [i, i % 7, i % 3 === 0 ? '' : `row ${i}`, i]);
        assert.ok(Math.abs(Number(prediction) - i) < 1e-6);
      }
      assert.equal(rows.length, 60_000);
    }
  });

  test('goes to Spark where the engine is left to Millrace, and says why', async () => {
    const done = await run({ Data: data, Forest: [...forest, 'Data'] }, 'auto');
    assert.deepEqual(failures(done), []);
    assert.equal(done.engine, 'spark');
    assert.match(done.why, /depends on the order of rows/);
  });

  test('columns are known without a run, and without training', async () => {
    const nodes = {
      Data: data,
      Forest: [...forest, 'Data'],
      Predict: ['sklearn.NodeSklearnPredict', {}, 'Forest'],
    } as const;
    const { prepared, ...rest } = await ready(workflowOf(nodes), new Map(), root);
    const explanation = await explainWorkflow({ host, engine: 'sail', ...rest }, prepared);
    assert.deepEqual(
      explanation.nodes.at(-1)?.outputs?.[0]?.columns?.map(({ name }) => name),
      ['x', 'y', 'kind', 'label', 'prediction', 'probability'],
    );
  });

  test('nodes are told which node uses the model that they are given', async () => {
    const assembler = ['ml.NodeVectorAssembler', { inputCols: ['x', 'y'], outputCol: 'features' }] as const;
    const ofSpark = [
      'ml.NodeRandomForestClassifier',
      { featuresCol: 'features', labelCol: 'label', numTrees: '2' },
    ] as const;
    const mixed = await run(
      {
        Data: data,
        Forest: [...forest, 'Data'],
        SparkPredict: ['ml.NodePredict', {}, 'Forest'],
        SparkSave: ['ml.NodeModelSave', { path: '/models/x' }, 'Forest'],
        Vectors: [...assembler, 'Data'],
        SparkForest: [...ofSpark, 'Vectors'],
        Predict: ['sklearn.NodeSklearnPredict', {}, 'SparkForest'],
        Save: [...save, 'SparkForest'],
      },
      'spark',
    );
    const messages = mixed.nodes.flatMap((n) =>
      n.error === undefined ? [] : [`${n.name}: ${n.error.message}; ${n.error.remedy}`],
    );
    assert.deepEqual(messages.toSorted(), [
      'Predict: the input provides a Spark ML model (random forest classifier); use the node "Spark Predict" instead',
      'Save: the input provides a Spark ML model (random forest classifier); use the node "Spark ML Model Save" instead',
      'SparkPredict: the input provides a scikit-learn random forest classifier: must be a Spark ML model; use the node "Sklearn Predict" instead',
      'SparkSave: the input provides a scikit-learn random forest classifier: must be a Spark ML model; use the node "Sklearn Model Save" instead',
    ]);
  });

  test('nulls, damaged files and foreign objects are told by name, and leave nothing behind', async () => {
    const gaps = await run({ Data: reader('/gaps.csv'), Forest: [...forest, 'Data'], Save: [...save, 'Forest'] });
    assert.deepEqual(failures(gaps), [['Forest', 'column "x" is null in 1 of 3 rows']]);
    assert.equal(existsSync(join(root, 'models', 'forest')), false);

    assert.deepEqual(failures(await run({ Data: data, Forest: [...forest, 'Data'], Save: [...save, 'Forest'] })), []);
    const load = (): Promise<Manifest> =>
      run({
        Data: data,
        Load: ['sklearn.NodeModelLoad', { path: '/models/forest' }],
        Predict: ['sklearn.NodeSklearnPredict', {}, 'Data', 'Load'],
      });
    const [version = ''] = await readdir(join(root, 'models', 'forest'));
    const folder = join(root, 'models', 'forest', version);
    const [model, card] = await Promise.all([
      readFile(join(folder, 'model.skops')),
      readFile(join(folder, 'card.json'), 'utf8'),
    ]);
    await writeFile(join(folder, 'model.skops'), model.subarray(0, model.length - 100));
    assert.deepEqual(failures(await load()), [
      ['Predict', 'the model in path "/models/forest" is damaged: its file has changed since it was saved'],
    ]);
    // a model whose types skops does not trust, with a card that agrees
    const evil = 'import sys, skops.io, operator; skops.io.dump(operator.methodcaller("x"), sys.argv[1])';
    await promisify(execFile)(toolchain().python, ['-I', '-c', evil, join(folder, 'model.skops')]);
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256')
      .update(await readFile(join(folder, 'model.skops')))
      .digest('hex');
    await writeFile(join(folder, 'card.json'), JSON.stringify({ ...JSON.parse(card), sha256 }));
    assert.match(
      failures(await load())[0]?.[1] ?? '',
      /the file in path "\/models\/forest" contains objects of types that no model has: operator\.methodcaller/,
    );
  });

  test('a run that is killed ends its worker at once', async () => {
    const { prepared, ...rest } = await ready(
      workflowOf({ Data: data, Forest: [...endless, 'Data'] }),
      new Map(),
      root,
    );
    const stop = new AbortController();
    let engine: EngineSession | undefined;
    const running = runWorkflow(
      prepared,
      { engine: 'sail' },
      { ...rest, host, signal: stop.signal, onOpen: (session) => (engine = session), emit: () => undefined },
    );
    const pid = await startedWorker(() => engine);
    stop.abort();
    const done = await running;
    assert.equal(done.status, 'STOPPED');
    await until(() => !isAlive(pid));
  });

  test('a worker that is lost fails its node, with a word of why', async () => {
    const { prepared, ...rest } = await ready(
      workflowOf({ Data: data, Forest: [...endless, 'Data'] }),
      new Map(),
      root,
    );
    let engine: EngineSession | undefined;
    const running = runWorkflow(
      prepared,
      { engine: 'sail' },
      { ...rest, host, onOpen: (session) => (engine = session), emit: () => undefined },
    );
    process.kill(await startedWorker(() => engine), 'SIGKILL');
    const done = await running;
    assert.equal(done.status, 'FAILED');
    assert.match(failures(done)[0]?.[1] ?? '', /^the Python worker ended during its work: /);
  });

  test('memory has a bound, which is named when it is reached', async () => {
    await using small = new EngineHost({ memory: '200m' });
    const { prepared, ...rest } = await ready(
      workflowOf({ Data: data, Forest: [...endless, 'Data'] }),
      new Map(),
      root,
    );
    const done = await runWorkflow(prepared, { engine: 'sail' }, { ...rest, host: small, emit: () => undefined });
    assert.equal(done.status, 'FAILED');
    assert.match(failures(done)[0]?.[1] ?? '', /is out of memory: its limit is 200 MB|ran out of memory/);
  });

  test('a graph that is drawn shows predictions of its samples', async () => {
    const nodes = {
      Data: data,
      Forest: [...forest, 'Data'],
      Predict: ['sklearn.NodeSklearnPredict', {}, 'Forest'],
    } as const;
    const { prepared, ...rest } = await ready(workflowOf(nodes), new Map(), root);
    const { signal } = new AbortController();
    await using session = new EditingSession(host, { owner: 'someone' });
    const options = { workflow: prepared.workflow, sampleRows: 50, signal, ...rest };
    const columns = await graphColumns(session, options);
    assert.deepEqual(columns.problems, []);
    const { outputs } = await previewNode(session, options, '3', { rows: 5 });
    assert.equal(outputs[0]?.rows.length, 5);
    assert.deepEqual(
      outputs[0]?.columns.map(({ name }) => name),
      ['x', 'y', 'kind', 'label', 'prediction', 'probability'],
    );
  });
});

describe('a Python worker beside an engine', () => {
  /** A million bytes of numbers, and a few: what is at most the threshold is 0. */
  const binarized = async (
    { session, python }: EngineSession,
    threshold: number,
    more: Pick<PythonRequest, 'inPlan'> = {},
  ): Promise<DataFrame> => {
    const { tables } = await python.call({
      operation: 'fit',
      parameters: {
        about: { library: 'sklearn', kind: 'transformer', estimator: 'Binarizer', features: ['id'] },
        parameters: { threshold },
        model: python.nextModel(),
      },
      rows: { input: session.range(200_000) },
      ...more,
    });
    const { rows } = tables;
    assert.ok(rows !== undefined);
    return rows;
  };
  const sum = async (rows: DataFrame): Promise<number> => {
    const [row] = await rows.agg(F.sum(F.columnNamed('id')).alias('all')).collect();
    return Number(row?.['all']);
  };

  test('large results of two runs that share an embedded Spark stay apart, and go with their runs', async () => {
    await using host = new EngineHost();
    const sessions = await Promise.all([1, 2].map(() => host.open('spark', { owner: 'a project' })));
    const rows = await Promise.all(sessions.map((session, i) => binarized(session, i === 0 ? 199_999 : -1)));
    assert.deepEqual(await Promise.all(rows.map(sum)), [0, 200_000]);
    const results = async (): Promise<number> => {
      const names = await readdir(dirname(sessions[0]?.scratch ?? ''));
      return names.filter((name) => name.startsWith('python-')).length;
    };
    assert.equal(await results(), 2);
    await sessions[0]?.leave();
    assert.equal(await results(), 1);
    assert.equal(await sum(rows[1] ?? assert.fail()), 200_000);
    await sessions[1]?.leave();
    assert.equal(await results(), 0);
  });

  test('results that are to travel in plans leave no file', async () => {
    await using host = new EngineHost(sharing());
    await using session = await host.open('sail');
    const rows = await binarized(session, -1, { inPlan: true });
    assert.equal(await sum(rows), 200_000);
    assert.deepEqual(
      (await readdir(session.scratch ?? '')).filter((name) => name.startsWith('python-')),
      [],
    );
  });

  test('copies of files go once they are read, and models when they are forgotten', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'millrace-worker-'));
    try {
      await using host = new EngineHost(sharing({ scratch }));
      await using session = await host.open('sail');
      const { python } = session;
      await python.forget('model-0');
      assert.equal(await python.pid(), undefined, 'forgetting starts no worker');
      await binarized(session, 1);
      await python.save('model-1', join(scratch, 'saved'));
      const card = JSON.parse(
        await readFile(join(scratch, 'saved', 'card.json'), 'utf8'),
      ) as PythonRequest['parameters'];
      const load = async (): Promise<string> => {
        const model = python.nextModel();
        const files = { model: join(scratch, 'saved', 'model.skops') };
        await python.call({ operation: 'load', parameters: { model, card, path: 'saved' }, files });
        return model;
      };
      const models = [await load(), await load()];
      const [worker = ''] = (await readdir(scratch)).filter((name) => name.startsWith('millrace-worker-'));
      assert.deepEqual(await readdir(join(scratch, worker)), []);
      const apply = (model = ''): Promise<unknown> =>
        python.call({
          operation: 'apply',
          parameters: { model, inverse: false },
          rows: { input: session.session.range(3) },
        });
      await python.forget(models[0] ?? '');
      await assert.rejects(apply(models[0]), /the model was lost when its Python worker ended/);
      await apply(models[1]);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
});

/** Numbers of one shape that are equal but for what solvers and threads of sums leave open. */
function assertNear(got: unknown, expected: unknown): void {
  const [rounded, others] = [got, expected].map((all) =>
    JSON.stringify(all, (_, one: unknown) => (typeof one === 'number' ? Number(one.toPrecision(6)) : one)),
  );
  assert.deepEqual(JSON.parse(rounded ?? ''), JSON.parse(others ?? ''));
}

/** The worker of a session, once it has been asked for something. */
async function startedWorker(sessionOf: () => EngineSession | undefined): Promise<number> {
  for (;;) {
    const pid = await sessionOf()?.python.pid();
    if (pid !== undefined) return pid;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
