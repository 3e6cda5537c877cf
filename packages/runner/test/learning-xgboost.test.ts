import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toolchain } from '@millrace/toolchain';
import { sharing } from '@millrace/testkit/engines';
import { explainWorkflow, workflowCode } from '../src/explain/index.ts';
import { EngineHost } from '@millrace/engines/host';
import { EditingSession } from '../src/preview/editing-session.ts';
import { graphColumns, previewNode } from '../src/preview/index.ts';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { labelled, labelledPattern, reading, workflowOf, type Nodes } from './learning/graphs.ts';
import { ready, runOn } from './support.ts';

const Data = reading(
  '/rows.csv',
  'a DOUBLE, b INTEGER, c DOUBLE, d DOUBLE, e DOUBLE, kind DOUBLE, yes INTEGER, amount DOUBLE, name STRING',
);
const inputNames = ['a', 'b', 'c', 'd', 'e'];
const vectors = (inputCols: readonly string[], more = {}) =>
  ['ml.NodeVectorAssembler', { inputCols, outputCol: 'features', handleInvalid: 'keep', ...more }] as const;
const Rows = [...vectors(inputNames), 'Data'] as const;
const show = ['util.NodePrintFirstNRows', { n: '500' }] as const;
const learner = (how: 'Classifier' | 'Regressor', labelCol: string, more = {}) =>
  [`ml.NodeXGBoost${how}`, { featuresCol: 'features', labelCol, ...more }] as const;

/** What all learners are told that are told no more, and the same as XGBoost calls it. */
const usual = {
  max_depth: 6,
  max_bin: 32,
  max_leaves: 32,
  base_score: 0.5,
  eta: 0.3,
};

/** Learners by name: as nodes, and as label, rounds and parameters of XGBoost. */
const learners = {
  Softprob: [
    learner('Classifier', 'kind', { numClass: '3', numRound: '20' }),
    ['kind', 20, { ...usual, objective: 'multi:softprob', num_class: 3 }],
  ],
  Softmax: [
    learner('Classifier', 'kind', { numClass: '3', numRound: '5', objective: 'multi:softmax' }),
    ['kind', 5, { ...usual, objective: 'multi:softmax', num_class: 3 }],
  ],
  Logistic: [
    learner('Classifier', 'yes', { objective: 'binary:logistic', growPlicy: 'lossguide', maxDepth: '0', eta: '0.1' }),
    [
      'yes',
      100,
      {
        ...usual,
        objective: 'binary:logistic',
        grow_policy: 'lossguide',
        max_depth: 0,
        eta: 0.1,
        scale_pos_weight: 0.3,
      },
    ],
  ],
  Hinge: [
    learner('Classifier', 'yes', { objective: 'binary:hinge', numRound: '10', treeMethod: 'exact' }),
    ['yes', 10, { max_depth: 6, base_score: 0.5, eta: 0.3, tree_method: 'exact', objective: 'binary:hinge' }],
  ],
  Squared: [
    learner('Regressor', 'amount', {
      treeMethod: 'approx',
      subsample: '0.7',
      sampleType: 'gradient_based',
      colsampleBytree: '0.8',
      colsampleBylevel: '0.9',
      seed: '7',
      minChildWeight: '3',
      minSplitLoss: '0.5',
      regAlpha: '0.1',
      regLambda: '2',
      maxDeltaStep: '40',
    }),
    [
      'amount',
      100,
      {
        ...usual,
        objective: 'reg:squarederror',
        tree_method: 'approx',
        max_bin: 33,
        subsample: 0.7,
        sampling_method: 'gradient_based',
        colsample_bytree: 0.8,
        colsample_bylevel: 0.9,
        seed: 7,
        min_child_weight: 3,
        gamma: 0.5,
        alpha: 0.1,
        lambda: 2,
        max_delta_step: 40,
        scale_pos_weight: 0.3,
      },
    ],
  ],
  Gamma: [
    learner('Regressor', 'amount', {
      objective: 'reg:gamma',
      numRound: '12',
      rateDrop: '0.4',
      skipDrop: '0.2',
      normalizeType: 'forest',
      scalePosWeight: '1',
    }),
    [
      'amount',
      12,
      {
        ...usual,
        objective: 'reg:gamma',
        booster: 'dart',
        rate_drop: 0.4,
        skip_drop: 0.2,
        normalize_type: 'forest',
      },
    ],
  ],
  Tweedie: [
    learner('Regressor', 'amount', { objective: 'reg:tweedie', numRound: '8', predictionCol: 'foretold' }),
    ['amount', 8, { ...usual, objective: 'reg:tweedie' }],
  ],
} as const;
type Name = keyof typeof learners;
const names = Object.keys(learners) as readonly Name[];

