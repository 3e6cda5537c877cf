import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { linearRegression, Pipeline, rFormula, sqlTransformer, vectorAssembler } from '@millrace/spark-connect/ml';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { reading, workflowOf, type Nodes } from './learning/graphs.ts';
import { ready, runOn } from './support.ts';

const columns = 'a DOUBLE, b DOUBLE, c DOUBLE, y DOUBLE, same DOUBLE, kind STRING, many STRING';
/** Rows that a straight line does not quite tell. */
const rows = Array.from({ length: 12 }, (_, i) => [
  i,
  (i * 7) % 5,
  (i * 3) % 4,
  2 * i + ((i * 5) % 3),
  7,
  ['red', 'green', 'blue'][i % 3] ?? '',
  `m${i}`,
]);

const assembler = (inputCols: readonly string[]) =>
  ['ml.NodeVectorAssembler', { inputCols, outputCol: 'features' }] as const;
const sql = (text: string) => ['etl.NodeSQL', { sql: text, tempTable: 't' }] as const;

describe('nodes of machine learning take what Spark ML takes', () => {
  const host = new EngineHost(sharing());
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-kinds-'));
    const write = (name: string, heading: string, lines: readonly (readonly (string | number)[])[]) =>
      writeFile(join(root, name), [heading, ...lines.map((one) => one.join()), ''].join('\n'));
    await write('rows.csv', 'a,b,c,y,same,kind,many', rows);
    await write(
      'given.csv',
      'a,b,y',
      rows.map(([a = 0, b = 0, , y = 0]) => [a, b, y]),
    );
    await write('few.csv', 'a,b,c,y,same,kind,many', rows.slice(0, 3));
    const classes = Array.from({ length: 600 }, (_, i) => [i, i % 2, 0, i % 150, 7, `k${i % 150}`, `m${i % 150}`]);
    await write('classes.csv', 'a,b,c,y,same,kind,many', classes);
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });

  const Data = reading('/rows.csv', columns);
  const run = async (nodes: Nodes, events: RunEvent[] = []): Promise<Manifest> =>
    runOn(host, 'spark', await ready(workflowOf(nodes), new Map(), root), { events });
  const failures = ({ nodes }: Manifest) =>
    nodes.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error.field, error.message, error.remedy]]));
  const tableOf = ({ nodes, outputs }: Manifest, node: string, title: RegExp) => {
    const { id } = nodes.find(({ name }) => name === node) ?? {};
    const output = outputs.find((one) => one.nodeId === id && one.type === 'table' && title.test(one.title));
    return output?.type === 'table' ? output : assert.fail(`${node} shows no such table`);
  };
  const warningsIn = (events: readonly RunEvent[]): string[] =>
    events.flatMap((one) => (one.event === 'log' && one.level === 'warning' ? [one.message] : []));

  describe('a linear regression shows how sure its coefficients are where Spark can tell', () => {
    const regression = (file: string, inputCols: readonly string[], more = {}): Nodes => ({
      Data: reading(file, columns),
      Rows: [...assembler(inputCols), 'Data'],
      Model: ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'y', ...more }, 'Rows'],
    });
    const cases: Readonly<Record<string, readonly [Nodes, RegExp | undefined]>> = {
      'more rows than coefficients': [regression('/rows.csv', ['a', 'b']), undefined],
      'wide rows with ridge': [regression('/few.csv', ['a', 'b', 'c'], { regParam: '0.1' }), /4 coefficients.* 3 rows/],
      'rows that determine all coefficients': [regression('/few.csv', ['a', 'b']), /3 coefficients.* 3 rows/],
      'a label that never changes': [regression('/rows.csv', ['a', 'b'], { labelCol: 'same' }), /same in every row/],
      'a label that never changes, without intercept': [
        regression('/rows.csv', ['a', 'b'], { labelCol: 'same', fitIntercept: 'false' }),
        undefined,
      ],
    };
    for (const [name, [graph, missing]] of Object.entries(cases))
      test(name, async () => {
        const events: RunEvent[] = [];
        const done = await run(graph, events);
        assert.deepEqual(failures(done), []);
        const names = tableOf(done, 'Model', /^Coefficients/).columns.map((one) => one.name);
        const usual = ['feature', 'coefficient'];
        assert.deepEqual(names, missing === undefined ? [...usual, 'standard_error', 't', 'p'] : usual);
        assert.deepEqual(
          warningsIn(events).map((one) => missing?.test(one) ?? one),
          missing === undefined ? [] : [true],
        );
      });
  });

  describe('numbers of all types are features', () => {
    const types = ['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal(10,2)'];
    const nodes: Nodes = {
      Binarizer: ['ml.NodeBinarizer', { inputCol: 'n', outputCol: 'o', threshold: '1' }],
      Bucketizer: ['etl.NodeBucketizer', { inputCol: 'n', outputCol: 'o', splits: '-inf,2,inf' }],
      Quantiles: ['ml.NodeQuantileDiscretizer', { inputCol: 'n', outputCol: 'o' }],
      ImputerMean: ['ml.NodeImputer', { inputCol: 'n', outputCol: 'o', strategy: 'mean' }],
      ImputerMedian: ['ml.NodeImputer', { inputCol: 'n', outputCol: 'o', strategy: 'median' }],
      ImputerMode: ['ml.NodeImputer', { inputCol: 'n', outputCol: 'o', strategy: 'mode' }],
      Interaction: ['etl.NodeInteraction', { inputCols: ['n', 'a'], outputCol: 'o' }],
      OneHot: ['ml.NodeOneHotEncoder', { inputCols: ['n'], outputCols: ['o'] }],
      OneHotAdvanced: ['ml.NodeOneHotEncoderAdvanced', { inputCol: 'n', outputCol: 'o' }],
      Indexer: ['ml.NodeStringIndexer', { inputCols: ['n'], outputCols: ['o'] }],
      IndexerAdvanced: ['ml.NodeStringIndexerAdvanced', { inputCol: 'n', outputCol: 'o' }],
      Labels: ['etl.NodeIndexToString', { inputCol: 'n', outputCol: 'o', labels: 'x,y,z,u' }],
      Assembler: ['ml.NodeVectorAssembler', { inputCols: ['n'], outputCol: 'o' }],
    };
    for (const type of types)
      test(type, async () => {
        const done = await run({
          Data,
          Cast: [...sql(`select cast(c as ${type}) as n, a from t`), 'Data'],
          ...Object.fromEntries(Object.entries(nodes).map(([name, [kind, fields]]) => [name, [kind, fields, 'Cast']])),
        });
        assert.deepEqual(failures(done), []);
      });
  });

  test('true and false, dates and times are categories, and a pipeline of them predicts', async () => {
    const done = await run({
      Data,
      Cast: [
        ...sql(
          "select a > 4 as flag, date_add(date'2024-01-01', cast(c as int)) as day, a, b, y > 8 as big, cast(b as int) as n from t",
        ),
        'Data',
      ],
      Index: ['ml.NodeStringIndexer', { inputCols: ['flag', 'day', 'big'], outputCols: ['f', 'd', 'label'] }, 'Cast'],
      Advanced: ['ml.NodeStringIndexerAdvanced', { inputCol: 'flag', outputCol: 'g' }, 'Index'],
      Twin: ['ml.NodeStringIndexerAdvancedTransform', {}, 'Advanced', 'Index'],
      Above: ['ml.NodeBinarizer', { inputCol: 'n', outputCol: 'above', threshold: '2' }, 'Index'],
      Rows: [...assembler(['f', 'd', 'above']), 'Above'],
      Model: ['ml.NodeDecisionTreeClassifier', { featuresCol: 'features', labelCol: 'label' }, 'Rows'],
      Pipeline: ['ml.NodePipeline', {}, 'Model'],
      Save: ['ml.NodeModelSave', { path: 'models/kinds', fixedPath: 'true' }, 'Pipeline'],
      Predict: ['ml.NodePredict', {}, 'Pipeline', 'Cast'],
      Selected: [
        'featureselection.NodeFeatureSelectionWithImportance',
        { targetCol: 'big', featureCols: ['flag', 'a'], mlType: 'Classification' },
        'Cast',
      ],
    });
    assert.deepEqual(failures(done), []);
    const predicted = done.nodes.find(({ name }) => name === 'Predict')?.schema?.map(({ name }) => name);
    assert.deepEqual(predicted, [
      'flag',
      'day',
      'a',
      'b',
      'big',
      'n',
      'f',
      'd',
      'label',
      'above',
      'features',
      'rawPrediction',
      'probability',
      'prediction',
    ]);
  });

  describe('more than 100 classes', () => {
    const Many = reading('/classes.csv', columns);
    const learners = {
      RandomForestClassifier: { numTrees: '2', seed: '1' },
      DecisionTreeClassifier: {},
      LogisticRegression: { maxIter: '2' },
      NaiveBayes: {},
      MultilayerPerceptron: { layers: '2,3,150', maxIter: '1' },
    };
    const graph = (labelCol: string): Nodes => ({
      Many,
      Index: ['ml.NodeStringIndexer', { inputCols: ['kind'], outputCols: ['label'] }, 'Many'],
      Rows: [...assembler(['a', 'b']), 'Index'],
      ...Object.fromEntries(
        Object.entries(learners).map(([name, fields]) => [
          name,
          [`ml.Node${name}`, { featuresCol: 'features', labelCol, ...fields }, 'Rows'],
        ]),
      ),
    });
    test('are told apart where a String Indexer has noted them', async () => {
      const done = await run(graph('label'));
      assert.deepEqual(failures(done), []);
    });
    test('are refused before anything is learned where nothing tells how many there are', async () => {
      const problems = failures(await run(graph('y')));
      assert.deepEqual(problems.map(([name]) => name).toSorted(), Object.keys(learners).toSorted());
      for (const [, field, message, remedy] of problems) {
        assert.equal(field, 'labelCol');
        assert.match(String(message), /^column "y" contains label 149: must be at most 99 without a String Indexer$/);
        assert.match(String(remedy), /String Indexer before this node/);
      }
    });
  });

  test('a search reports the best mean under the name of its metric', async () => {
    const search = (kind: string, more = {}): Nodes => ({
      Data,
      Rows: [...assembler(['a', 'b']), 'Data'],
      Model: ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'y', regParamGrid: '[0.1, 5]' }, 'Rows'],
      Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'y' }, 'Model'],
      Search: [`ml.Node${kind}`, { seed: '1', ...more }, 'Judge'],
    });
    for (const graph of [search('CrossValidator', { numFolds: '2' }), search('TrainValidationSplit')]) {
      const done = await run(graph);
      assert.deepEqual(failures(done), []);
      const trials = tableOf(done, 'Search', /^Parameters tried/).rows;
      assert.equal(trials.length, 2);
      const [best] = trials.flatMap(([, metric, isBest]) => (isBest === true ? [metric] : []));
      assert.deepEqual(done.nodes.find(({ name }) => name === 'Search')?.metrics, { rmse: best });
    }
  });

  test('a model that is saved and loaded in one run is that of the run, however its folder is written', async () => {
    const spellings: readonly (readonly [string, string])[] = [
      ['models/km/', 'models/km'],
      ['/models/km', 'models//km'],
      ['./models/km', '/models/other/../km/'],
    ];
    for (const [saved, loaded] of spellings) {
      const done = await run({
        Data,
        Rows: [...assembler(['a', 'b']), 'Data'],
        Model: ['ml.NodeKMeans', { featuresCol: 'features', k: '2', seed: '1' }, 'Rows'],
        Save: ['ml.NodeModelSave', { path: saved }, 'Model'],
        Load: ['ml.NodeModelLoad', { path: loaded }, 'Save'],
        Predict: ['ml.NodePredict', {}, 'Load', 'Rows'],
      });
      assert.deepEqual(failures(done), [], `${saved} and ${loaded}`);
      await rm(join(root, 'models'), { recursive: true, force: true });
    }
  });

  test('a model goes on through a node that hands its rows on and keeps them', async () => {
    const done = await run({
      Data,
      Rows: [...assembler(['a', 'b']), 'Data'],
      Model: ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'y' }, 'Rows'],
      Show: ['util.NodePrintFirstNRows', { n: '2', storageLevel: 'MEMORY_ONLY' }, 'Model'],
      Predict: ['ml.NodePredict', {}, 'Show'],
    });
    assert.deepEqual(failures(done), []);
    assert.ok(done.nodes.find(({ name }) => name === 'Predict')?.schema?.some(({ name }) => name === 'prediction'));
  });

  test('a twin takes the model of its edge where the rows bring one of the same kind along', async () => {
    const scaler = (inputCol: string, outputCol: string) => ['ml.NodeMaxAbsScaler', { inputCol, outputCol }] as const;
    const graph = (first: string, second: string): Nodes => ({
      Data,
      Rows: [...assembler(['a', 'b']), 'Data'],
      // rows that an earlier scaler has changed, and a model that was learned from such
      Before: [...scaler('features', 'scaled'), 'Rows'],
      Twice: [...scaler('scaled', 'twice'), 'Before'],
      Twin: ['ml.NodeMaxAbsScalerTransform', {}, first, second],
    });
    for (const [first, second] of [
      ['Before', 'Twice'],
      ['Twice', 'Before'],
    ] as const) {
      const done = await run(graph(first, second));
      assert.deepEqual(failures(done), []);
      const names = done.nodes.find(({ name }) => name === 'Twin')?.schema?.map(({ name }) => name);
      assert.deepEqual(names?.slice(-2), ['scaled', 'twice']);
    }
  });

  test('a twin takes a loaded model, though the rows bring one along', async () => {
    const scaler = (inputCol: string, outputCol: string) => ['ml.NodeMaxAbsScaler', { inputCol, outputCol }] as const;
    const first = await run({
      Data,
      Rows: [...assembler(['a', 'b']), 'Data'],
      Before: [...scaler('features', 'scaled'), 'Rows'],
      Twice: [...scaler('scaled', 'twice'), 'Before'],
      Save: ['ml.NodeModelSave', { path: 'models/scaler', fixedPath: 'true', overwrite: 'true' }, 'Twice'],
    });
    assert.deepEqual(failures(first), []);
    const done = await run({
      Data,
      Rows: [...assembler(['a', 'b']), 'Data'],
      Before: [...scaler('features', 'scaled'), 'Rows'],
      Load: ['ml.NodeModelLoad', { path: 'models/scaler' }],
      Twin: ['ml.NodeMaxAbsScalerTransform', {}, 'Before', 'Load'],
    });
    assert.deepEqual(failures(done), []);
    const names = done.nodes.find(({ name }) => name === 'Twin')?.schema?.map(({ name }) => name);
    assert.deepEqual(names?.slice(-2), ['scaled', 'twice']);
  });

  test('lists in JSON are read as lists with commas are', async () => {
    const done = await run({
      Data,
      Rows: [...assembler(['a', 'b']), 'Data'],
      Labels: [
        'etl.NodeIndexToString',
        { inputCol: 'c', outputCol: 's', labels: '["no","yes, but","yes","ever"]' },
        'Rows',
      ],
      Slice: ['ml.NodeVectorSlicer', { inputCol: 'features', outputCol: 'o', names: '["a"]', indices: '[1]' }, 'Rows'],
      Words: ['ml.NodeTokenizer', { inputCol: 'kind', outputCol: 'w' }, 'Rows'],
      Stop: ['ml.NodeStopWordsRemover', { inputCol: 'w', outputCol: 'r', stopWords: '["red","blue"]' }, 'Words'],
      Select: [...sql("select distinct s from t where s like 'y%' order by s"), 'Labels'],
      Left: [...sql('select distinct r from t where size(r) > 0'), 'Stop'],
      Show: ['util.NodePrintFirstNRows', { n: '5' }, 'Select'],
      ShowLeft: ['util.NodePrintFirstNRows', { n: '5' }, 'Left'],
    });
    assert.deepEqual(failures(done), []);
    assert.deepEqual(tableOf(done, 'Show', /./).rows, [['yes'], ['yes, but']]);
    assert.deepEqual(tableOf(done, 'ShowLeft', /./).rows, [[['green']]]);
  });

  test('models that others have saved, with SQL or a formula in them, predict', async () => {
    {
      await using engine = await host.open('spark');
      const read = engine.session.read.schema('a double, b double, y double').option('header', 'true');
      const data = read.csv(pathToFileURL(join(root, 'given.csv')).href);
      const twice = sqlTransformer({ statement: 'select *, a * 2 as twice from __THIS__' });
      const assembled = vectorAssembler({ inputCols: ['twice', 'b'], outputCol: 'features' });
      const learner = linearRegression({ featuresCol: 'features', labelCol: 'y' });
      const formula = rFormula({ formula: 'y ~ a + b', featuresCol: 'features', labelCol: 'label' });
      for (const [name, stages] of [
        ['sql', [twice, assembled, learner]],
        ['formula', [formula, learner]],
      ] as const)
        await (await new Pipeline(stages).fit(data)).save(engine.session, pathToFileURL(join(root, 'of', name)).href);
    }
    for (const name of ['sql', 'formula']) {
      const done = await run({
        Given: reading('/given.csv', 'a DOUBLE, b DOUBLE, y DOUBLE'),
        Load: ['ml.NodeModelLoad', { path: `of/${name}` }],
        Predict: ['ml.NodePredict', {}, 'Given', 'Load'],
        Show: ['util.NodePrintFirstNRows', { n: '1' }, 'Predict'],
      });
      assert.deepEqual(failures(done), [], name);
      const { columns: showColumns } = tableOf(done, 'Show', /./);
      assert.ok(
        showColumns.some((one) => one.name === 'prediction'),
        name,
      );
    }
  });
});
