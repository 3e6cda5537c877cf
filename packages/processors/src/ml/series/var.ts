import { choice, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { training } from '../kit/sklearn.ts';
import { named } from '../kit/sklearn-columns.ts';
import { allNumbers } from '../kit/sklearn-transforming.ts';
import { shownSeries, type FittedSeries } from './_time-series.ts';

export const vectorAutoregression = processor({
  nodeClass: 'fire.nodes.ts.NodeStatsModelVAR',
  name: 'VAR',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-TimeSeries',
  description:
    'Fits a vector autoregression to all columns of numbers, by statsmodels: each is told by the past of all. The rows are taken in their order: sort them by time before. The model goes on to later nodes, and the rows beside it.',
  fields: {
    maxlags: integer({ min: 1, title: 'Rows of the past', description: 'At most, where a criterion chooses' }),
    method: text({ default: 'ols', title: 'Method', description: 'ols' }),
    ic: choice(['aic', 'fpe', 'hqic', 'bic'], { title: 'Criterion that chooses the past' }),
    trend: choice(['c', 'ct', 'ctt', 'nc', 'n'], { default: 'c', title: 'Trend' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'two series, each by one row of the past of both; the rows go on',
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
      name: 'one series is none for this',
      input: table('a double', [[1], [2], [3]]),
      error: 'its input has one column of numbers, and several series are needed',
    },
    {
      name: 'a method that is not known',
      fields: { method: 'mle' },
      input: table('a double, b double', [[1, 2]]),
      error: '"method" is "mle"',
    },
    { name: 'no rows', input: table('a double, b double', []), error: 'its input has no rows' },
  ],
  run(context) {
    const { fields, schema, input, session } = context;
    if (fields.method.trim().toLowerCase() !== 'ols')
      throw new FieldError('method', `"method" is "${fields.method}", which it does not know`, 'give ols');
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
      rows: input.select(...named(features)),
      shown: (series: FittedSeries) => shownSeries(session, series),
    });
  },
});
