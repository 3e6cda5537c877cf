import { evaluator } from './makers.ts';
import { kinds } from './params.ts';

const { text, flag, int, double } = kinds;

const predictionParams = { labelCol: text, metricName: text, predictionCol: text } as const;

export const binaryClassificationEvaluator = evaluator('evaluation.BinaryClassificationEvaluator', {
  labelCol: text,
  metricName: text,
  numBins: int,
  rawPredictionCol: text,
  weightCol: text,
});

export const multiclassClassificationEvaluator = evaluator('evaluation.MulticlassClassificationEvaluator', {
  ...predictionParams,
  beta: double,
  eps: double,
  metricLabel: double,
  probabilityCol: text,
  weightCol: text,
});

export const regressionEvaluator = evaluator('evaluation.RegressionEvaluator', {
  ...predictionParams,
  throughOrigin: flag,
  weightCol: text,
});

export const clusteringEvaluator = evaluator('evaluation.ClusteringEvaluator', {
  distanceMeasure: text,
  featuresCol: text,
  metricName: text,
  predictionCol: text,
  weightCol: text,
});

export const multilabelClassificationEvaluator = evaluator('evaluation.MultilabelClassificationEvaluator', {
  ...predictionParams,
  metricLabel: double,
});

export const rankingEvaluator = evaluator('evaluation.RankingEvaluator', { ...predictionParams, k: int });
