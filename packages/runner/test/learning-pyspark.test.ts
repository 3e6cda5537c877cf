import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { sharedEngine, sharing } from '@millrace/testkit/engines';
import { toolchain } from '../../toolchain/toolchain.mjs';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest } from '../src/results/events.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { reading, workflowOf, type Nodes } from './learning/graphs.ts';
import { ready } from './support.ts';

interface Case {
  readonly node: string;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** The same in PySpark: a stage, or a function of the rows. */
  readonly python: string;
  /** Columns to compare. */
  readonly columns: readonly string[];
  /** Greatest difference of numbers, where it is not 0. */
  readonly within?: number;
  /** What an evaluator says of the predictions, by the node's class and fields, and by PySpark for each metric. */
  readonly judged?: {
    readonly node: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly python: Readonly<Record<string, string>>;
  };
}

const binary: Case['judged'] = {
  node: 'BinaryClassificationEvaluator',
  fields: { labelCol: 'label' },
  python: {
    areaUnderROC: 'BinaryClassificationEvaluator()',
    areaUnderPR: 'BinaryClassificationEvaluator(metricName="areaUnderPR")',
    f1: 'MulticlassClassificationEvaluator()',
  },
};
const classes: Case['judged'] = {
  node: 'MulticlassClassificationEvaluator',
  fields: { labelCol: 'class' },
  python: Object.fromEntries(
    ['accuracy', 'f1', 'weightedPrecision', 'weightedRecall'].map((name) => [
      name,
      `MulticlassClassificationEvaluator(labelCol="class", metricName="${name}")`,
    ]),
  ),
};
const numbers: Case['judged'] = {
  node: 'RegressionEvaluator',
  fields: { labelCol: 'amount' },
  python: Object.fromEntries(
    ['rmse', 'mse', 'mae', 'r2'].map((name) => [name, `RegressionEvaluator(labelCol="amount", metricName="${name}")`]),
  ),
};
const clusters: Case['judged'] = {
  node: 'ClusteringEvaluator',
  fields: { featuresCol: 'features' },
  python: { silhouette: 'ClusteringEvaluator()' },
};
const classified = ['rawPrediction', 'probability', 'prediction'];

