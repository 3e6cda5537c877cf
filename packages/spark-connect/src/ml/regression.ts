import { blocks, boosted, factorisation, forest, iterative, linear, predictor, tree } from './common-params.ts';
import { estimator } from './makers.ts';
import { kinds } from './params.ts';

const { text, flag, int, double, doubles } = kinds;

export const linearRegression = estimator('regression.LinearRegression', {
  ...predictor,
  ...iterative,
  ...linear,
  ...blocks,
  elasticNetParam: double,
  epsilon: double,
  loss: text,
  solver: text,
  standardization: flag,
});

export const generalizedLinearRegression = estimator('regression.GeneralizedLinearRegression', {
  ...predictor,
  ...iterative,
  ...linear,
  aggregationDepth: int,
  family: text,
  link: text,
  linkPower: double,
  linkPredictionCol: text,
  offsetCol: text,
  solver: text,
  variancePower: double,
});

export const decisionTreeRegressor = estimator(
  'regression.DecisionTreeRegressor',
  { ...predictor, ...tree, varianceCol: text },
  'regression.DecisionTreeRegressionModel',
);

export const randomForestRegressor = estimator(
  'regression.RandomForestRegressor',
  { ...predictor, ...forest },
  'regression.RandomForestRegressionModel',
);

export const gbtRegressor = estimator(
  'regression.GBTRegressor',
  { ...predictor, ...boosted },
  'regression.GBTRegressionModel',
);

export const aftSurvivalRegression = estimator('regression.AFTSurvivalRegression', {
  ...predictor,
  ...iterative,
  ...blocks,
  censorCol: text,
  fitIntercept: flag,
  quantileProbabilities: doubles,
  quantilesCol: text,
});

export const isotonicRegression = estimator('regression.IsotonicRegression', {
  ...predictor,
  featureIndex: int,
  isotonic: flag,
  weightCol: text,
});

export const fmRegressor = estimator(
  'regression.FMRegressor',
  { ...predictor, ...factorisation },
  'regression.FMRegressionModel',
);