interface Plain {
  readonly predictions: readonly (number | readonly number[])[];
  readonly margins: readonly (number | readonly number[])[];
  readonly gains: Readonly<Record<string, number>>;
}

const messages = ({ nodes }: Manifest) =>
  nodes.flatMap(({ name, error }) => (error === undefined ? [] : [`${name}: ${error.message}`]));

/** The table that a node has shown, as records. */
function tableRows(done: Manifest, node: string, title?: string): readonly Readonly<Record<string, unknown>>[] {
  const { id } = done.nodes.find(({ name }) => name === node) ?? {};
  const output = done.outputs.find((one) => one.nodeId === id && (title === undefined || one.title === title));
  assert.ok(output?.type === 'table', `${node} shows no table`);
  return output.rows.map((row) => Object.fromEntries(output.columns.map(({ name }, i) => [name, row[i] ?? null])));
}

/** The numbers of a vector as tables show it. */
function numbersIn(text: unknown): readonly number[] {
  const parsed = JSON.parse(String(text).replace(/^\((.*)\)$/, '[$1]')) as number[] | [number, number[], number[]];
  const [size, at, values] = parsed;
  if (size === undefined || !Array.isArray(at) || !Array.isArray(values)) return parsed as number[];
  return Array.from({ length: size }, (_, i) => values[at.indexOf(i)] ?? 0);
}

const isNear = (got: readonly number[], expected: readonly number[], what: string): void => {
  assert.equal(got.length, expected.length, what);
  got.forEach((one, i) => {
    assert.ok(Math.abs(one - (expected[i] ?? NaN)) < 1e-6, `${what}: ${one} is not ${expected[i]}`);
  });
};