/** What nodes add: column `o`. */
const features: readonly (readonly [node: string, fields: Case['fields'], python: string, within?: number])[] = [
  [
    'ml.NodeVectorAssembler',
    { inputCols: ['z', 'features', 'x'], outputCol: 'o' },
    'VectorAssembler(inputCols=["z", "features", "x"], outputCol="o")',
  ],
  [
    'ml.NodeStringIndexer',
    { inputCols: ['kind'], outputCols: ['o'], stringOrderType: 'alphabetDesc', handleInvalid: 'skip' },
    'StringIndexer(inputCol="kind", outputCol="o", stringOrderType="alphabetDesc", handleInvalid="skip")',
  ],
  [
    'ml.NodeStringIndexerAdvanced',
    { inputCol: 'class', outputCol: 'o', handleInvalid: 'keep' },
    'StringIndexer(inputCol="class", outputCol="o", handleInvalid="keep")',
  ],
  [
    'ml.NodeOneHotEncoder',
    { inputCols: ['kindIndex'], outputCols: ['o'] },
    'OneHotEncoder(inputCol="kindIndex", outputCol="o")',
  ],
  [
    'ml.NodeOneHotEncoderAdvanced',
    { inputCol: 'class', outputCol: 'o' },
    'OneHotEncoder(inputCol="class", outputCol="o")',
  ],
  [
    'etl.NodeIndexToString',
    { inputCol: 'kindIndex', outputCol: 'o', labels: 'p, q,r' },
    'IndexToString(inputCol="kindIndex", outputCol="o", labels=["p", "q", "r"])',
  ],
  [
    'ml.NodeIndexString',
    { inputCol: 'kindIndex', outputCol: 'o' },
    'IndexToString(inputCol="kindIndex", outputCol="o")',
  ],
  [
    'ml.NodeVectorIndexer',
    { inputCol: 'features', outputCol: 'o', maxCategories: '8', handleInvalid: 'keep' },
    'VectorIndexer(inputCol="features", outputCol="o", maxCategories=8, handleInvalid="keep")',
  ],
  [
    'ml.NodeBinarizer',
    { inputCol: 'features', outputCol: 'o', threshold: '40' },
    'Binarizer(inputCol="features", outputCol="o", threshold=40)',
  ],
  [
    'etl.NodeBucketizer',
    { inputCol: 'x', outputCol: 'o', splits: '[-inf, 30, 50, inf]', handleInvalid: 'keep' },
    'Bucketizer(inputCol="x", outputCol="o", splits=[-float("inf"), 30, 50, float("inf")], handleInvalid="keep")',
  ],
  [
    'ml.NodeQuantileDiscretizer',
    { inputCol: 'x', outputCol: 'o', numBuckets: '5', handleInvalid: 'keep' },
    'QuantileDiscretizer(inputCol="x", outputCol="o", numBuckets=5, handleInvalid="keep")',
  ],
  [
    'ml.NodePolynominalExpansion',
    { inputCol: 'features', outputCol: 'o', degree: '3' },
    'PolynomialExpansion(inputCol="features", outputCol="o", degree=3)',
  ],
  [
    'etl.NodeInteraction',
    { inputCols: ['features', 'amount'], outputCol: 'o' },
    'Interaction(inputCols=["features", "amount"], outputCol="o")',
  ],
  [
    'ml.NodeNormalizer',
    { inputCol: 'features', outputCol: 'o', p: '1' },
    'Normalizer(inputCol="features", outputCol="o", p=1)',
  ],
  [
    'ml.NodeMinMaxScaler',
    { inputCol: 'features', outputCol: 'o', min: '-1', max: '2' },
    'MinMaxScaler(inputCol="features", outputCol="o", min=-1, max=2)',
  ],
  [
    'ml.NodeStandardScaler',
    { inputCol: 'features', outputCol: 'o', withMean: 'true' },
    'StandardScaler(inputCol="features", outputCol="o", withMean=True)',
  ],
  ['ml.NodeMaxAbsScaler', { inputCol: 'features', outputCol: 'o' }, 'MaxAbsScaler(inputCol="features", outputCol="o")'],
  [
    'ml.NodeRobustScaler',
    { inputCol: 'features', outputCol: 'o', withCentering: 'true' },
    'RobustScaler(inputCol="features", outputCol="o", withCentering=True)',
  ],
  [
    'ml.NodeImputer',
    { inputCol: 'gap', outputCol: 'o', strategy: 'median' },
    'Imputer(inputCol="gap", outputCol="o", strategy="median")',
  ],
  [
    'etl.NodeImputer',
    { inputCols: ['gap'], outputCols: 'o', strategy: 'mode' },
    'Imputer(inputCol="gap", outputCol="o", strategy="mode")',
  ],
  ['ml.NodeTokenizer', { inputCol: 'text', outputCol: 'o' }, 'Tokenizer(inputCol="text", outputCol="o")'],
  [
    'ml.NodeStopWordsRemover',
    { inputCol: 'words', outputCol: 'o', stopWords: 'sun, The', caseSensitive: 'true' },
    'StopWordsRemover(inputCol="words", outputCol="o", stopWords=["sun", "The"], caseSensitive=True)',
  ],
  [
    'ml.NodeNGramTransformer',
    { inputCol: 'words', outputCol: 'o', numberOfGrams: '2' },
    'NGram(inputCol="words", outputCol="o", n=2)',
  ],
  [
    'ml.NodeHashingTF',
    { inputCol: 'words', outputCol: 'o', numFeatures: '100' },
    'HashingTF(inputCol="words", outputCol="o", numFeatures=100)',
  ],
  [
    'ml.NodeIDF',
    { inputCol: 'counts', outputCol: 'o', minDocFreq: '60' },
    'IDF(inputCol="counts", outputCol="o", minDocFreq=60)',
  ],
  [
    'ml.NodeCountVectorizer',
    { inputCol: 'words', outputCol: 'o', vocabularySize: '4', minDF: '0.1', binary: 'true' },
    'CountVectorizer(inputCol="words", outputCol="o", vocabSize=4, minDF=0.1, binary=True)',
  ],
  [
    'ml.NodeWord2Vec',
    { inputCol: 'words', outputCol: 'o', vectorSize: '4', windowSize: '2', minCount: '2' },
    'Word2Vec(inputCol="words", outputCol="o", vectorSize=4, windowSize=2, minCount=2)',
  ],
  [
    'ml.NodeVectorSlicer',
    { inputCol: 'features', outputCol: 'o', indices: '2', names: 'x' },
    'VectorSlicer(inputCol="features", outputCol="o", indices=[2], names=["x"])',
  ],
  [
    'ml.NodeChiSqSelector',
    { featuresCol: 'counts', labelCol: 'label', outputCol: 'o', selectorType: 'percentile', percentile: '0.25' },
    'ChiSqSelector(featuresCol="counts", labelCol="label", outputCol="o", selectorType="percentile", percentile=0.25)',
  ],
  ['ml.NodePCA', { inputCol: 'features', outputCol: 'o', k: '2' }, 'PCA(inputCol="features", outputCol="o", k=2)'],
];

