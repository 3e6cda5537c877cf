import { choice, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { training } from '../kit/sklearn.ts';
import { columnsNamed } from '../kit/sklearn-columns.ts';
import { allNumbers } from '../kit/sklearn-transforming.ts';
import { showSeries, type FittedSeries } from './_time-series.ts';
import { inTimeOrder, passesOnModel } from '../kit/descriptions.ts';

export const vectorAutoregression = processor({
  nodeClass: 'fire.nodes.ts.NodeStatsModelVAR',
  name: 'VAR',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-TimeSeries',
  description: `Fits a vector autoregression (VAR) to all numeric columns with statsmodels: each series depends on the past of all series. ${inTimeOrder} ${passesOnModel}`,
  fields: {
    maxlags: integer({ min: 1, title: 'Lags', description: 'The maximum if a criterion chooses the number of lags' }),
    method: text({ default: 'ols', title: 'Method', description: 'ols' }),
    ic: choice(['aic', 'fpe', 'hqic', 'bic'], { title: 'Criterion for the number of lags' }),
    trend: choice(['c', 'ct', 'ctt', 'nc', 'n'], { default: 'c', title: 'Trend' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'fits two series with one lag and passes the rows on',
      input: table('a double, b double, note string', [
        [1, 2, null],
        [2, 1, 'x'],
        [4, 3, 'x'],
        [3, 5, 'x'],
        [5, 4, 'x'],
        [6, 6, 'x'],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Parameters' },
        { type: 'chart', title: 'Parameters' },
      ],
    },
    {
      name: 'rejects a single series',
      input: table('a double', [[1], [2], [3]]),
      error: 'the input has one numeric column: must have at least two',
    },
    {
      name: 'rejects an unknown method',
      fields: { method: 'mle' },
      input: table('a double, b double', [[1, 2]]),
      error: 'invalid value "mle" for field "method"',
    },
    { name: 'rejects an input without rows', input: table('a double, b double', []), error: 'the input has no rows' },
  ],
  run(context) {
    const { fields, schema, input, session } = context;
    if (fields.method.trim().toLowerCase() !== 'ols')
      throw new FieldError('method', `invalid value "${fields.method}" for field "method": must be ols`, 'enter ols');
    const features = allNumbers(schema);
    return training(context, {
      about: { library: 'var', kind: 'series', title: 'VAR model', features },
      operation: 'var',
      parameters: {
        fitting: {
          maxlags: fields.maxlags ?? (fields.ic === undefined ? 1 : null),
          ic: fields.ic ?? null,
          trend: fields.trend === 'nc' ? 'n' : fields.trend,
        },
      },
      rows: input.select(...columnsNamed(features)),
      show: (series: FittedSeries) => showSeries(session, series),
    });
  },
});
