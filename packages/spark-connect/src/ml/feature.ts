import { inOut, severalInOut } from './common-params.ts';
import { estimator, transformer } from './makers.ts';
import { kinds } from './params.ts';

const { text, texts, flag, int, ints, long, double, doubles, doubleLists, vector } = kinds;

const invalid = { handleInvalid: text } as const;
const ofLabel = { featuresCol: text, labelCol: text, outputCol: text } as const;

// transformers

export const binarizer = transformer('feature.Binarizer', { ...severalInOut, threshold: double, thresholds: doubles });
export const bucketizer = transformer('feature.Bucketizer', {
  ...severalInOut,
  ...invalid,
  splits: doubles,
  splitsArray: doubleLists,
});
export const dct = transformer('feature.DCT', { ...inOut, inverse: flag });
export const elementwiseProduct = transformer('feature.ElementwiseProduct', { ...inOut, scalingVec: vector });
export const featureHasher = transformer('feature.FeatureHasher', {
  categoricalCols: texts,
  inputCols: texts,
  numFeatures: int,
  outputCol: text,
});
export const hashingTF = transformer('feature.HashingTF', { ...inOut, binary: flag, numFeatures: int });
export const indexToString = transformer('feature.IndexToString', { ...inOut, labels: texts });
export const interaction = transformer('feature.Interaction', { inputCols: texts, outputCol: text });
export const nGram = transformer('feature.NGram', { ...inOut, n: int });
export const normalizer = transformer('feature.Normalizer', { ...inOut, p: double });
export const polynomialExpansion = transformer('feature.PolynomialExpansion', { ...inOut, degree: int });
export const regexTokenizer = transformer('feature.RegexTokenizer', {
  ...inOut,
  gaps: flag,
  minTokenLength: int,
  pattern: text,
  toLowercase: flag,
});
/** A statement over `__THIS__`. */
export const sqlTransformer = transformer('feature.SQLTransformer', { statement: text });
export const stopWordsRemover = transformer('feature.StopWordsRemover', {
  ...severalInOut,
  caseSensitive: flag,
  locale: text,
  stopWords: texts,
});
export const tokenizer = transformer('feature.Tokenizer', inOut);
export const vectorAssembler = transformer('feature.VectorAssembler', {
  ...invalid,
  inputCols: texts,
  outputCol: text,
});
export const vectorSizeHint = transformer('feature.VectorSizeHint', { ...invalid, inputCol: text, size: int });
export const vectorSlicer = transformer('feature.VectorSlicer', { ...inOut, indices: ints, names: texts });

// estimators

export const bucketedRandomProjectionLSH = estimator('feature.BucketedRandomProjectionLSH', {
  ...inOut,
  bucketLength: double,
  numHashTables: int,
  seed: long,
});
export const chiSqSelector = estimator('feature.ChiSqSelector', {
  ...ofLabel,
  fdr: double,
  fpr: double,
  fwe: double,
  numTopFeatures: int,
  percentile: double,
  selectorType: text,
});
export const countVectorizer = estimator('feature.CountVectorizer', {
  ...inOut,
  binary: flag,
  maxDF: double,
  minDF: double,
  minTF: double,
  vocabSize: int,
});
export const idf = estimator('feature.IDF', { ...inOut, minDocFreq: int });
export const imputer = estimator('feature.Imputer', {
  ...severalInOut,
  missingValue: double,
  relativeError: double,
  strategy: text,
});
export const maxAbsScaler = estimator('feature.MaxAbsScaler', inOut);
export const minHashLSH = estimator('feature.MinHashLSH', { ...inOut, numHashTables: int, seed: long });
export const minMaxScaler = estimator('feature.MinMaxScaler', { ...inOut, max: double, min: double });
export const oneHotEncoder = estimator('feature.OneHotEncoder', { ...severalInOut, ...invalid, dropLast: flag });
export const pca = estimator('feature.PCA', { ...inOut, k: int });
/** Its models are Bucketizers. */
export const quantileDiscretizer = estimator(
  'feature.QuantileDiscretizer',
  {
    ...severalInOut,
    ...invalid,
    numBuckets: int,
    numBucketsArray: ints,
    relativeError: double,
  },
  'feature.Bucketizer',
);
export const rFormula = estimator('feature.RFormula', {
  ...invalid,
  featuresCol: text,
  forceIndexLabel: flag,
  formula: text,
  labelCol: text,
  stringIndexerOrderType: text,
});
export const robustScaler = estimator('feature.RobustScaler', {
  ...inOut,
  lower: double,
  relativeError: double,
  upper: double,
  withCentering: flag,
  withScaling: flag,
});
export const standardScaler = estimator('feature.StandardScaler', { ...inOut, withMean: flag, withStd: flag });
export const stringIndexer = estimator('feature.StringIndexer', { ...severalInOut, ...invalid, stringOrderType: text });
export const targetEncoder = estimator('feature.TargetEncoder', {
  ...severalInOut,
  ...invalid,
  labelCol: text,
  smoothing: double,
  targetType: text,
});
export const univariateFeatureSelector = estimator('feature.UnivariateFeatureSelector', {
  ...ofLabel,
  featureType: text,
  labelType: text,
  selectionMode: text,
  selectionThreshold: double,
});
export const varianceThresholdSelector = estimator('feature.VarianceThresholdSelector', {
  featuresCol: text,
  outputCol: text,
  varianceThreshold: double,
});
export const vectorIndexer = estimator('feature.VectorIndexer', { ...inOut, ...invalid, maxCategories: int });
export const word2Vec = estimator('feature.Word2Vec', {
  ...inOut,
  maxIter: int,
  maxSentenceLength: int,
  minCount: int,
  numPartitions: int,
  seed: long,
  stepSize: double,
  vectorSize: int,
  windowSize: int,
});