const learners: readonly Case[] = [
  {
    node: 'RandomForestClassifier',
    fields: {
      labelCol: 'class',
      numTrees: '7',
      maxDepth: '4',
      impurity: 'entropy',
      subsamplingRate: '0.8',
      featureSubsetStrategy: 'onethird',
      minInstancesPerNode: '3',
      seed: '5',
      weightCol: 'w',
    },
    python:
      'RandomForestClassifier(labelCol="class", numTrees=7, maxDepth=4, impurity="entropy", subsamplingRate=0.8, featureSubsetStrategy="onethird", minInstancesPerNode=3, seed=5, weightCol="w")',
    columns: classified,
    judged: classes,
  },
  {
    node: 'DecisionTreeClassifier',
    fields: { labelCol: 'label', maxDepth: '3', maxBins: '9', minInfoGain: '0.01', minWeightFractionPerNode: '0.05' },
    python: 'DecisionTreeClassifier(maxDepth=3, maxBins=9, minInfoGain=0.01, minWeightFractionPerNode=0.05)',
    columns: classified,
    judged: binary,
  },
  {
    node: 'GBTClassifier',
    fields: { labelCol: 'label', maxIter: '4', stepSize: '0.3', maxDepth: '2', subsamplingRate: '0.7', seed: '5' },
    python: 'GBTClassifier(maxIter=4, stepSize=0.3, maxDepth=2, subsamplingRate=0.7, seed=5)',
    columns: classified,
    judged: binary,
  },
  {
    node: 'LogisticRegression',
    fields: {
      labelCol: 'class',
      regParam: '0.05',
      elasticNetParam: '0.5',
      family: 'multinomial',
      maxIter: '30',
      standardization: 'false',
    },
    python:
      'LogisticRegression(labelCol="class", regParam=0.05, elasticNetParam=0.5, family="multinomial", maxIter=30, standardization=False)',
    columns: classified,
    judged: classes,
  },
  {
    node: 'LogisticRegression',
    fields: { labelCol: 'label', threshold: '0.7', fitIntercept: 'false', maxIter: '9', weightCol: 'w' },
    python: 'LogisticRegression(threshold=0.7, fitIntercept=False, maxIter=9, weightCol="w")',
    columns: classified,
    judged: binary,
  },
  {
    node: 'NaiveBayes',
    fields: { labelCol: 'class', smoothing: '2.5', weightCol: 'w' },
    python: 'NaiveBayes(labelCol="class", smoothing=2.5, weightCol="w")',
    columns: classified,
    judged: classes,
  },
  {
    node: 'MultilayerPerceptron',
    fields: { labelCol: 'class', layers: '3, 4, 3', maxIter: '15', seed: '5', blockSize: '64' },
    python: 'MultilayerPerceptronClassifier(labelCol="class", layers=[3, 4, 3], maxIter=15, seed=5, blockSize=64)',
    columns: classified,
    judged: classes,
  },
  {
    node: 'RandomForestRegression',
    fields: {
      labelCol: 'amount',
      numTrees: '6',
      maxDepth: '4',
      subsamplingRate: '0.8',
      featureSubsetStrategy: 'sqrt',
      seed: '5',
    },
    python:
      'RandomForestRegressor(labelCol="amount", numTrees=6, maxDepth=4, subsamplingRate=0.8, featureSubsetStrategy="sqrt", seed=5)',
    columns: ['prediction'],
    judged: numbers,
  },
  {
    node: 'DecisionTreeRegression',
    fields: { labelCol: 'amount', maxDepth: '3', maxBins: '12', minInstancesPerNode: '4' },
    python: 'DecisionTreeRegressor(labelCol="amount", maxDepth=3, maxBins=12, minInstancesPerNode=4)',
    columns: ['prediction'],
    judged: numbers,
  },
  {
    node: 'GBTRegression',
    fields: {
      labelCol: 'amount',
      maxIter: '4',
      stepSize: '0.3',
      maxDepth: '2',
      lossType: 'absolute',
      featureSubsetStrategy: 'n',
    },
    python:
      'GBTRegressor(labelCol="amount", maxIter=4, stepSize=0.3, maxDepth=2, lossType="absolute", featureSubsetStrategy="all")',
    columns: ['prediction'],
    judged: numbers,
  },
  {
    node: 'LinearRegression',
    fields: { labelCol: 'amount', regParam: '0.3', elasticNetParam: '0.8', maxIter: '20', weightCol: 'w' },
    python: 'LinearRegression(labelCol="amount", regParam=0.3, elasticNetParam=0.8, maxIter=20, weightCol="w")',
    columns: ['prediction'],
    judged: numbers,
  },
  {
    node: 'LinearRegression',
    fields: { labelCol: 'amount', loss: 'huber', epsilon: '1.5', maxIter: '20' },
    python: 'LinearRegression(labelCol="amount", loss="huber", epsilon=1.5, maxIter=20)',
    columns: ['prediction'],
    judged: numbers,
  },
  {
    node: 'AFTSurvivalRegression',
    fields: { labelCol: 'amount', censorCol: 'label', maxIter: '20', quantileProbabilities: '0.25, 0.5' },
    python:
      'AFTSurvivalRegression(labelCol="amount", censorCol="label", maxIter=20, quantileProbabilities=[0.25, 0.5], quantilesCol="quantiles")',
    columns: ['quantiles', 'prediction'],
  },
  {
    node: 'KMeans',
    fields: { k: '4', seed: '5', maxIter: '7', tol: '0.01', initSteps: '3', weightCol: 'w' },
    python: 'KMeans(k=4, seed=5, maxIter=7, tol=0.01, initSteps=3, weightCol="w")',
    columns: ['prediction'],
    judged: clusters,
  },
  {
    node: 'KMeans',
    fields: { k: '3', initMode: 'random', distanceMeasure: 'cosine' },
    python: 'KMeans(k=3, initMode="random", distanceMeasure="cosine")',
    columns: ['prediction'],
    judged: clusters,
  },
  {
    node: 'GaussianMixture',
    fields: { k: '3', maxIter: '6', tol: '0.001' },
    python: 'GaussianMixture(k=3, maxIter=6, tol=0.001)',
    columns: ['probability', 'prediction'],
    within: 1e-9,
    judged: clusters,
  },
  {
    node: 'LDA',
    fields: { featuresCol: 'counts', k: '3', maxIter: '4', subsamplingRate: '0.5', docConcentration: '0.2', seed: '5' },
    python:
      'LDA(featuresCol="counts", k=3, maxIter=4, subsamplingRate=0.5, docConcentration=[0.2], optimizeDocConcentration=False, seed=5)',
    columns: ['topicDistribution'],
    within: 1e-6,
  },
  {
    node: 'ALS',
    fields: {
      userCol: 'user',
      itemCol: 'item',
      ratingCol: 'amount',
      predictionCol: 'prediction',
      rank: '3',
      maxIter: '4',
      regParam: '0.2',
      nonnegative: 'true',
      numUserBlocks: '2',
      numItemBlocks: '3',
      seed: '5',
    },
    python:
      'ALS(userCol="user", itemCol="item", ratingCol="amount", rank=3, maxIter=4, regParam=0.2, nonnegative=True, numUserBlocks=2, numItemBlocks=3, seed=5)',
    columns: ['user', 'item', 'prediction'],
    within: 1e-5,
    judged: numbers,
  },
];

