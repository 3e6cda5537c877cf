import { choice, formerField, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { randomState } from '../kit/sklearn.ts';
import { rowsOrShare } from './_sklearn-fields.ts';

/** How trees of scikit-learn are grown. */
export const treeFields = {
  min_samples_split: number({
    default: 2,
    title: 'Minimum rows to split',
    description: 'A number of rows, or a share of them',
  }),
  min_samples_leaf: number({
    default: 1,
    title: 'Minimum rows per leaf',
    description: 'A number of rows, or a share of them',
  }),
  min_weight_fraction_leaf: number({ default: 0, min: 0, max: 0.5, title: 'Minimum weight fraction per leaf' }),
  max_leaf_nodes: integer({ min: 2, title: 'Maximum leaves' }),
  min_impurity_decrease: number({ default: 0, min: 0, title: 'Minimum impurity decrease' }),
  random_state: randomState,
};

export const treeParams = (fields: FieldValues<typeof treeFields>) => ({
  min_samples_split: rowsOrShare(fields.min_samples_split, 'min_samples_split', 2),
  min_samples_leaf: rowsOrShare(fields.min_samples_leaf, 'min_samples_leaf', 1),
  min_weight_fraction_leaf: fields.min_weight_fraction_leaf,
  max_leaf_nodes: fields.max_leaf_nodes ?? null,
  min_impurity_decrease: fields.min_impurity_decrease,
  random_state: fields.random_state ?? 0,
});

/** True or false as Python writes them, and the form with it. */
const yesOrNo = (fallback: 'True' | 'False', title: string) => choice(['True', 'False'], { default: fallback, title });

/** How forests are grown besides. */
export const forestFields = {
  ...treeFields,
  max_depth: integer({ min: 1, title: 'Maximum tree depth' }),
  max_features: choice(['sqrt', 'log2'], { default: 'sqrt', title: 'Features per split' }),
  bootstrap: yesOrNo('True', 'Bootstrap rows for each tree'),
  oob_score: yesOrNo('False', 'Evaluate on out-of-bag rows'),
  warm_start: formerField(text()),
};

export function forestParams(fields: FieldValues<typeof forestFields>) {
  const [bootstrap, oob_score] = [fields.bootstrap === 'True', fields.oob_score === 'True'];
  if (oob_score && !bootstrap)
    throw new FieldError(
      'oob_score',
      'invalid value "True" for field "oob_score": must be False if field "bootstrap" is False',
      'set field "bootstrap" to True',
    );
  const { max_depth, max_features } = fields;
  return { ...treeParams(fields), max_depth: max_depth ?? null, max_features, bootstrap, oob_score };
}

/** How trees are grown one after the other. */
export const boostedFields = {
  learning_rate: number({ default: 1, min: 0, title: 'Learning rate' }),
  n_estimators: integer({ default: 100, min: 1, title: 'Number of trees' }),
  subsample: number({ default: 1, max: 1, title: 'Share of rows per tree' }),
  criterion: choice(['friedman_mse', 'mse', 'mae'], {
    default: 'friedman_mse',
    title: 'Split criterion',
    aliases: { squared_error: 'mse' },
  }),
  ...treeFields,
  max_depth: integer({ default: 3, min: 1, title: 'Maximum tree depth' }),
  verbose: formerField(integer({ default: 0 })),
  warm_start: formerField(text()),
  presort: formerField(text()),
  validation_fraction: number({ default: 0.1, title: 'Validation share for early stopping' }),
  n_iter_no_change: integer({ min: 1, title: 'Trees without improvement before stopping' }),
  tol: number({ default: 1e-4, min: 0, title: 'Minimum improvement' }),
};

/** Throws a `FieldError` for what scikit-learn no longer has: its two other criteria choose the same splits. */
export function boostingParams(fields: FieldValues<typeof boostedFields>) {
  if (fields.criterion === 'mae')
    throw new FieldError(
      'criterion',
      'invalid value "mae" for field "criterion": scikit-learn no longer supports it for boosted trees',
      'choose friedman_mse',
    );
  const { learning_rate, n_estimators, subsample, max_depth, validation_fraction, n_iter_no_change, tol } = fields;
  return {
    ...treeParams(fields),
    learning_rate,
    n_estimators,
    subsample,
    max_depth,
    validation_fraction,
    n_iter_no_change: n_iter_no_change ?? null,
    tol,
  };
}
