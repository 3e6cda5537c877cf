import { kinds } from './params.ts';

const { text, texts, flag, int, long, double, doubles } = kinds;

/** One column in, one out. */
export const inOut = { inputCol: text, outputCol: text } as const;
/** The same for several at once. */
export const severalInOut = { ...inOut, inputCols: texts, outputCols: texts } as const;

export const predictor = { featuresCol: text, labelCol: text, predictionCol: text } as const;
export const classifier = { ...predictor, rawPredictionCol: text } as const;
export const probabilistic = { ...classifier, probabilityCol: text, thresholds: doubles } as const;

/** Of estimators that train step by step. */
export const iterative = { maxIter: int, tol: double } as const;
export const linear = { fitIntercept: flag, regParam: double, weightCol: text } as const;
export const blocks = { aggregationDepth: int, maxBlockSizeInMB: double } as const;

export const tree = {
  cacheNodeIds: flag,
  checkpointInterval: int,
  impurity: text,
  leafCol: text,
  maxBins: int,
  maxDepth: int,
  maxMemoryInMB: int,
  minInfoGain: double,
  minInstancesPerNode: int,
  minWeightFractionPerNode: double,
  seed: long,
  weightCol: text,
} as const;

export const trees = { ...tree, featureSubsetStrategy: text, subsamplingRate: double } as const;
export const forest = { ...trees, bootstrap: flag, numTrees: int } as const;
export const boosted = {
  ...trees,
  lossType: text,
  maxIter: int,
  stepSize: double,
  validationIndicatorCol: text,
  validationTol: double,
} as const;

export const factorisation = {
  ...iterative,
  ...linear,
  factorSize: int,
  fitLinear: flag,
  initStd: double,
  miniBatchFraction: double,
  seed: long,
  solver: text,
  stepSize: double,
} as const;