const schema =
  'x DOUBLE, y DOUBLE, z DOUBLE, kind STRING, label DOUBLE, class DOUBLE, amount DOUBLE, gap DOUBLE, w DOUBLE, text STRING, user INTEGER, item INTEGER';
const data = Array.from({ length: 200 }, (_, i) => {
  const [x, y, z] = [1 + ((i * 37) % 101), (i * 53) % 89, (i * 7) % 6];
  const words = [
    ['sun', 'moon', 'star'],
    ['the', 'The', 'a'],
    ['rises', 'sets', 'is'],
  ].map((all, n) => all[(i >> n) % 3]);
  const label = x + y + ((i * 29) % 31) > 105 ? 1 : 0;
  const amount = 1 + (x * 3 + y * z + ((i * 17) % 23)) / 10;
  return [
    x,
    y,
    z,
    ['a', 'b', 'b', 'c', 'c', 'c'][i % 6],
    label,
    (label + (z > 3 ? 1 : 0)) % 3,
    amount,
    i % 9 === 0 ? '' : i % 7,
    1 + (i % 3) / 2,
    words.join(' '),
    i % 12,
    i % 17,
  ].join();
});

describe('nodes of machine learning give what PySpark gives', () => {
  const host = new EngineHost(sharing());
  const cases = [
    ...features.map(([node, fields, python, within = 0]) => ({ node, fields, python, columns: ['o'], within })),
    ...learners,
    {
      node: 'ml.NodeFPGrowth',
      fields: { itemsCol: 'words', minSupport: '0.2', outputType: 'freqItemsets' },
      python: 'FPGrowth(itemsCol="words", minSupport=0.2)',
      columns: ['items', 'freq'],
    } satisfies Case,
    {
      node: 'ml.NodeCorrelation',
      fields: { inputCols: ['x', 'amount', 'label', 'z'] },
      python: 'correlations(["x", "amount", "label", "z"])',
      columns: ['x', 'amount', 'label', 'z'],
    } satisfies Case,
  ].map((one, i) => ({ ...one, name: `${i + 1}. ${one.node.replace(/^.*Node/, '')}` }));
  const rowsOf = new Map<string, readonly (readonly unknown[])[]>();
  let oracle: Readonly<Record<string, { readonly rows: unknown[][]; readonly metrics: Record<string, number> }>> = {};
  let done: Manifest;
  let root: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-pyspark-'));
    const names = schema.split(', ').map((one) => one.split(' ')[0]);
    await writeFile(join(root, 'data.csv'), [names.join(), ...data, ''].join('\n'));
    const input = {
      data: join(root, 'data.csv'),
      schema,
      cases: cases.map(({ name, python, columns, ...one }) => ({
        name,
        python,
        columns,
        metrics: 'judged' in one && one.judged !== undefined ? one.judged.python : {},
      })),
    };
    await writeFile(join(root, 'cases.json'), JSON.stringify(input));
    oracle = await byPySpark(join(root, 'cases.json'));
    const graph: Nodes = {
      Data: reading('/data.csv', schema),
      Assembled: ['ml.NodeVectorAssembler', { inputCols: ['x', 'y', 'z'], outputCol: 'features' }, 'Data'],
      Words: ['ml.NodeTokenizer', { inputCol: 'text', outputCol: 'words' }, 'Assembled'],
      Counts: ['ml.NodeHashingTF', { inputCol: 'words', outputCol: 'counts', numFeatures: '32' }, 'Words'],
      Rows: ['ml.NodeStringIndexer', { inputCols: ['kind'], outputCols: ['kindIndex'] }, 'Counts'],
      ...Object.assign({}, ...cases.map(nodesOf)),
    };
    const { prepared, ...rest } = await ready(workflowOf(graph), new Map(), root);
    const columns = new Map(cases.map((one) => [one.name, one.columns]));
    done = await runWorkflow(
      prepared,
      { engine: 'spark', now: '2024-02-29T12:00:00.000Z', seed: 42n },
      {
        ...rest,
        host,
        async inspect({ name }, output, df) {
          const selection = output === 0 ? columns.get(name) : undefined;
          if (selection !== undefined) rowsOf.set(name, await plain(df, selection));
        },
        emit: () => undefined,
      },
    );
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });

  for (const one of cases)
    test(`${one.name} ${JSON.stringify(one.fields)}`, () => {
      const expected = oracle[one.name];
      assert.ok(expected !== undefined && expected.rows.length > 0);
      const failed = done.nodes.flatMap(({ name, error }) =>
        name.startsWith(one.name) && error ? [error.message] : [],
      );
      assert.deepEqual(failed, []);
      // joins and counts give rows in no order
      const inOrder = one.columns[0] !== 'items' && one.columns[0] !== 'user';
      const sorted = (rows: readonly (readonly unknown[])[]) =>
        inOrder ? rows : rows.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
      same(sorted(rowsOf.get(one.name) ?? []), sorted(expected.rows), one.within ?? 0);
      const { metrics = {} } = done.nodes.find(({ name }) => name === `${one.name} judged`) ?? {};
      for (const [metric, value] of Object.entries(expected.metrics))
        assert.ok(
          Math.abs(Number(metrics[metric]) - value) < 1e-9,
          `${metric}: ${String(metrics[metric])}, not ${value}`,
        );
    });
});

