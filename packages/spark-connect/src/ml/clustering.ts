import { estimator, definitions } from './makers.ts';
import { kinds } from './params.ts';

const { text, flag, int, long, double, doubles } = kinds;

const clusters = { featuresCol: text, k: int, maxIter: int, seed: long } as const;

export const kMeans = estimator('clustering.KMeans', {
  ...clusters,
  distanceMeasure: text,
  initMode: text,
  initSteps: int,
  maxBlockSizeInMB: double,
  predictionCol: text,
  solver: text,
  tol: double,
  weightCol: text,
});

export const bisectingKMeans = estimator('clustering.BisectingKMeans', {
  ...clusters,
  distanceMeasure: text,
  minDivisibleClusterSize: double,
  predictionCol: text,
  weightCol: text,
});

export const gaussianMixture = estimator('clustering.GaussianMixture', {
  ...clusters,
  aggregationDepth: int,
  predictionCol: text,
  probabilityCol: text,
  tol: double,
  weightCol: text,
});

/** Its models are of another class where the optimizer is `em`. */
export const lda = estimator(
  'clustering.LDA',
  {
    ...clusters,
    checkpointInterval: int,
    docConcentration: doubles,
    keepLastCheckpoint: flag,
    learningDecay: double,
    learningOffset: double,
    optimizeDocConcentration: flag,
    optimizer: text,
    subsamplingRate: double,
    topicConcentration: double,
    topicDistributionCol: text,
  },
  'clustering.LocalLDAModel',
);
definitions.set('clustering.DistributedLDAModel', {
  kind: 'model',
  definition: { ...lda.definition, modelName: 'clustering.DistributedLDAModel' },
});
