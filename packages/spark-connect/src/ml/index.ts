export * from './classification.ts';
export * from './clustering.ts';
export * from './evaluation.ts';
export * from './feature.ts';
export * from './recommendation.ts';
export * from './regression.ts';
export {
  dense,
  denseValues,
  matrixOf,
  sparse,
  vectorOf,
  type DenseVector,
  type Matrix,
  type SparseVector,
  type Vector,
} from './linalg.ts';
export { loadModel, loadStage } from './load.ts';
export { madeBy, type MadeBy, type Statistic } from './made-by.ts';
export { isUnreadableModel, readMetadata, SavedModelError, type Metadata } from './saved-pipeline.ts';
export type { EstimatorMaker, Maker } from './makers.ts';
export { OneVsRest, OneVsRestModel } from './one-vs-rest.ts';
export type { Attribute } from './attributes.ts';
export { Estimator, Evaluator, Model, Transformer } from './operators.ts';
export type {
  FitOptions,
  Fitting,
  FittedStage,
  FitStage,
  Origin,
  ParamMap,
  SaveOptions,
  TransformStage,
} from './stages.ts';
export { Pipeline, PipelineModel, type Stage } from './pipeline.ts';
export { correlation } from './stat.ts';
export {
  CrossValidator,
  ParamGrid,
  TrainValidationSplit,
  TunedModel,
  type CrossValidatorOptions,
  type Fold,
  type TrainValidationSplitOptions,
  type Tuning,
} from './tuning.ts';
