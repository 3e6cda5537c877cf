import { choice } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { supervised, supervisedFields } from '../kit/sklearn.ts';
import { grownFields, grownParams, share } from './_sklearn-boosted.ts';
import { badRows, line } from './_sklearn-examples.ts';

export const sklearnXGBoostRegressor = processor({
  nodeClass: 'fire.nodes.sklearn.NodeXGBoostRegressor',
  name: 'Sklearn XGBoost Regressor',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description:
    'Learns to foretell a number by trees of XGBoost, each grown for what those before it got wrong, from columns of numbers; gblinear learns weights of the features instead. With a number of rounds without gain, learning stops where the rows of the test gain no more. Shows how much each feature says and how the metric fell. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...supervisedFields,
    ...grownFields,
    learning_rate: number({ default: 0.3, min: 0, title: 'Step' }),
    colsample_bylevel: share('Share of the features for a level'),
    colsample_bynode: share('Share of the features for a split'),
    max_delta_step: number({ default: 0, min: 0, title: 'Most that a leaf says', description: '0 for no bound' }),
    verbosity: integer({
      default: 1,
      min: 0,
      max: 3,
      title: 'What it tells while it learns',
      description: '0 for nothing',
    }),
    booster: choice(['gbtree', 'gblinear', 'dart'], { default: 'gbtree', title: 'What learns in each round' }),
    tree_method: choice(['auto', 'exact', 'approx', 'hist', 'gpu_hist'], {
      default: 'auto',
      title: 'How splits are found',
      description: 'gpu_hist works as hist: it learns on processors',
    }),
    objective: choice(['reg:squarederror', 'reg:squaredlogerror', 'reg:pseudohubererror'], {
      default: 'reg:squarederror',
      title: 'Objective',
    }),
    eval_metric: choice(['rmse', 'mae', 'rmsle', 'mape'], { default: 'rmse', title: 'Metric of each round' }),
    early_stopping_rounds: integer({
      min: 1,
      title: 'Rounds without gain after which to stop',
      description: 'Needs a share of the rows for the test, which is no test of other data then',
    }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'ten trees, and how far each was off',
      fields: { targetCol: 'y', featureCols: ['x'], n_estimators: '10' },
      input: line,
      output: line,
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 1],
            ['iterations', 10],
          ]),
        },
        { type: 'table', title: 'Feature importances', data: table('feature string, importance double', [['x', 1]]) },
        { type: 'chart', title: 'Training history', kind: 'line' },
      ],
    },
    {
      name: 'nothing to stop by',
      fields: { targetCol: 'y', featureCols: ['x'], early_stopping_rounds: '5' },
      input: line,
      error: '"early_stopping_rounds" is 5, but "splitRatio" is 1',
    },
    {
      name: 'a negative number for an error of logarithms',
      fields: { targetCol: 'y', featureCols: ['x'], objective: 'reg:squaredlogerror' },
      input: table('x double, y double', [
        [1, 2],
        [2, -3],
      ]),
      error: 'label must be greater than -1',
    },
    ...badRows,
  ],
  run(context) {
    const { fields } = context;
    const { learning_rate, colsample_bylevel, colsample_bynode, max_delta_step, tree_method, booster } = fields;
    const { objective, eval_metric, early_stopping_rounds, verbosity } = fields;
    if (early_stopping_rounds !== undefined && fields.splitRatio >= 1)
      throw new FieldError(
        'early_stopping_rounds',
        `"early_stopping_rounds" is ${early_stopping_rounds}, but "splitRatio" is 1: no rows are left to stop by`,
        'set "splitRatio" to 0.8, or take the rounds out',
      );
    const { gamma, max_depth, min_child_weight, subsample, colsample_bytree, ...general } = grownParams(fields);
    // weights of features have no trees to be grown
    const trees = {
      ...{ gamma, max_depth, min_child_weight, subsample, colsample_bytree, colsample_bylevel, colsample_bynode },
      ...{ max_delta_step, tree_method: tree_method === 'gpu_hist' ? 'hist' : tree_method },
    };
    return supervised(context, {
      title: 'XGBoost regressor',
      kind: 'regressor',
      estimator: 'XGBRegressor',
      parameters: {
        ...general,
        ...(booster === 'gblinear' ? {} : trees),
        ...{ learning_rate, booster, objective, eval_metric, verbosity },
        early_stopping_rounds: early_stopping_rounds ?? null,
      },
      seed: fields.random_state,
    });
  },
});
