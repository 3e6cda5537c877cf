import * as ml from '../../src/ml/index.ts';
import type { EstimatorMaker, Maker } from '../../src/ml/index.ts';
import type { ParamKinds } from '../../src/ml/params.ts';

export interface Table {
  readonly schema: string;
  readonly rows: readonly (readonly unknown[])[];
}

/** Some rows that every estimator can learn from. Whole numbers and halves: sums of them are exact. */
const points = Array.from({ length: 60 }, (_, i) => {
  const [a, b, c] = [((i * 7) % 11) - 3, ((i * 5) % 13) / 2, (i % 4) + 0.5];
  const label = i % 3;
  return [
    i,
    a,
    b,
    c,
    label,
    label === 0 ? 0 : 1,
    2 * a - b + ((i * 3) % 5) / 4,
    ['red', 'green', 'blue', 'x y'][i % 4],
  ];
});

export const tables = {
  points: {
    schema: 'id int, a double, b double, c double, label double, yes double, y double, colour string',
    rows: points.map(([id, ...rest]) => [id, ...rest.map((v) => v)]),
  },
  texts: {
    schema: 'id int, text string, words array<string>',
    rows: [
      [1, 'The quick brown fox', ['the', 'quick', 'brown', 'fox']],
      [2, 'jumps  over the lazy dog', ['jumps', 'over', 'the', 'lazy', 'dog']],
      [3, 'Ünïcode the THE the', ['ünïcode', 'the', 'the', 'the']],
      [4, '', ['']],
      [5, 'fox fox dog', ['fox', 'fox', 'dog']],
    ],
  },
  gaps: {
    schema: 'id int, a double, b double',
    rows: [
      [1, 1, null],
      [2, null, 4],
      [3, 3, 6],
      [4, 5, 8],
    ],
  },
  ratings: {
    schema: 'user int, item int, rating float',
    rows: Array.from({ length: 40 }, (_, i) => [i % 8, (i * 3) % 7, ((i * 5) % 9) / 2 + 0.5]),
  },
  baskets: {
    schema: 'id int, items array<string>',
    rows: [
      [1, ['bread', 'milk', 'jam']],
      [2, ['bread', 'milk']],
      [3, ['bread', 'jam']],
      [4, ['beer', 'milk']],
    ],
  },
  survival: {
    schema: 'label double, censor double, a double, b double',
    rows: [
      [1.218, 1, 1.56, -0.605],
      [2.949, 0, 0.346, 2.158],
      [3.627, 0, 1.38, 0.231],
      [0.273, 1, 0.52, 1.151],
      [4.199, 0, 0.795, -0.226],
    ],
  },
} as const satisfies Record<string, Table>;

type AnyMaker = Maker<ParamKinds, unknown> | EstimatorMaker<ParamKinds>;

