import { estimator } from './makers.ts';
import { kinds } from './params.ts';

const { text, flag, int, long, double } = kinds;

export const als = estimator('recommendation.ALS', {
  alpha: double,
  blockSize: int,
  checkpointInterval: int,
  coldStartStrategy: text,
  finalStorageLevel: text,
  implicitPrefs: flag,
  intermediateStorageLevel: text,
  itemCol: text,
  maxIter: int,
  nonnegative: flag,
  numItemBlocks: int,
  numUserBlocks: int,
  predictionCol: text,
  rank: int,
  ratingCol: text,
  regParam: double,
  seed: long,
  userCol: text,
});

/** Items that are often bought together, and what follows from what. */
export const fpGrowth = estimator('fpm.FPGrowth', {
  itemsCol: text,
  minConfidence: double,
  minSupport: double,
  numPartitions: int,
  predictionCol: text,
});
