import { choice } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { grownFields, growthParams, share } from './_sklearn-boosted.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnXGBoostRegressor = processor({
  nodeClass: 'fire.nodes.sklearn.NodeXGBoostRegressor',
  name: 'Sklearn XGBoost Regressor',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description: `Trains an XGBoost regression model on numeric columns: boosted trees, each of which corrects the errors of those before it; gblinear trains feature weights instead. With early stopping, training ends when the test rows no longer improve. Shows feature importances and the training metric. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    ...grownFields,
    learning_rate: number({ default: 0.3, min: 0, title: 'Learning rate' }),
    colsample_bylevel: share('Share of features per level'),
    colsample_bynode: share('Share of features per split'),
    max_delta_step: number({ default: 0, min: 0, title: 'Maximum delta step', description: '0 for no limit' }),
    verbosity: integer({
      default: 1,
      min: 0,
      max: 3,
      title: 'Verbosity',
      description: '0 for silent',
    }),
    booster: choice(['gbtree', 'gblinear', 'dart'], { default: 'gbtree', title: 'Booster' }),
    tree_method: choice(['auto', 'exact', 'approx', 'hist', 'gpu_hist'], {
      default: 'auto',
      title: 'Tree method',
      description: 'gpu_hist works like hist: training runs on CPUs',
    }),
    objective: choice(['reg:squarederror', 'reg:squaredlogerror', 'reg:pseudohubererror'], {
      default: 'reg:squarederror',
      title: 'Objective',
    }),
    eval_metric: choice(['rmse', 'mae', 'rmsle', 'mape'], { default: 'rmse', title: 'Evaluation metric' }),
    early_stopping_rounds: integer({
      min: 1,
      title: 'Early stopping rounds',
      description: 'Needs a share of rows for testing, whose metrics are then no longer independent',
    }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'trains ten trees and shows the error after each',
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
      name: 'rejects early stopping without test rows',
      fields: { targetCol: 'y', featureCols: ['x'], early_stopping_rounds: '5' },
      input: line,
      error: 'invalid value 5 for field "early_stopping_rounds"',
    },
    {
      name: 'rejects a negative label for a logarithmic error',
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
        `invalid value ${early_stopping_rounds} for field "early_stopping_rounds": must be blank if field "splitRatio" is 1, which leaves no test rows`,
        'set field "splitRatio" to 0.8, or clear the early stopping rounds',
      );
    const { gamma, max_depth, min_child_weight, subsample, colsample_bytree, ...general } = growthParams(fields);
    // weights of features have no trees to be grown
    const trees = {
      ...{ gamma, max_depth, min_child_weight, subsample, colsample_bytree, colsample_bylevel, colsample_bynode },
      ...{ max_delta_step, tree_method: tree_method === 'gpu_hist' ? 'hist' : tree_method },
    };
    return trainSupervised(context, {
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
