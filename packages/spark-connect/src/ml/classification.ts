import {
  blocks,
  boosted,
  classifier,
  factorisation,
  forest,
  iterative,
  linear,
  probabilistic,
  tree,
} from './common-params.ts';
import { estimator } from './makers.ts';
import { kinds } from './params.ts';

const { text, flag, int, ints, long, double, vector, matrix } = kinds;

export const logisticRegression = estimator('classification.LogisticRegression', {
  ...probabilistic,
  ...iterative,
  ...linear,
  ...blocks,
  elasticNetParam: double,
  family: text,
  lowerBoundsOnCoefficients: matrix,
  lowerBoundsOnIntercepts: vector,
  standardization: flag,
  threshold: double,
  upperBoundsOnCoefficients: matrix,
  upperBoundsOnIntercepts: vector,
});

export const linearSVC = estimator('classification.LinearSVC', {
  ...classifier,
  ...iterative,
  ...linear,
  ...blocks,
  standardization: flag,
  threshold: double,
});

export const decisionTreeClassifier = estimator(
  'classification.DecisionTreeClassifier',
  { ...probabilistic, ...tree, pruneTree: flag },
  'classification.DecisionTreeClassificationModel',
);

export const randomForestClassifier = estimator(
  'classification.RandomForestClassifier',
  { ...probabilistic, ...forest, pruneTree: flag },
  'classification.RandomForestClassificationModel',
);

/** Two classes, 0 and 1. */
export const gbtClassifier = estimator(
  'classification.GBTClassifier',
  { ...probabilistic, ...boosted },
  'classification.GBTClassificationModel',
);

export const naiveBayes = estimator('classification.NaiveBayes', {
  ...probabilistic,
  modelType: text,
  smoothing: double,
  weightCol: text,
});

export const multilayerPerceptronClassifier = estimator(
  'classification.MultilayerPerceptronClassifier',
  {
    ...probabilistic,
    ...iterative,
    blockSize: int,
    initialWeights: vector,
    layers: ints,
    seed: long,
    solver: text,
    stepSize: double,
  },
  'classification.MultilayerPerceptronClassificationModel',
);

export const fmClassifier = estimator(
  'classification.FMClassifier',
  { ...probabilistic, ...factorisation },
  'classification.FMClassificationModel',
);
