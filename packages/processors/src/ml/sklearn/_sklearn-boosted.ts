import { integer, number } from '../../kit/number-fields.ts';
import type { FieldValues } from '../../contract/fields.ts';

/** A share of rows or features: more than nothing. */
export const share = (title: string) => number({ default: 1, min: 0.001, max: 1, title });

/** How XGBoost grows trees if it is spoken to as scikit-learn is. */
export const grownFields = {
  n_estimators: integer({ default: 100, min: 1, max: 100_000, title: 'Number of trees' }),
  max_depth: integer({ default: 6, min: 0, title: 'Maximum tree depth', description: '0 for no limit' }),
  subsample: share('Share of rows per tree'),
  colsample_bytree: share('Share of features per tree'),
  gamma: number({ default: 0, min: 0, title: 'Minimum gain of a split' }),
  min_child_weight: number({ default: 1, min: 0, title: 'Minimum child weight' }),
  reg_alpha: number({ default: 0, min: 0, title: 'L1 regularization' }),
  reg_lambda: number({ default: 1, min: 0, title: 'L2 regularization' }),
  random_state: integer({ default: 42, min: 0, max: 2 ** 31 - 1, title: 'Seed' }),
  n_jobs: integer({ default: -1, min: -1, title: 'Parallel threads', description: '-1 uses all available processors' }),
};

export const growthParams = (fields: FieldValues<typeof grownFields>) => ({
  n_estimators: fields.n_estimators,
  max_depth: fields.max_depth,
  subsample: fields.subsample,
  colsample_bytree: fields.colsample_bytree,
  gamma: fields.gamma,
  min_child_weight: fields.min_child_weight,
  reg_alpha: fields.reg_alpha,
  reg_lambda: fields.reg_lambda,
  random_state: fields.random_state,
  n_jobs: fields.n_jobs,
});