describe('XGBoost in a run', { timeout: 600_000 }, () => {
  const host = new EngineHost(sharing());
  let root: string;
  let plain: Readonly<Record<Name, Plain>>;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-xgboost-'));
    const lines = Array.from({ length: 400 }, (_, i) => {
      const [a, b, c] = [((i * 37) % 101) / 4, (i * 53) % 89, i % 5 === 0 ? ((i * 29) % 97) / 10 : 0];
      const sum = a * 3 + b + c + ((i * 7) % 23);
      const e = i % 7 === 0 ? i : 0;
      return `${i % 11 === 0 ? '' : a},${b},${c},0,${e},${sum < 60 ? 0 : sum < 110 ? 1 : 2},${sum > 90 ? 1 : 0},${sum + 0.25},${i % 3 === 0 ? '' : `row ${i}`}`;
    });
    await writeFile(join(root, 'rows.csv'), ['a,b,c,d,e,kind,yes,amount,name', ...lines, ''].join('\n'));
    const script = fileURLToPath(new URL('./learning/xgboost.py', import.meta.url));
    const requests = Object.fromEntries(names.map((name) => [name, learners[name][1]]));
    const { stdout } = await promisify(execFile)(toolchain().python, [
      '-I',
      script,
      join(root, 'rows.csv'),
      JSON.stringify(requests),
    ]);
    plain = JSON.parse(stdout) as typeof plain;
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });
  const run = async (nodes: Nodes, events: RunEvent[] = []): Promise<Manifest> =>
    runOn(host, 'auto', await ready(workflowOf(nodes), new Map(), root), { events });

  /** Rows with predictions are those that a plain script gives, with all that stood in them before. */
  const areAsPlain = (rows: readonly Readonly<Record<string, unknown>>[], name: Name): void => {
    const { predictions, margins } = plain[name];
    const isClass = learners[name][0][0].endsWith('Classifier');
    const hasProbability = name === 'Softprob' || name === 'Logistic';
    const prediction = name === 'Tweedie' ? 'foretold' : 'prediction';
    assert.deepEqual(Object.keys(rows[0] ?? {}), [
      ...[...inputNames, 'kind', 'yes', 'amount', 'name', 'features'],
      ...(isClass ? ['rawPrediction', ...(hasProbability ? ['probability'] : [])] : []),
      prediction,
    ]);
    assert.equal(rows.length, 400);
    for (const [i, row] of rows.entries()) {
      assert.equal(row['name'], i % 3 === 0 ? null : `row ${i}`);
      const [expected = NaN, margin = NaN] = [predictions[i], margins[i]];
      if (isClass)
        isNear(
          numbersIn(row['rawPrediction']),
          typeof margin === 'number' ? [-margin, margin] : margin,
          `${name} ${i}`,
        );
      if (hasProbability) {
        const likely = typeof expected === 'number' ? [1 - expected, expected] : expected;
        isNear(numbersIn(row['probability']), likely, `${name} ${i}`);
        assert.equal(row['prediction'], likely.indexOf(Math.max(...likely)));
      } else isNear([Number(row[prediction])], [Number(expected)], `${name} ${i}`);
    }
  };

  test('all objectives learn and predict as a plain script does; saved models too', async () => {
    const each = (node: (name: Name) => Nodes): Nodes => Object.assign({}, ...names.map(node));
    const trained = await run({
      Data,
      Rows,
      ...each((name) => ({
        [name]: [...learners[name][0], 'Rows'],
        [`Save ${name}`]: ['ml.NodeModelSave', { path: `/models/${name}` }, name],
        [`Predict ${name}`]: ['ml.NodePredict', {}, name],
        [`Show ${name}`]: [...show, `Predict ${name}`],
      })),
    });
    assert.deepEqual(messages(trained), []);
    assert.equal(trained.engine, 'spark');
    for (const name of names) {
      areAsPlain(tableRows(trained, `Show ${name}`), name);
      const importances = tableRows(trained, name, 'Feature importances');
      const gains = plain[name].gains;
      const all = Object.values(gains).reduce((sum, one) => sum + one, 0);
      for (const { feature, importance } of importances)
        isNear(
          [Number(importance)],
          [(gains[`f${inputNames.indexOf(String(feature))}`] ?? 0) / all],
          `${name} ${String(feature)}`,
        );
    }
    const [version = ''] = await readdir(join(root, 'models', 'Softprob'));
    const folder = join(root, 'models', 'Softprob', version);
    const files = (await readdir(folder)).filter((name) => !name.startsWith('_'));
    assert.deepEqual(files.toSorted(), ['card.json', 'model.ubj']);
    const card = JSON.parse(await readFile(join(folder, 'card.json'), 'utf8')) as Readonly<Record<string, unknown>>;
    assert.equal(card['library'], 'xgboost');

    const loaded = await run({
      Data,
      Rows,
      ...each((name) => ({
        [`Load ${name}`]: ['ml.NodeModelLoad', { path: `/models/${name}` }],
        [`Predict ${name}`]: ['ml.NodePredict', {}, 'Rows', `Load ${name}`],
        [`Show ${name}`]: [...show, `Predict ${name}`],
      })),
    });
    assert.deepEqual(messages(loaded), []);
    for (const name of names) areAsPlain(tableRows(loaded, `Show ${name}`), name);
  });

  test('evaluators judge what it predicts, after Predict and straight behind it', async () => {
    const more = { numRound: '4', eta: '0.1', maxDepth: '2' };
    const done = await run({
      Data,
      Rows,
      Logistic: [...learner('Classifier', 'yes', { ...more, objective: 'binary:logistic' }), 'Rows'],
      Squared: [...learner('Regressor', 'amount', more), 'Rows'],
      Many: [...learner('Classifier', 'kind', { ...more, numClass: '3', objective: 'multi:softmax' }), 'Rows'],
      Two: ['ml.NodePredict', {}, 'Logistic', 'Rows'],
      Amounts: ['ml.NodePredict', {}, 'Rows', 'Squared'],
      Three: ['ml.NodePredict', {}, 'Many'],
      'Judge two': ['ml.NodeBinaryClassificationEvaluator', { labelCol: 'yes' }, 'Two'],
      'Judge two at once': ['ml.NodeBinaryClassificationEvaluator', { labelCol: 'yes' }, 'Logistic'],
      'Judge amounts': ['ml.NodeRegressionEvaluator', { labelCol: 'amount' }, 'Amounts'],
      'Judge amounts at once': ['ml.NodeRegressionEvaluator', { labelCol: 'amount' }, 'Squared'],
      'Judge three': ['ml.NodeMulticlassClassificationEvaluator', { labelCol: 'kind' }, 'Three'],
      'Judge three at once': ['ml.NodeMulticlassClassificationEvaluator', { labelCol: 'kind' }, 'Many'],
    });
    assert.deepEqual(messages(done), []);
    const metrics = (name: string) => done.nodes.find((node) => node.name === name)?.metrics;
    for (const [name, metric] of [
      ['two', 'areaUnderROC'],
      ['amounts', 'rmse'],
      ['three', 'accuracy'],
    ] as const) {
      const [after, atOnce] = [metrics(`Judge ${name}`), metrics(`Judge ${name} at once`)];
      assert.ok(Number(after?.[metric]) > 0, `${name}: ${JSON.stringify(after)}`);
      assert.deepEqual(atOnce, after);
    }
    const rows = tableRows(done, 'Judge two', 'Metrics');
    assert.ok(rows.some(({ metric }) => metric === 'areaUnderPR'));
  });

  test('a share of the rows tests the model, and the training is drawn', async () => {
    const done = await run({
      Data,
      Rows,
      Trees: [...learner('Classifier', 'yes', { splitRatio: '0.75', objective: 'binary:logistic', seed: '3' }), 'Rows'],
      Amounts: [...learner('Regressor', 'amount', { splitRatio: '0.75' }), 'Rows'],
    });
    assert.deepEqual(messages(done), []);
    const titles = (name: string) => {
      const { id } = done.nodes.find((node) => node.name === name) ?? {};
      return done.outputs.flatMap(({ nodeId, title }) => (nodeId === id ? [title] : []));
    };
    const common = ['Model', 'Feature importances', 'Feature importances', 'Training history', 'Test metrics'];
    assert.deepEqual(titles('Trees'), [...common, 'Confusion matrix']);
    assert.deepEqual(titles('Amounts'), [...common, 'Residuals']);
    const model = Object.fromEntries(
      tableRows(done, 'Trees', 'Model').map(({ property, value }) => [property, Number(value)]),
    );
    assert.ok((model['rows'] ?? 0) > 250 && (model['rows'] ?? 0) < 350);
    assert.ok(Number(done.nodes.find(({ name }) => name === 'Trees')?.metrics?.['areaUnderROC']) > 0.9);
    assert.ok(Number(done.nodes.find(({ name }) => name === 'Amounts')?.metrics?.['rmse']) > 0);
  });

  test('many rows come back in their order, with their vectors and what is noted of these', async () => {
    const lines = Array.from(
      { length: 60_000 },
      (_, i) => `${i % 97},${i % 89},0,0,${i % 50 === 0 ? 1 : 0},0,${i % 2},${i},row ${i}`,
    );
    await writeFile(join(root, 'many.csv'), ['a,b,c,d,e,kind,yes,amount,name', ...lines, ''].join('\n'));
    const done = await run({
      Data: [Data[0], { ...Data[1], path: '/many.csv' }],
      Rows,
      Trees: [...learner('Regressor', 'amount', { numRound: '2' }), 'Rows'],
      Predict: ['ml.NodePredict', {}, 'Trees'],
      Show: ['util.NodePrintFirstNRows', { n: '60000' }, 'Predict'],
      Renamed: ['etl.NodeDropColumns', { dropCols: ['prediction'] }, 'Predict'],
      Again: [...learner('Regressor', 'amount', { numRound: '2' }), 'Renamed'],
    });
    assert.deepEqual(messages(done), []);
    const rows = tableRows(done, 'Show');
    assert.equal(rows.length, 60_000);
    for (const [i, { amount, name, features }] of rows.entries()) {
      assert.deepEqual([amount, name], [i, `row ${i}`]);
      assert.deepEqual(numbersIn(features), [i % 97, i % 89, 0, 0, i % 50 === 0 ? 1 : 0]);
    }
    // places of the vectors have their names still
    const features = tableRows(done, 'Again', 'Feature importances').map(({ feature }) => feature);
    assert.deepEqual(features.toSorted(), inputNames);
  });

  const faults: Readonly<
    Record<string, readonly [graph: Nodes, node: string, field: string, words: string, remedy: RegExp]>
  > = {
    'vectors of several sizes': [
      {
        Data,
        Rows,
        Others: [...vectors(['a', 'b']), 'Data'],
        All: ['etl.NodeUnionAll', {}, 'Rows', 'Others'],
        Trees: [...learner('Regressor', 'amount'), 'All'],
      },
      'Trees',
      'featuresCol',
      'column "features" has vectors of sizes 2 to 5: must all have the same size',
      /make all vectors from the same columns/,
    ],
    'an infinite feature': [
      {
        Data,
        More: ['etl.NodeSQL', { tempTable: 't', sql: "select *, if(b = 1, double('inf'), a) as f from t" }, 'Data'],
        Rows: [...vectors(['f']), 'More'],
        Trees: [...learner('Regressor', 'amount'), 'Rows'],
      },
      'Trees',
      'featuresCol',
      'column "features" contains infinity or numbers beyond 32 bits in 5 of 400 rows',
      /leave out or fill such rows/,
    ],
    'an infinite label': [
      {
        Data,
        More: [
          'etl.NodeSQL',
          { tempTable: 't', sql: 'select *, if(b = 1, 1e300, a) as y from t where a is not null' },
          'Data',
        ],
        Rows: [...vectors(inputNames), 'More'],
        Trees: [...learner('Regressor', 'y'), 'Rows'],
      },
      'Trees',
      'labelCol',
      'column "y" contains infinity or numbers beyond 32 bits in 4 of 363 rows',
      /scale the numbers down/,
    ],
    'a label that is no class': [
      { Data, Rows, Trees: [...learner('Classifier', 'amount'), 'Rows'] },
      'Trees',
      'labelCol',
      'column "amount" contains label 0.25: must be a whole number from 0 to 999',
      /regression/,
    ],
    'a label above the classes': [
      { Data, Rows, Trees: [...learner('Classifier', 'kind'), 'Rows'] },
      'Trees',
      'labelCol',
      'column "kind" contains label 2: must be a whole number from 0 to 1, since field "numClass" is 2',
      /set field "numClass" to 3/,
    ],
    'no vectors': [
      { Data, Trees: [...learner('Regressor', 'amount', { featuresCol: 'a' }), 'Data'] },
      'Trees',
      'featuresCol',
      'column "a" in field "featuresCol" has type DOUBLE: must be a vector',
      /Vector Assembler/,
    ],
    'a prediction that is called as the scores': [
      { Data, Rows, Trees: [...learner('Classifier', 'yes', { predictionCol: 'probability' }), 'Rows'] },
      'Trees',
      'predictionCol',
      'column "probability" in field "predictionCol" is a score column of the model: must be another name',
      /another name/,
    ],
    'a pipeline': [
      { Data, Rows, Trees: [...learner('Regressor', 'amount'), 'Rows'], Pipeline: ['ml.NodePipeline', {}, 'Trees'] },
      'Pipeline',
      '',
      'the preceding XGBoost regressor trains in Python, but a pipeline takes only Spark ML learners',
      /Predict and Model Save nodes directly/,
    ],
    ...Object.fromEntries(
      ['CrossValidator', 'TrainValidationSplit'].map((node) => [
        node,
        [
          {
            Data,
            Rows,
            Trees: [...learner('Regressor', 'amount'), 'Rows'],
            Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'amount' }, 'Trees'],
            Search: [`ml.Node${node}`, {}, 'Judge'],
          },
          'Search',
          '',
          'the preceding XGBoost regressor trains in Python, but a parameter search takes only Spark ML learners',
          /GBT Classifier/,
        ] as const,
      ]),
    ),
    'rows without the vectors': [
      {
        Data,
        Rows,
        Trees: [...learner('Regressor', 'amount'), 'Rows'],
        Predict: ['ml.NodePredict', {}, 'Trees', 'Data'],
      },
      'Predict',
      '',
      'the rows have no column "features", which the XGBoost regressor needs (they have a, b, c, d, e, kind, yes, amount, name)',
      /the nodes that make the vectors/,
    ],
    'a node of scikit-learn': [
      {
        Data,
        Rows,
        Trees: [...learner('Regressor', 'amount'), 'Rows'],
        Predict: ['sklearn.NodeSklearnPredict', {}, 'Trees'],
      },
      'Predict',
      '',
      'the input provides an XGBoost regressor, which takes Spark ML vectors',
      /the node "Spark Predict"/,
    ],
    'an evaluator of clusters': [
      {
        Data,
        Rows,
        Trees: [...learner('Classifier', 'yes'), 'Rows'],
        Judge: ['ml.NodeClusteringEvaluator', { featuresCol: 'features' }, 'Trees'],
      },
      'Judge',
      '',
      'the preceding XGBoost classifier is a classification model: must be a clustering model',
      /choose the evaluator/,
    ],
    'a folder that a node of scikit-learn loads': [
      { Data, Load: ['sklearn.NodeModelLoad', { path: '/models/Squared' }, 'Data'] },
      'Load',
      'path',
      'path "/models/Squared" contains an XGBoost regressor, which takes Spark ML vectors',
      /the node "Spark ML Model Load"/,
    ],
    'a model alone that was loaded': [
      {
        Load: ['ml.NodeModelLoad', { path: '/models/Squared' }],
        Predict: ['ml.NodePredict', {}, 'Load'],
      },
      'Predict',
      '',
      'no input provides rows',
      /connect the rows/,
    ],
  };
  for (const [name, [graph, node, field, words, remedy]] of Object.entries(faults))
    test(`says what is wrong: ${name}`, async () => {
      const done = await run(graph);
      const { error } = done.nodes.find((one) => one.name === node) ?? {};
      assert.equal(error?.message, labelled(words, graph, node));
      assert.equal(error?.field ?? '', field);
      assert.match(error?.remedy ?? '', labelledPattern(remedy, graph, node));
    });

  test('says what is wrong: more places than memory has room for', async () => {
    await using small = new EngineHost({ memory: '1g' });
    const nodes: Nodes = {
      Data,
      Words: ['ml.NodeTokenizer', { inputCol: 'name', outputCol: 'words' }, 'Named'],
      Named: ['etl.NodeSQL', { tempTable: 't', sql: "select amount, coalesce(name, 'none') as name from t" }, 'Data'],
      Hashed: ['ml.NodeHashingTF', { inputCol: 'words', outputCol: 'features', numFeatures: '1048576' }, 'Words'],
      Trees: [...learner('Regressor', 'amount'), 'Hashed'],
    };
    const done = await runOn(small, 'spark', await ready(workflowOf(nodes), new Map(), root));
    assert.deepEqual(messages(done), ['Trees: the Python worker is out of memory: its limit is 1024 MB']);
  });

  test('a folder holds the newest model, of Spark or of XGBoost; a damaged one is told', async () => {
    const path = '/models/either';
    const trees = [...learner('Regressor', 'amount', { numRound: '3' }), 'Rows'] as const;
    const ofSpark = [
      'ml.NodeGBTRegression',
      { featuresCol: 'features', labelCol: 'amount', maxIter: '1' },
      'Filled',
    ] as const;
    const Filled = [...vectors(['b', 'c']), 'Data'] as const;
    const save = (fixedPath: string) => ['ml.NodeModelSave', { path, fixedPath, overwrite: 'true' }, 'Model'] as const;
    const load = async () => {
      const done = await run({
        Data,
        Rows,
        Load: ['ml.NodeModelLoad', { path }],
        Predict: ['ml.NodePredict', {}, 'Rows', 'Load'],
      });
      return messages(done);
    };
    assert.deepEqual(messages(await run({ Data, Filled, Model: ofSpark, Save: save('true') })), []);
    assert.match((await load())[0] ?? '', /GBT|loaded model/);
    assert.deepEqual(messages(await run({ Data, Rows, Model: trees, Save: save('true') })), []);
    assert.deepEqual(await load(), []);
    const file = join(root, path, 'model.ubj');
    await writeFile(file, (await readFile(file)).subarray(0, 500));
    assert.deepEqual(await load(), [
      `Predict: the model in path "${path}" is damaged: its file has changed since it was saved`,
    ]);
  });

  test('columns are known without a run, code has no form for it, and samples are predicted for', async () => {
    const nodes: Nodes = {
      Data,
      Rows,
      Trees: [...learner('Classifier', 'yes'), 'Rows'],
      Predict: ['ml.NodePredict', {}, 'Trees'],
    };
    const { prepared, ...rest } = await ready(workflowOf(nodes), new Map(), root);
    const added = ['features', 'rawPrediction', 'probability', 'prediction'];
    const explanation = await explainWorkflow({ host, engine: 'spark', ...rest }, prepared);
    const columns = explanation.nodes.at(-1)?.outputs?.[0]?.columns?.map(({ name }) => name);
    assert.deepEqual(columns?.slice(9), added);
    const { missing } = await workflowCode({ host, engine: 'spark', ...rest }, prepared);
    assert.deepEqual(
      missing.map((one) => one.replace(/^node \d+ /, '')),
      [
        '(Trees) needs a library of Python beside Spark, for which this code has no form',
        '(Predict) needs a library of Python beside Spark, for which this code has no form',
      ],
    );
    const { signal } = new AbortController();
    await using session = new EditingSession(host, { owner: 'someone' });
    const options = { workflow: prepared.workflow, sampleRows: 50, signal, ...rest };
    assert.deepEqual((await graphColumns(session, options)).problems, []);
    const { outputs } = await previewNode(session, options, '4', { rows: 5 });
    assert.equal(outputs[0]?.rows.length, 5);
    assert.deepEqual(
      outputs[0]?.columns.slice(9).map(({ name }) => name),
      added,
    );
  });
});