export interface StageOfCase {
  readonly maker: AnyMaker;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Case {
  readonly name: string;
  readonly table: keyof typeof tables;
  readonly stages: readonly StageOfCase[];
  /** Attributes of the last stage that was fitted. */
  readonly attributes?: readonly string[];
  readonly evaluator?: StageOfCase;
  /** How far numbers may lie apart, as a share; 1e-9 if not set. */
  readonly within?: number;
}

const stage = (maker: unknown, params: Readonly<Record<string, unknown>> = {}): StageOfCase => ({
  maker: maker as AnyMaker,
  params,
});
const features = stage(ml.vectorAssembler, { inputCols: ['a', 'b', 'c'], outputCol: 'features' });
const positive = stage(ml.vectorAssembler, { inputCols: ['b', 'c'], outputCol: 'features' });
const of = (
  table: keyof typeof tables,
  maker: { readonly definition: { readonly className: string } } | undefined,
  stages: readonly StageOfCase[],
  more: Partial<Case> = {},
): Case => ({ name: maker?.definition.className ?? '', table, stages, ...more });

const after = (
  before: StageOfCase,
  maker: { readonly definition: { readonly className: string } },
  params: Readonly<Record<string, unknown>>,
  more: Partial<Case> = {},
  table: keyof typeof tables = 'points',
): Case => of(table, maker, [before, stage(maker, params)], more);

const alone = (
  table: keyof typeof tables,
  maker: { readonly definition: { readonly className: string } },
  params: Readonly<Record<string, unknown>>,
  more: Partial<Case> = {},
): Case => of(table, maker, [stage(maker, params)], more);

const inOut = { inputCol: 'features', outputCol: 'out' };
const ofWords = { inputCol: 'words', outputCol: 'out' };
const seed = 7;

/** Every operator that Spark serves over Connect, as PySpark has it. */
export const cases: readonly Case[] = [
  // features, nothing learned
  alone('points', ml.binarizer, { inputCol: 'a', outputCol: 'out', threshold: 1 }),
  alone('points', ml.bucketizer, { inputCol: 'a', outputCol: 'out', splits: [-Infinity, 0, 3, Infinity] }),
  after(features, ml.dct, inOut),
  after(features, ml.elementwiseProduct, { ...inOut, scalingVec: ml.dense(1, 0, 2) }),
  alone('points', ml.featureHasher, { inputCols: ['a', 'colour'], outputCol: 'out', numFeatures: 16 }),
  alone('texts', ml.hashingTF, { ...ofWords, numFeatures: 32 }),
  of('points', ml.indexToString, [
    stage(ml.stringIndexer, { inputCol: 'colour', outputCol: 'i' }),
    stage(ml.indexToString, { inputCol: 'i', outputCol: 'out' }),
  ]),
  after(features, ml.interaction, { inputCols: ['a', 'features'], outputCol: 'out' }),
  alone('texts', ml.nGram, { ...ofWords, n: 2 }),
  after(features, ml.normalizer, { ...inOut, p: 1 }),
  after(features, ml.polynomialExpansion, { ...inOut, degree: 2 }),
  alone('texts', ml.regexTokenizer, { inputCol: 'text', outputCol: 'out', pattern: '\\W', toLowercase: false }),
  alone('points', ml.sqlTransformer, { statement: 'select id, a + b as s from __THIS__ where c > 1' }),
  alone('texts', ml.stopWordsRemover, { ...ofWords, stopWords: ['the'], caseSensitive: false, locale: 'en_US' }),
  alone('texts', ml.tokenizer, { inputCol: 'text', outputCol: 'out' }),
  of('points', ml.vectorAssembler, [features]),
  after(features, ml.vectorSizeHint, { inputCol: 'features', size: 3 }),
  after(features, ml.vectorSlicer, { ...inOut, indices: [2, 0] }),

  // features, learned
  after(features, ml.bucketedRandomProjectionLSH, { ...inOut, bucketLength: 2, numHashTables: 2, seed }),
  after(
    positive,
    ml.chiSqSelector,
    { featuresCol: 'features', labelCol: 'label', outputCol: 'out', numTopFeatures: 1 },
    {
      attributes: ['selectedFeatures'],
    },
  ),
  alone('texts', ml.countVectorizer, { ...ofWords, vocabSize: 4, minDF: 1 }, { attributes: ['vocabulary'] }),
  of(
    'texts',
    ml.idf,
    [
      stage(ml.hashingTF, { ...ofWords, numFeatures: 16 }),
      stage(ml.idf, { inputCol: 'out', outputCol: 'idf', minDocFreq: 1 }),
    ],
    { attributes: ['idf', 'numDocs', 'docFreq'] },
  ),
  alone(
    'gaps',
    ml.imputer,
    { inputCols: ['a', 'b'], outputCols: ['x', 'y'], strategy: 'mean' },
    {
      attributes: ['surrogateDF'],
    },
  ),
  after(features, ml.maxAbsScaler, inOut, { attributes: ['maxAbs'] }),
  of('texts', ml.minHashLSH, [
    stage(ml.hashingTF, { ...ofWords, numFeatures: 16 }),
    stage(ml.minHashLSH, { inputCol: 'out', outputCol: 'hashes', numHashTables: 2, seed }),
  ]),
  after(features, ml.minMaxScaler, { ...inOut, min: -1, max: 1 }, { attributes: ['originalMin', 'originalMax'] }),
  of(
    'points',
    ml.oneHotEncoder,
    [
      stage(ml.stringIndexer, { inputCol: 'colour', outputCol: 'i' }),
      stage(ml.oneHotEncoder, { inputCols: ['i'], outputCols: ['out'], dropLast: false }),
    ],
    { attributes: ['categorySizes'] },
  ),
  after(features, ml.pca, { ...inOut, k: 2 }, { attributes: ['pc', 'explainedVariance'] }),
  alone('points', ml.quantileDiscretizer, { inputCol: 'b', outputCol: 'out', numBuckets: 4 }),
  alone('points', ml.rFormula, { formula: 'y ~ a + colour', featuresCol: 'f', labelCol: 'l' }),
  after(features, ml.robustScaler, { ...inOut, withCentering: true }, { attributes: ['median', 'range'] }),
  after(features, ml.standardScaler, { ...inOut, withMean: true }, { attributes: ['mean', 'std'] }),
  alone(
    'points',
    ml.stringIndexer,
    { inputCols: ['colour'], outputCols: ['out'], stringOrderType: 'alphabetAsc' },
    {
      attributes: ['labelsArray'],
    },
  ),
  alone('points', ml.targetEncoder, {
    inputCols: ['label'],
    outputCols: ['out'],
    labelCol: 'y',
    targetType: 'continuous',
  }),
  after(
    features,
    ml.univariateFeatureSelector,
    {
      featuresCol: 'features',
      labelCol: 'label',
      outputCol: 'out',
      featureType: 'continuous',
      labelType: 'categorical',
      selectionMode: 'numTopFeatures',
      selectionThreshold: 2,
    },
    { attributes: ['selectedFeatures'] },
  ),
  after(features, ml.varianceThresholdSelector, { featuresCol: 'features', outputCol: 'out', varianceThreshold: 2 }),
  after(features, ml.vectorIndexer, { ...inOut, maxCategories: 5 }, { attributes: ['numFeatures'] }),
  alone(
    'texts',
    ml.word2Vec,
    { ...ofWords, vectorSize: 3, minCount: 1, seed, maxIter: 2 },
    {
      attributes: ['getVectors'],
      within: 1e-5,
    },
  ),

  // classifiers
  after(
    features,
    ml.logisticRegression,
    { labelCol: 'yes', maxIter: 20, regParam: 0.1, elasticNetParam: 0.5 },
    {
      attributes: [
        'coefficients',
        'intercept',
        'numClasses',
        'summary.accuracy',
        'summary.areaUnderROC',
        'summary.roc',
      ],
      evaluator: stage(ml.binaryClassificationEvaluator, { labelCol: 'yes' }),
    },
  ),
  after(
    features,
    ml.linearSVC,
    { labelCol: 'yes', maxIter: 10, regParam: 0.1 },
    {
      attributes: ['coefficients', 'intercept'],
      evaluator: stage(ml.binaryClassificationEvaluator, { labelCol: 'yes', metricName: 'areaUnderPR' }),
    },
  ),
  after(
    features,
    ml.decisionTreeClassifier,
    { maxDepth: 3, seed, thresholds: [0.2, 0.5, 0.3] },
    {
      attributes: ['numNodes', 'depth', 'featureImportances'],
      evaluator: stage(ml.multiclassClassificationEvaluator, { metricName: 'accuracy' }),
    },
  ),
  after(
    features,
    ml.randomForestClassifier,
    { numTrees: 5, maxDepth: 3, seed, minInfoGain: 0 },
    {
      attributes: ['getNumTrees', 'totalNumNodes', 'featureImportances', 'summary.accuracy', 'summary.labels'],
      evaluator: stage(ml.multiclassClassificationEvaluator, { metricName: 'f1' }),
    },
  ),
  after(
    features,
    ml.gbtClassifier,
    { labelCol: 'yes', maxIter: 3, maxDepth: 2, seed },
    {
      attributes: ['featureImportances', 'treeWeights', 'totalNumNodes'],
      evaluator: stage(ml.multiclassClassificationEvaluator, { labelCol: 'yes', metricName: 'logLoss' }),
    },
  ),
  after(positive, ml.naiveBayes, { modelType: 'multinomial', smoothing: 1 }, { attributes: ['pi', 'theta'] }),
  after(
    features,
    ml.multilayerPerceptronClassifier,
    { layers: [3, 4, 3], maxIter: 5, seed, blockSize: 32 },
    {
      attributes: ['weights'],
      within: 1e-6,
    },
  ),
  after(
    features,
    ml.fmClassifier,
    { labelCol: 'yes', factorSize: 2, maxIter: 3, seed },
    {
      attributes: ['intercept', 'linear', 'factors'],
      within: 1e-6,
    },
  ),

  // regression
  after(
    features,
    ml.linearRegression,
    { labelCol: 'y', maxIter: 10, regParam: 0, solver: 'normal' },
    {
      attributes: ['coefficients', 'intercept', 'summary.r2', 'summary.pValues', 'summary.residuals'],
      evaluator: stage(ml.regressionEvaluator, { labelCol: 'y', metricName: 'r2', throughOrigin: false }),
    },
  ),
  after(
    features,
    ml.generalizedLinearRegression,
    { labelCol: 'y', family: 'gaussian', link: 'identity' },
    {
      attributes: ['coefficients', 'intercept', 'summary.aic', 'summary.deviance'],
    },
  ),
  after(
    features,
    ml.decisionTreeRegressor,
    { labelCol: 'y', maxDepth: 3, seed },
    {
      attributes: ['numNodes', 'featureImportances'],
      evaluator: stage(ml.regressionEvaluator, { labelCol: 'y', metricName: 'rmse' }),
    },
  ),
  after(
    features,
    ml.randomForestRegressor,
    { labelCol: 'y', numTrees: 4, maxDepth: 3, seed },
    {
      attributes: ['featureImportances'],
      evaluator: stage(ml.regressionEvaluator, { labelCol: 'y', metricName: 'mae' }),
    },
  ),
  after(
    features,
    ml.gbtRegressor,
    { labelCol: 'y', maxIter: 3, maxDepth: 2, seed, stepSize: 0.2 },
    {
      attributes: ['featureImportances'],
    },
  ),
  after(
    stage(ml.vectorAssembler, { inputCols: ['a', 'b'], outputCol: 'features' }),
    ml.aftSurvivalRegression,
    { quantileProbabilities: [0.3, 0.6], quantilesCol: 'quantiles' },
    { attributes: ['coefficients', 'intercept', 'scale'], within: 1e-6 },
    'survival',
  ),
  after(
    features,
    ml.isotonicRegression,
    { labelCol: 'y', isotonic: true, featureIndex: 0 },
    {
      attributes: ['boundaries', 'predictions'],
    },
  ),
  after(features, ml.fmRegressor, { labelCol: 'y', factorSize: 2, maxIter: 3, seed }, { within: 1e-6 }),

  // clusters
  after(
    features,
    ml.kMeans,
    { k: 3, maxIter: 5, seed },
    {
      attributes: ['clusterCenters', 'summary.trainingCost', 'summary.clusterSizes'],
      evaluator: stage(ml.clusteringEvaluator),
    },
  ),
  after(features, ml.bisectingKMeans, { k: 3, maxIter: 5, seed }, { attributes: ['clusterCenters'] }),
  after(
    features,
    ml.gaussianMixture,
    { k: 2, maxIter: 5, seed, tol: 0.01 },
    { attributes: ['weights', 'gaussiansDF'], within: 1e-6 },
  ),
  of(
    'texts',
    ml.lda,
    [
      stage(ml.hashingTF, { ...ofWords, numFeatures: 16 }),
      stage(ml.lda, { featuresCol: 'out', k: 2, maxIter: 3, seed, optimizer: 'online' }),
    ],
    { attributes: ['vocabSize', 'describeTopics'], within: 1e-6 },
  ),

  // recommendation, baskets
  alone(
    'ratings',
    ml.als,
    {
      userCol: 'user',
      itemCol: 'item',
      ratingCol: 'rating',
      rank: 3,
      maxIter: 3,
      seed,
      numUserBlocks: 1,
      numItemBlocks: 1,
    },
    {
      attributes: ['rank', 'userFactors'],
      within: 1e-4,
      evaluator: stage(ml.regressionEvaluator, { labelCol: 'rating' }),
    },
  ),
  alone(
    'baskets',
    ml.fpGrowth,
    { itemsCol: 'items', minSupport: 0.5, minConfidence: 0.6 },
    {
      attributes: ['freqItemsets', 'associationRules'],
    },
  ),
];
