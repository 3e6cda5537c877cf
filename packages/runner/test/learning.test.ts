import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { DataFrame } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { explainWorkflow, planProblems } from '../src/explain/index.ts';
import { EngineHost } from '@millrace/engines/host';
import { EditingSession } from '../src/preview/editing-session.ts';
import { graphColumns, previewNode } from '../src/preview/index.ts';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { reading, workflowOf, type Nodes } from './learning/graphs.ts';
import { ready, runOn } from './support.ts';

const data = reading('/points.csv', 'x DOUBLE, y DOUBLE, kind STRING, label DOUBLE');
const assembler = ['ml.NodeVectorAssembler', { inputCols: ['x', 'y'], outputCol: 'features' }] as const;
const forest = [
  'ml.NodeRandomForestClassifier',
  { featuresCol: 'features', labelCol: 'label', numTrees: '3', seed: '1' },
] as const;
const judge = ['ml.NodeBinaryClassificationEvaluator', { labelCol: 'label' }] as const;
const show = ['util.NodePrintFirstNRows', { n: '3' }] as const;

/** What Spark ML notes of the places of a vector. */
interface MetadataJson {
  readonly ml_attr: { readonly num_attrs: number; readonly attrs: Readonly<Record<string, readonly object[]>> };
  readonly blocks?: readonly object[];
}