/** The node of a case under its name; of a learner the predictions for its own rows, and what is said of them. */
function nodesOf(one: Case & { readonly name: string }): Nodes {
  const { node, fields, name, judged } = one;
  if (node.includes('.')) return { [name]: [node, fields, 'Rows'] };
  return {
    [`${name} learned`]: [`ml.Node${node}`, node === 'ALS' ? fields : { featuresCol: 'features', ...fields }, 'Rows'],
    [name]: ['ml.NodePredict', {}, `${name} learned`],
    ...(judged === undefined ? {} : { [`${name} judged`]: [`ml.Node${judged.node}`, judged.fields, name] }),
  };
}

/** Rows with vectors as lists. */
async function plain(df: DataFrame, names: readonly string[]): Promise<readonly (readonly unknown[])[]> {
  const kinds = new Map((await df.schema()).fields.map(({ name, type }) => [name, type.kind]));
  const plainColumns = names.map((name) =>
    kinds.get(name) === 'udt' ? F.call('vector_to_array', F.columnNamed(name), F.lit('float64')) : F.columnNamed(name),
  );
  const { rows } = await df.select(...plainColumns).table();
  return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)));
}

function same(ours: unknown, theirs: unknown, within: number, path = ''): void {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    assert.equal(ours.length, theirs.length, `${path}: length`);
    for (const [i, one] of ours.entries()) same(one, theirs[i], within, `${path}/${i}`);
  } else if (typeof ours === 'number' && typeof theirs === 'number')
    assert.ok(Object.is(ours, theirs) || Math.abs(ours - theirs) <= within, `${path}: ${ours}, not ${theirs}`);
  else assert.deepEqual(ours, theirs, path);
}

async function byPySpark(cases: string) {
  const spark = await sharedEngine('spark');
  const script = fileURLToPath(new URL('learning/processors.py', import.meta.url));
  const { PATH, HOME } = process.env;
  // PySpark wants TLS for a token anywhere but here
  const remote = spark.url.replace('127.0.0.1', 'localhost');
  const { stdout } = await promisify(execFile)(toolchain().python, [script, cases], {
    env: { PATH, HOME, SPARK_REMOTE: remote, SPARK_CONNECT_MODE_ENABLED: '1' },
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout) as Record<string, { rows: unknown[][]; metrics: Record<string, number> }>;
}