describe('machine learning in a run', () => {
  const host = new EngineHost(sharing());
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-learning-'));
    // the label is told by the sum of both
    const lines = Array.from({ length: 200 }, (_, i) => {
      const [x, y] = [(i * 37) % 101, (i * 53) % 89];
      return `${x},${y},${['a', 'b', 'b'][i % 3]},${x + y > 90 ? 1 : 0}`;
    });
    await writeFile(join(root, 'points.csv'), ['x,y,kind,label', ...lines, ''].join('\n'));
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });
  const run = async (
    nodes: Nodes,
    engine: 'auto' | 'sail' = 'auto',
    more: Parameters<typeof runOn>[3] = {},
  ): Promise<Manifest> => runOn(host, engine, await ready(workflowOf(nodes), new Map(), root), more);
  const failures = ({ nodes }: Manifest) =>
    nodes.flatMap((n) => (n.error === undefined ? [] : [[n.name, n.error.message]]));
  const table = ({ outputs }: Manifest, title: string) => {
    const output = outputs.find((output) => output.title === title);
    assert.ok(output?.type === 'table', `no table "${title}"`);
    return output;
  };

  test('predicts with a model and rows in any order, and with a model alone', async () => {
    for (const inputs of [['Rows', 'Forest'], ['Forest', 'Rows'], ['Forest']]) {
      const done = await run({
        Data: [...data],
        Rows: [...assembler, 'Data'],
        Forest: [...forest, 'Rows'],
        Predict: ['ml.NodePredict', {}, ...inputs],
        Judge: [...judge, 'Predict'],
        Show: [...show, 'Judge'],
      });
      assert.deepEqual(failures(done), []);
      assert.equal(done.engine, 'spark');
      assert.deepEqual(
        done.nodes.map(({ rows }) => rows),
        [200, 200, 200, 200, 200, 200],
      );
      const [, value] = table(done, 'Metrics').rows[0] ?? [];
      assert.ok(Number(value) > 0.95, String(value));
      const output = done.outputs.find(({ nodeId, type }) => nodeId === '6' && type === 'table');
      assert.ok(output?.type === 'table');
      // vectors are read by people
      assert.deepEqual(
        output.columns.map(({ type }) => type),
        ['double', 'double', 'string', 'double', 'vector', 'vector', 'vector', 'double'],
      );
      assert.equal(output.rows[0]?.[4], `[${String(output.rows[0]?.[0])}, ${String(output.rows[0]?.[1])}]`);
    }
  });

  test('calls features by their columns and words after scalers, weights and the nodes between', async () => {
    const scaled = await run({
      Data: [...data],
      Rows: ['ml.NodeVectorAssembler', { inputCols: ['x', 'y'], outputCol: 'raw' }, 'Data'],
      Range: ['ml.NodeMinMaxScaler', { inputCol: 'raw', outputCol: 'ranged' }, 'Rows'],
      Scaled: ['ml.NodeStandardScaler', { inputCol: 'ranged', outputCol: 'features' }, 'Range'],
      Most: ['etl.NodeRowFilter', { conditionExpr: 'x > 3' }, 'Scaled'],
      Line: ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'label' }, 'Most'],
    });
    assert.deepEqual(failures(scaled), []);
    const featureNames = (done: Manifest, title: string) => table(done, title).rows.map(([feature]) => String(feature));
    assert.deepEqual(featureNames(scaled, 'Coefficients').toSorted(), ['x', 'y']);
    const weighed = await run({
      Data: [...data],
      Words: ['etl.NodeSQL', { tempTable: 't', sql: 'select label, split(kind, "") as words from t' }, 'Data'],
      Counts: ['ml.NodeCountVectorizer', { inputCol: 'words', outputCol: 'counts', vocabularySize: '9' }, 'Words'],
      Weights: ['ml.NodeIDF', { inputCol: 'counts', outputCol: 'features' }, 'Counts'],
      Bayes: ['ml.NodeNaiveBayes', { featuresCol: 'features', labelCol: 'label' }, 'Weights'],
    });
    assert.deepEqual(failures(weighed), []);
    assert.deepEqual(featureNames(weighed, 'Log-likelihoods of features').toSorted(), ['a', 'b']);
  });

  test('calls words by their names where they are too many to be noted', async () => {
    const lines = Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 20 }, (__, j) => `w${(i * 20 + j).toString().padStart(4, '0')}`).join(' '),
    );
    await writeFile(join(root, 'texts.csv'), ['text', ...lines, ''].join('\n'));
    const done = await run({
      Data: [...reading('/texts.csv', 'text STRING')],
      Words: ['ml.NodeTokenizer', { inputCol: 'text', outputCol: 'words' }, 'Data'],
      Counts: ['ml.NodeCountVectorizer', { inputCol: 'words', outputCol: 'counts', vocabularySize: '5000' }, 'Words'],
      Weights: ['ml.NodeIDF', { inputCol: 'counts', outputCol: 'weights' }, 'Counts'],
      Raw: ['ml.NodeLDA', { featuresCol: 'counts', k: '2', maxIter: '0', seed: '1' }, 'Counts'],
      Topics: ['ml.NodeLDA', { featuresCol: 'weights', k: '2', maxIter: '0', seed: '1' }, 'Weights'],
      ShowRaw: [...show, 'Raw'],
      Show: [...show, 'Topics'],
    });
    assert.deepEqual(failures(done), []);
    for (const id of ['5', '6']) {
      const topics = done.outputs.find(({ nodeId, title }) => nodeId === id && title === 'Topics');
      assert.ok(topics?.type === 'table');
      const terms = topics.rows.map(([, term]) => String(term));
      assert.equal(terms.length, 20);
      for (const term of terms) assert.match(term, /^w\d{4}$/);
    }
  });

  test('is checked with evaluators that name what the model before them will add', async () => {
    const graph: Nodes = {
      Data: [...data],
      Rows: [...assembler, 'Data'],
      Line: ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'label', regParamGrid: '0, 1' }, 'Rows'],
      Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'label', predictionCol: 'prediction' }, 'Line'],
      Search: ['ml.NodeCrossValidator', { seed: '1' }, 'Judge'],
    };
    const checked = async (nodes: Nodes) => {
      const { prepared, ...rest } = await ready(workflowOf(nodes), new Map(), root);
      const problems = await planProblems({ host, engine: 'auto', ...rest }, prepared);
      return problems.map(({ code, nodeId, field }) => [code, nodeId, field]);
    };
    assert.deepEqual(await checked(graph), []);
    assert.deepEqual(failures(await run(graph)), []);
    // behind a Predict the columns are known
    const misspelt = ['ml.NodeRegressionEvaluator', { labelCol: 'lable', predictionCol: 'prediction' }] as const;
    const predicted: Nodes = { ...graph, Judge: ['ml.NodePredict', {}, 'Line'], Search: [...misspelt, 'Judge'] };
    assert.deepEqual(await checked(predicted), [['column-not-found', '5', 'labelCol']]);
  });

  test('makes up rows of a rare class between those that are there, and learns from them', async () => {
    const often = Array.from({ length: 60 }, (_, i) => `${i},0,a,0`);
    const rare = [0, 10, 20, 30].map((x) => `${x},${2 * x + 1000},b,1`);
    await writeFile(join(root, 'rare.csv'), ['x,y,kind,label', ...often, ...rare, ''].join('\n'));
    const done = await run({
      Data: [...reading('/rare.csv', 'x DOUBLE, y DOUBLE, kind STRING, label DOUBLE')],
      Rows: [...assembler, 'Data'],
      More: ['ml.NodeSMOTE', { labelCol: 'label', featureCol: 'features', bucketLength: '5000' }, 'Rows'],
      Show: ['util.NodePrintFirstNRows', { n: '200' }, 'More'],
      Forest: [...forest, 'Show'],
      Predict: ['ml.NodePredict', {}, 'Forest'],
    });
    assert.deepEqual(failures(done), []);
    assert.deepEqual(
      done.nodes.map(({ rows }) => rows),
      [64, 64, 120, 120, 120, 120],
    );
    const output = done.outputs.find(({ nodeId, type }) => nodeId === '4' && type === 'table');
    assert.ok(output?.type === 'table');
    const points = output.rows
      .filter((row) => row[3] === 1)
      .map((row) => String(row[4]).slice(1, -1).split(', ').map(Number));
    assert.equal(points.length, 60);
    for (const [x = NaN, y = NaN] of points) {
      assert.ok(x >= 0 && x <= 30, String(x));
      assert.ok(Math.abs(y - (2 * x + 1000)) < 1e-9, `${x} ${y}`);
    }
    assert.ok(new Set(points.map(([x]) => x)).size > 40);
  });

  test('tells the model that predicts from that of a feature node, which its rows bring along', async () => {
    for (const inputs of [
      ['Forest', 'Indexed'],
      ['Indexed', 'Forest'],
    ]) {
      const done = await run({
        Data: [...data],
        Rows: [...assembler, 'Data'],
        Indexed: ['ml.NodeVectorIndexer', { inputCol: 'features', outputCol: 'indexed', maxCategories: '2' }, 'Rows'],
        Forest: [forest[0], { ...forest[1], featuresCol: 'indexed' }, 'Indexed'],
        Predict: ['ml.NodePredict', {}, ...inputs],
        Doubled: ['etl.NodeIndexToString', { inputCol: 'prediction', outputCol: 'word', labels: 'no,yes' }, 'Predict'],
        Judge: [...judge, 'Doubled'],
      });
      assert.deepEqual(failures(done), []);
      assert.ok(Number(table(done, 'Metrics').rows[0]?.[1]) > 0.95);
    }
  });

  test('gives predicted classes their words back, of rows without them, alone and in a pipeline that is saved', async () => {
    const back = ['ml.NodeIndexString', { inputCol: 'prediction', outputCol: 'said' }] as const;
    const wrong = "select count(*) as n, sum(if(said = if(label = 1, 'yes', 'no'), 0, 1)) as wrong from t";
    const count = ['etl.NodeSQL', { sql: wrong, tempTable: 't' }] as const;
    const rows: Nodes = {
      Data: [...data],
      Worded: ['etl.NodeSQL', { sql: "select *, if(label = 1, 'yes', 'no') as word from t", tempTable: 't' }, 'Data'],
      Index: ['ml.NodeStringIndexer', { inputCols: ['word'], outputCols: ['target'] }, 'Worded'],
      Rows: [...assembler, 'Index'],
      Forest: [forest[0], { ...forest[1], labelCol: 'target' }, 'Rows'],
      New: [...assembler, 'Data'],
    };
    const manifest = await run({
      ...rows,
      Predict: ['ml.NodePredict', {}, 'New', 'Forest'],
      Back: [...back, 'Predict'],
      Count: [...count, 'Back'],
      'Count shown': [...show, 'Count'],
      Pipeline: ['ml.NodePipeline', {}, 'Forest'],
      Save: ['ml.NodeModelSave', { path: 'models/worded', overwrite: 'true' }, 'Pipeline'],
    });
    assert.deepEqual(failures(manifest), []);
    const loaded = await run({
      Load: ['ml.NodeModelLoad', { path: 'models/worded' }],
      Data: [...data],
      Predict: ['ml.NodePredict', {}, 'Data', 'Load'],
      Back: [...back, 'Predict'],
      Count: [...count, 'Back'],
      'Count shown': [...show, 'Count'],
    });
    assert.deepEqual(failures(loaded), []);
    for (const done of [manifest, loaded]) {
      const at = done.nodes.find(({ name }) => name === 'Count shown')?.id;
      const output = done.outputs.find(({ nodeId }) => nodeId === at);
      assert.ok(output?.type === 'table');
      const [n, missed] = output.rows[0] ?? [];
      assert.equal(Number(n), 200);
      assert.ok(Number(missed) < 10, `${missed} of 200`);
    }
  });

  test('trains what is in a pipeline once, with the rows that come into its first node', async () => {
    const done = await run({
      Data: [...data],
      Index: ['ml.NodeStringIndexer', { inputCols: ['kind'], outputCols: ['kindIndex'] }, 'Data'],
      Rows: ['ml.NodeVectorAssembler', { inputCols: ['x', 'y', 'kindIndex'], outputCol: 'features' }, 'Index'],
      Forest: [...forest, 'Rows'],
      Pipeline: ['ml.NodePipeline', {}, 'Forest'],
      Predict: ['ml.NodePredict', {}, 'Data', 'Pipeline'],
      Show: [...show, 'Predict'],
    });
    assert.deepEqual(failures(done), []);
    const output = done.outputs.find(({ nodeId }) => nodeId === '7');
    assert.ok(output?.type === 'table');
    assert.deepEqual(output.columns.map(({ name }) => name).slice(0, 6), [
      'x',
      'y',
      'kind',
      'label',
      'kindIndex',
      'features',
    ]);
    // the forest alone has nothing to say of itself
    assert.deepEqual(
      done.outputs.filter(({ nodeId }) => nodeId === '4'),
      [],
    );
  });

  test('predicts for rows that lack what is to be foretold, which an indexer has numbered', async () => {
    const pipeline = (column: string, handleInvalid: string): Nodes => ({
      [`Index ${column}`]: [
        'ml.NodeStringIndexer',
        { inputCols: ['kind', column], outputCols: ['kindIndex', 'target'], handleInvalid },
        'Words',
      ],
      [`Rows ${column}`]: [
        'ml.NodeVectorAssembler',
        { inputCols: ['x', 'y', 'kindIndex'], outputCol: 'features' },
        `Index ${column}`,
      ],
      [`Forest ${column}`]: [forest[0], { ...forest[1], labelCol: 'target' }, `Rows ${column}`],
      [`Model ${column}`]: ['ml.NodePipeline', {}, `Forest ${column}`],
      [`Predict ${column}`]: ['ml.NodePredict', {}, 'New', `Model ${column}`],
      [`Show ${column}`]: [...show, `Predict ${column}`],
    });
    const lines = ['1,2,a', '80,80,b', '80,80,c', ''];
    await writeFile(join(root, 'new.csv'), ['x,y,kind', ...lines].join('\n'));
    const sql = "select *, if(label > 0, 'yes', 'no') as word, label > 0 as flag from t";
    const filter: Nodes[string] = ['etl.NodeRowFilter', { conditionExpr: "kind <> 'c'" }, 'All'];
    const columns = ['x', 'y', 'kind', 'kindIndex', 'features', 'rawPrediction', 'probability', 'prediction'];
    const done = await run({
      Data: [...data],
      Words: ['etl.NodeSQL', { tempTable: 't', sql }, 'Data'],
      All: [...reading('/new.csv', 'x DOUBLE, y DOUBLE, kind STRING')],
      New: filter,
      ...pipeline('word', 'error'),
      ...pipeline('flag', 'error'),
    });
    assert.deepEqual(failures(done), []);
    const skipping = await run({
      Data: [...data],
      Words: ['etl.NodeSQL', { tempTable: 't', sql }, 'Data'],
      New: [...reading('/new.csv', 'x DOUBLE, y DOUBLE, kind STRING')],
      ...pipeline('label', 'skip'),
      Save: ['ml.NodeModelSave', { path: '/targets/label', fixedPath: 'true' }, 'Model label'],
    });
    assert.deepEqual(failures(skipping), []);
    const predictionsOf = ({ outputs }: Manifest) =>
      outputs.flatMap((output) =>
        output.type === 'table' && output.columns.some(({ name }) => name === 'probability')
          ? [[output.columns.map(({ name }) => name), output.rows.map((row) => [row[2], row.at(-1)])]]
          : [],
      );
    const each = [
      columns,
      [
        ['a', 1],
        ['b', 0],
      ],
    ];
    assert.deepEqual(predictionsOf(done), [each, each]);
    // of other columns rows with unknown values are left out as ever
    assert.deepEqual(predictionsOf(skipping), [each]);
    const loaded = await run({
      New: [...reading('/new.csv', 'x DOUBLE, y DOUBLE, kind STRING')],
      Load: ['ml.NodeModelLoad', { path: '/targets/label' }],
      Predict: ['ml.NodePredict', {}, 'New', 'Load'],
      Show: [...show, 'Predict'],
    });
    assert.deepEqual(failures(loaded), []);
    assert.deepEqual(predictionsOf(loaded), [each]);
    const without = await run({
      New: [...reading('/points.csv', 'x DOUBLE, y DOUBLE, kind STRING, label DOUBLE')],
      Drop: ['etl.NodeDropColumns', { dropCols: ['kind'] }, 'New'],
      Load: ['ml.NodeModelLoad', { path: '/targets/label' }],
      Predict: ['ml.NodePredict', {}, 'Drop', 'Load'],
    });
    assert.match(String(failures(without)[0]?.[1]), /the rows have no column "kind", which the .+ needs/);
  });

  for (const search of ['CrossValidator', 'TrainValidationSplit'])
    test(`finds the best parameters by a ${search}`, async () => {
      const [, fields] = forest;
      const done = await run({
        Data: [...data],
        Rows: [...assembler, 'Data'],
        Forest: [forest[0], { ...fields, maxDepthGrid: '0, 4' }, 'Rows'],
        Pipeline: ['ml.NodePipeline', {}, 'Forest'],
        Judge: [...judge, 'Pipeline'],
        Search: [`ml.Node${search}`, { seed: '3', parallelism: '20' }, 'Judge'],
        Predict: ['ml.NodePredict', {}, 'Search', 'Data'],
        Show: [...show, 'Predict'],
      });
      assert.deepEqual(failures(done), []);
      const trials = table(done, 'Parameters tried').rows;
      assert.deepEqual(
        trials.map(([parameters, , best]) => [parameters, best]),
        [
          ['maxDepth 0', false],
          ['maxDepth 4', true],
        ],
      );
      // trees without a branch tell nothing
      assert.equal(trials[0]?.[1], 0.5);
    });

  test('a file that is sorted by its classes is judged as a whole before it is run', async () => {
    const lines = Array.from(
      { length: 3_000 },
      (_, i) => `${(i * 37) % 101},${i < 1_500 ? 0 : 50},a,${i < 1_500 ? 0 : 1}`,
    );
    await writeFile(join(root, 'sorted.csv'), ['x,y,kind,label', ...lines, ''].join('\n'));
    const { prepared, ...rest } = await ready(
      workflowOf({
        Data: [...reading('/sorted.csv', 'x DOUBLE, y DOUBLE, kind STRING, label DOUBLE')],
        Rows: [...assembler, 'Data'],
        Forest: [...forest, 'Rows'],
        Predict: ['ml.NodePredict', {}, 'Forest'],
        Judge: [...judge, 'Predict'],
      }),
      new Map(),
      root,
    );
    assert.deepEqual(await planProblems({ host, engine: 'auto', ...rest }, prepared), []);
  });

  test('a pipeline and a search show what their learner shows alone, and learn from all rows', async () => {
    const settings = { output_roc_curve: 'true', output_confusion_matrix_chart: 'true', path: '/matrix' };
    const learner = (more = {}) => [forest[0], { ...forest[1], ...settings, ...more }] as const;
    const before = { Data: [...data], Rows: [...assembler, 'Data'] } as const;
    const outputOf = (done: Manifest, node: string): unknown => {
      assert.deepEqual(failures(done), []);
      const id = done.nodes.find(({ name }) => name === node)?.id;
      return done.outputs
        .filter(({ nodeId, title }) => nodeId === id && title !== 'Parameters tried')
        .map((output) => ({ ...output, nodeId: '' }));
    };
    const alone = await run({ ...before, Learner: [...learner(), 'Rows'] });
    const titles = alone.outputs.map(({ title }) => title);
    for (const title of ['Model', 'Feature importances', 'Confusion matrix', '/matrix'])
      assert.ok(titles.includes(title), `no "${title}" among ${titles.join(', ')}`);
    const search = ['ml.NodeCrossValidator', { numFolds: '2' }] as const;
    // a share that is asked for does not count
    for (const share of [{}, { splitRatio: '0.3' }]) {
      const events: RunEvent[] = [];
      const nodes = {
        ...before,
        Learner: [...learner(share), 'Rows'],
        Model: ['ml.NodePipeline', {}, 'Learner'],
      } as const;
      const piped = await run(nodes, 'auto', { events });
      assert.equal(
        JSON.stringify(events).includes('is ignored: a pipeline or parameter search trains on all rows'),
        'splitRatio' in share,
      );
      assert.deepEqual(outputOf(piped, 'Model'), outputOf(alone, 'Learner'));
      const searched = await run({
        ...before,
        Learner: [...learner({ ...share, maxDepthGrid: '5' }), 'Rows'],
        Judge: [...judge, 'Learner'],
        Model: [...search, 'Judge'],
        Predict: ['ml.NodePredict', {}, 'Model'],
      });
      assert.deepEqual(outputOf(searched, 'Model'), outputOf(alone, 'Learner'));
      assert.equal(searched.nodes.at(-1)?.rows, 200);
    }
    // who is asked for a model of its own saves what it knows of that
    const both = await run({
      ...before,
      Learner: [...learner({ splitRatio: '0.7' }), 'Rows'],
      Model: ['ml.NodePipeline', {}, 'Learner'],
      Predict: ['ml.NodePredict', {}, 'Learner'],
    });
    const saving = both.outputs.filter(({ title }) => title === '/matrix').map(({ nodeId }) => nodeId);
    assert.deepEqual(saving, [both.nodes.find(({ name }) => name === 'Learner')?.id]);
    const groups = await run({
      ...before,
      Learner: ['ml.NodeKMeans', { featuresCol: 'features', k: '500' }, 'Rows'],
      Model: ['ml.NodePipeline', {}, 'Learner'],
    });
    assert.deepEqual(
      groups.nodes.at(-1)?.error?.message,
      'in the preceding k-means: invalid value 500 for field "k": must be at most 200, the number of rows',
    );
  });

  test('the same rows are parted alike by a learner that is tested by some of them', async () => {
    const part = async (fields: object, seed: bigint): Promise<unknown> => {
      const learner = ['ml.NodeLogisticRegression', { featuresCol: 'features', labelCol: 'label', ...fields }] as const;
      const nodes = { Data: [...data], Rows: [...assembler, 'Data'], Learner: [...learner, 'Rows'] } as const;
      const done = await run(nodes, 'auto', { seed });
      assert.deepEqual(failures(done), []);
      return table(done, 'Model').rows;
    };
    const first = await part({ splitRatio: '0.6' }, 1n);
    assert.deepEqual(await part({ splitRatio: '0.6' }, 2n), first);
    assert.notDeepEqual(await part({}, 1n), first);
  });

  test('a search over a pipeline leaves the models of feature nodes in it to the other nodes', async () => {
    const [, fields] = forest;
    const done = await run({
      Data: [...data],
      Rows: [...assembler, 'Data'],
      Scale: ['ml.NodeStandardScaler', { inputCol: 'features', outputCol: 'scaled' }, 'Rows'],
      Scaled: ['ml.NodeStandardScalerTransform', {}, 'Rows', 'Scale'],
      Forest: [forest[0], { ...fields, featuresCol: 'scaled', maxDepthGrid: '0, 4' }, 'Scaled'],
      Pipeline: ['ml.NodePipeline', {}, 'Forest'],
      Judge: [...judge, 'Pipeline'],
      Search: ['ml.NodeCrossValidator', { seed: '3' }, 'Judge'],
      Predict: ['ml.NodePredict', {}, 'Search', 'Data'],
      Show: [...show, 'Predict'],
      Save: ['ml.NodeModelSave', { path: '/models/searched' }, 'Search'],
    });
    assert.deepEqual(failures(done), []);
    assert.equal(table(done, 'Parameters tried').rows[1]?.[2], true);
  });

  test('saves a model, loads it in the same run and in another one, and predicts the same', async () => {
    const training = { Data: [...data], Rows: [...assembler, 'Data'], Forest: [...forest, 'Rows'] } as const;
    const first = await run({
      ...training,
      Save: ['ml.NodeModelSave', { path: '/models/forest' }, 'Forest'],
      Load: ['ml.NodeModelLoad', { path: '/models/forest' }, 'Save'],
      Predict: ['ml.NodePredict', {}, 'Rows', 'Load'],
      Show: ['util.NodePrintFirstNRows', { n: '200' }, 'Predict'],
    });
    assert.deepEqual(failures(first), []);
    assert.deepEqual(await readdir(join(root, 'models/forest')), ['20240229T120000000Z']);
    const second = await run({
      Data: [...data],
      Rows: [...assembler, 'Data'],
      Load: ['ml.NodeModelLoad', { path: '/models/forest' }],
      Predict: ['ml.NodePredict', {}, 'Rows', 'Load'],
      Show: ['util.NodePrintFirstNRows', { n: '200' }, 'Predict'],
    });
    assert.deepEqual(failures(second), []);
    const rowsOf = (done: Manifest, nodeId: string): unknown =>
      done.outputs.flatMap((output) => (output.type === 'table' && output.nodeId === nodeId ? output.rows : []));
    assert.deepEqual(rowsOf(second, '5'), rowsOf(first, '7'));
    const missing = await run({
      Data: [...data],
      Rows: [...assembler, 'Data'],
      Load: ['ml.NodeModelLoad', { path: '/models/none' }],
      Predict: ['ml.NodePredict', {}, 'Rows', 'Load'],
    });
    assert.deepEqual(failures(missing), [['Load', 'no saved model in path "/models/none"']]);
    // a second run at the same instant would replace the first one's version
    const again = await run({ ...training, Save: ['ml.NodeModelSave', { path: '/models/forest' }, 'Forest'] });
    assert.deepEqual(failures(again), [['Save', 'path "/models/forest/20240229T120000000Z" already exists']]);
  });

  test('is checked, explained and looked at before it runs', async () => {
    const workflow = workflowOf({
      Data: [...data],
      Rows: [...assembler, 'Data'],
      Forest: [...forest, 'Rows'],
      Predict: ['ml.NodePredict', {}, 'Forest'],
      Filter: ['etl.NodeRowFilter', { conditionExpr: 'prediction = label' }, 'Predict'],
    });
    const { prepared, ...rest } = await ready(workflow, new Map(), root);
    const options = { workflow, host, engine: 'auto' as const, ...rest };
    assert.deepEqual(await planProblems(options, prepared), []);
    const { engine, nodes } = await explainWorkflow(options, prepared);
    assert.equal(engine, 'spark');
    assert.deepEqual(
      nodes.flatMap(({ failure }) => failure ?? []),
      [],
    );
    await using session = new EditingSession(host, { owner: 'a user' });
    const signal = new AbortController().signal;
    const preview = await graphColumns(session, { workflow, sampleRows: 50, signal, ...rest });
    assert.deepEqual(preview.problems, []);
    const columns = preview.nodes.at(-1)?.outputs?.[0]?.columns;
    assert.equal(
      columns?.map(({ name }) => name).join(),
      'x,y,kind,label,features,rawPrediction,probability,prediction',
    );
    const { outputs, sample } = await previewNode(session, { workflow, sampleRows: 50, signal, ...rest }, '5', {
      rows: 5,
    });
    assert.deepEqual([outputs[0]?.rows.length, sample.complete], [5, false]);
    // what is learned of the sample is shown where it is asked for, and not before
    const previewOptions = { workflow, sampleRows: 100, signal, ...rest };
    const titles = async (nodeId: string, learns: boolean) => {
      const { results, hasMore } = await previewNode(session, previewOptions, nodeId, { rows: 5, learns });
      return { titles: results.map(({ title }) => title), hasMore };
    };
    assert.deepEqual(await titles('3', false), { titles: [], hasMore: true });
    const training = await titles('3', true);
    assert.ok(
      training.titles.includes('Model') && training.titles.includes('Feature importances'),
      training.titles.join(),
    );
    assert.equal(training.hasMore, false);
    assert.deepEqual(await titles('4', true), { titles: [], hasMore: false });
  });

  test('applies what a feature node has learned: to other rows, alone, saved and loaded, and in a pipeline', async () => {
    const scaler = ['ml.NodeStandardScaler', { inputCol: 'features', outputCol: 'scaled', withMean: 'true' }] as const;
    const all = ['util.NodePrintFirstNRows', { n: '200' }] as const;
    const done = await run({
      Data: [...data],
      Rows: [...assembler, 'Data'],
      Scale: [...scaler, 'Rows'],
      Save: ['ml.NodeModelSave', { path: '/models/scaler' }, 'Scale'],
      Load: ['ml.NodeModelLoad', { path: '/models/scaler' }, 'Save'],
      Others: ['ml.NodeStandardScalerTransform', {}, 'Rows', 'Scale'],
      Alone: ['ml.NodeStandardScalerTransform', {}, 'Scale'],
      Loaded: ['ml.NodeStandardScalerTransform', {}, 'Load', 'Rows'],
      Forest: [forest[0], { ...forest[1], featuresCol: 'scaled' }, 'Others'],
      Pipeline: ['ml.NodePipeline', {}, 'Forest'],
      Predict: ['ml.NodePredict', {}, 'Data', 'Pipeline'],
      ...Object.fromEntries(
        ['Scale', 'Others', 'Alone', 'Loaded', 'Predict'].map((name) => [`Show ${name}`, [...all, name]]),
      ),
    });
    assert.deepEqual(failures(done), []);
    const ids = new Map(done.nodes.map(({ id, name }) => [name, id]));
    const tableOf = (name: string) => {
      const output = done.outputs.find(({ nodeId, type }) => nodeId === ids.get(`Show ${name}`) && type === 'table');
      assert.ok(output?.type === 'table');
      return output;
    };
    const scaled = tableOf('Scale');
    assert.deepEqual(scaled.columns.at(-1), { name: 'scaled', type: 'vector' });
    for (const name of ['Others', 'Alone', 'Loaded']) assert.deepEqual(tableOf(name).rows, scaled.rows, name);
    assert.deepEqual(
      tableOf('Predict').rows.map((row) => row.slice(0, 6)),
      scaled.rows,
    );
  });

  test('of a long vector names and categories are known, and nothing is noted of each place', async () => {
    const long = {
      Data: [...data],
      Words: ['ml.NodeTokenizer', { inputCol: 'kind', outputCol: 'words' }, 'Data'],
      Hashed: ['ml.NodeHashingTF', { inputCol: 'words', outputCol: 'tf', numFeatures: '20000' }, 'Words'],
      Index: ['ml.NodeStringIndexer', { inputCols: ['kind'], outputCols: ['kindIndex'] }, 'Hashed'],
      Rows: ['ml.NodeVectorAssembler', { inputCols: ['x', 'tf', 'kindIndex', 'y'], outputCol: 'features' }, 'Index'],
      Scale: ['ml.NodeMaxAbsScaler', { inputCol: 'features', outputCol: 'scaled' }, 'Rows'],
    } as const satisfies Nodes;
    const notes = new Map<string, string>();
    const workflow = await ready(
      workflowOf({
        ...long,
        Learn: ['ml.NodeLogisticRegression', { featuresCol: 'scaled', labelCol: 'label', maxIter: '5' }, 'Scale'],
        Tree: ['ml.NodeDecisionTreeClassifier', { featuresCol: 'features', labelCol: 'label', maxDepth: '3' }, 'Rows'],
        Again: ['ml.NodeVectorAssembler', { inputCols: ['y', 'features'], outputCol: 'more' }, 'Rows'],
        Slice: [
          'ml.NodeVectorSlicer',
          { inputCol: 'more', outputCol: 'v', indices: '0', names: 'features_y, features_x, features_tf_19999' },
          'Again',
        ],
        Show: ['util.NodePrintFirstNRows', { n: '1' }, 'Slice'],
      }),
      new Map(),
      root,
    );
    const inspect = async ({ name }: { readonly name: string }, _: number, df: DataFrame): Promise<void> => {
      for (const field of (await df.schema()).fields) notes.set(`${name}.${field.name}`, field.metadata ?? '');
    };
    const done = await runOn(host, 'auto', workflow, { inspect });
    assert.deepEqual(failures(done), []);
    for (const column of ['Rows.features', 'Scale.scaled']) {
      const note = notes.get(column) ?? '';
      assert.ok(note.length < 1_000, `${column}: ${note.length} characters`);
      assert.equal((JSON.parse(note) as MetadataJson).ml_attr.num_attrs, 20_003);
    }
    // categories are told apart, not ordered
    const { attrs } = (JSON.parse(notes.get('Rows.features') ?? '') as MetadataJson).ml_attr;
    assert.deepEqual(attrs['nominal'], [{ idx: 20_001, name: 'kindIndex', vals: ['b', 'a'] }]);
    const [first] = table(done, 'Coefficients: 200 of 20003').rows;
    assert.match(String(first?.[0]), /^(x|y|tf_\d+|kindIndex)$/);
    const names = new Set(table(done, 'Coefficients: 200 of 20003').rows.map(([name]) => name));
    for (const name of ['x', 'y', 'kindIndex']) assert.ok(names.has(name), name);
    const output = done.outputs.find(({ nodeId, type }) => nodeId === '11' && type === 'table');
    assert.deepEqual(output?.type === 'table' && output.rows[0]?.at(-1), '(4, [], [])');
    const { blocks } = JSON.parse(notes.get('Again.more') ?? '') as MetadataJson;
    assert.deepEqual(blocks?.[2], { column: 'features_tf', from: 2, size: 20_000 });
  });

  test('what no learner needs begins beside the learning, and does so where nothing can be learned', async () => {
    const nodes = {
      Data: [...data],
      Index: ['ml.NodeStringIndexer', { inputCols: ['kind'], outputCols: ['kindIndex'] }, 'Data'],
      Rows: [...assembler, 'Index'],
      Forest: [...forest, 'Rows'],
      Judge: [...judge, 'Forest'],
      Summary: ['ml.NodeSummary', { colNames: ['x', 'y'] }, 'Data'],
      Others: [...data],
      Count: ['util.NodePrintFirstNRows', { n: '1' }, 'Others'],
    } as const satisfies Nodes;
    const startedIn = async (graph: Nodes): Promise<{ order: readonly string[]; done: Manifest }> => {
      const events: RunEvent[] = [];
      const done = await runOn(host, 'auto', await ready(workflowOf(graph), new Map(), root), { events });
      return { order: events.flatMap((event) => (event.event === 'node.started' ? [event.name] : [])), done };
    };
    const { order, done } = await startedIn(nodes);
    assert.deepEqual(failures(done), []);
    const at = (name: string): number => order.indexOf(name);
    for (const name of ['Summary', 'Others', 'Count']) assert.ok(at(name) > at('Forest'), order.join(', '));
    const broken = await startedIn({
      ...nodes,
      Index: ['ml.NodeStringIndexer', { inputCols: ['nobody'], outputCols: ['i'] }, 'Data'],
    });
    assert.deepEqual(
      broken.done.nodes.filter(({ status }) => status === 'COMPLETED').map(({ name }) => name),
      ['Data', 'Summary', 'Others', 'Count'],
    );
  });

  test('tells how many rows there are, where a node leaves some out and where none does', async () => {
    await writeFile(join(root, 'gaps.csv'), 'x,y,kind,label\n1,2,a,0\n2,,b,1\n3,4,,0\n4,5,b,1\n5,6,a,1\n');
    const gaps = reading('/gaps.csv', 'x DOUBLE, y DOUBLE, kind STRING, label DOUBLE');
    const index = { inputCols: ['kind'], outputCols: ['kindIndex'] };
    const counts = async (nodes: Nodes) => {
      const done = await run({ Data: [...gaps], ...nodes });
      assert.deepEqual(failures(done), []);
      return done.nodes.map(({ rows }) => rows);
    };
    const skip = { handleInvalid: 'skip' };
    const remaining = await counts({
      Index: ['ml.NodeStringIndexer', { ...index, ...skip }, 'Data'],
      Rows: [assembler[0], { ...assembler[1], ...skip }, 'Index'],
      Forest: [...forest, 'Rows'],
      Predict: ['ml.NodePredict', {}, 'Forest'],
      Judge: [...judge, 'Predict'],
    });
    assert.deepEqual(remaining, [5, 4, 3, 3, 3, 3]);
    const countsOfAll = await counts({
      Index: ['ml.NodeStringIndexer', { ...index, handleInvalid: 'keep' }, 'Data'],
      Rows: [assembler[0], { ...assembler[1], inputCols: ['x'] }, 'Index'],
      Forest: [...forest, 'Rows'],
      Predict: ['ml.NodePredict', {}, 'Forest'],
      Judge: [...judge, 'Predict'],
    });
    assert.deepEqual(countsOfAll, [5, 5, 5, 5, 5, 5]);
    const wrong = await run({
      Data: [...gaps],
      Index: ['ml.NodeStringIndexer', index, 'Data'],
      Rows: [assembler[0], { ...assembler[1], inputCols: ['x'] }, 'Index'],
      Show: [...show, 'Rows'],
    });
    assert.deepEqual(
      wrong.nodes.map(({ name, status }) => [name, status]),
      [
        ['Data', 'COMPLETED'],
        ['Index', 'FAILED'],
        ['Rows', 'SKIPPED'],
        ['Show', 'SKIPPED'],
      ],
    );
  });

  test('says what is missing: a model, an evaluator, Spark', async () => {
    const rows = { Data: [...data], Rows: [...assembler, 'Data'] } as const;
    const without = await run({ ...rows, Predict: ['ml.NodePredict', {}, 'Rows'] });
    assert.deepEqual(failures(without), [['Predict', 'no input provides a model']]);
    const onSail = await run(rows, 'sail');
    assert.deepEqual(failures(onSail), [['Rows', 'Spark ML is not available on Sail']]);
  });
});
