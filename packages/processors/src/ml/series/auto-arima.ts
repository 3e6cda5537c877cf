import { choice, column, flag, formerField, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Example } from '../../contract/examples.ts';
import { training } from '../kit/sklearn.ts';
import { named, requireFeatures } from '../kit/sklearn-columns.ts';
import { shownSeries, type FittedSeries } from './_time-series.ts';

const most = (fallback: number, title: string) => integer({ default: fallback, min: 0, max: 20, title });

const noMemory = table('v double', [[1], [5], [2], [6], [3], [4], [6], [1], [4], [2], [5], [3]]);

/** What examples show of a model whose orders are given so. */
const ordersResult = (orders: string): NonNullable<Example['results']> => [
  { type: 'text', title: 'Orders', text: orders },
  { type: 'table', title: 'Model' },
  { type: 'table', title: 'Parameters' },
  { type: 'chart', title: 'Parameters' },
];

export const autoArima = processor({
  nodeClass: 'fire.nodes.ts.NodeAutoARIMA',
  name: 'Arima',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-TimeSeries',
  description:
    'Finds the orders of an ARIMA model that suit a series best by an information criterion, step by step or among all within bounds, and fits it, by statsmodels. The rows are taken in their order: sort them by time before. The model goes on to later nodes, and the rows beside it.',
  fields: {
    y: column({ required: true, title: 'Series' }),
    default_model: flag({ default: false, title: 'Leave all but the columns to their defaults' }),
    exogenous: columns({ title: 'Exogenous columns' }),
    start_p: most(1, 'p to begin with'),
    d: integer({ min: 0, max: 5, title: 'd', description: 'Found by a test where blank' }),
    start_q: most(1, 'q to begin with'),
    max_p: most(3, 'p at most'),
    max_d: most(3, 'd at most'),
    max_q: most(3, 'q at most'),
    start_P_seasonal: most(1, 'Seasonal P to begin with'),
    D_seasonal: integer({
      min: 0,
      max: 3,
      title: 'Seasonal D',
      description: 'Found by the strength of the season where blank',
    }),
    start_Q_seasonal: most(1, 'Seasonal Q to begin with'),
    max_P_seasonal: most(2, 'Seasonal P at most'),
    max_D_seasonal: most(1, 'Seasonal D at most'),
    max_Q_seasonal: most(2, 'Seasonal Q at most'),
    max_order: most(5, 'Sum of all orders at most, among all'),
    m: integer({ default: 1, min: 1, title: 'Rows of a season' }),
    seasonal: flag({ default: false, title: 'With a season' }),
    stationary: flag({ default: true, title: 'The series is stationary' }),
    information_criterion: choice(['aic', 'bic', 'hqic', 'oob'], { default: 'aic', title: 'Criterion' }),
    alpha: number({ default: 0.05, min: 0, max: 1, title: 'Level of the test' }),
    test: text({ default: 'kpss', title: 'Test for d', description: 'kpss or adf' }),
    seasonal_test: formerField(text()),
    stepwise: flag({ default: true, title: 'Step by step' }),
    trend: text({ title: 'Trend', description: 'n, c, t or ct; found out where blank' }),
    method: choice(['newton', 'nm', 'bfgs', 'lbfgs', 'powell', 'cg', 'ncg', 'basinhopping'], {
      default: 'newton',
      title: 'Solver',
      description: 'Models that it cannot fit are fitted by lbfgs, and a warning says so',
    }),
    maxiter: integer({ default: 50, min: 1, title: 'Steps of the solver at most' }),
    trace: formerField(text()),
    random: flag({ default: true, title: 'Some drawn at random, among all' }),
    random_state: integer({ min: 0, max: 2 ** 32 - 1, title: 'Seed' }),
    n_fits: integer({ default: 10, min: 1, title: 'How many are drawn' }),
    out_of_sample_size: integer({ default: 0, min: 0, title: 'Rows kept aside for the criterion oob' }),
    scoring: choice(['mse', 'mae'], { default: 'mse', title: 'Measure of the criterion oob' }),
    with_intercept: text({ default: 'auto', title: 'With a constant', description: 'auto, true or false' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'the orders of what has no memory',
      fields: { y: 'v', max_p: '1', max_q: '1', method: 'lbfgs', with_intercept: 'true', information_criterion: 'bic' },
      input: noMemory,
      results: ordersResult('ARIMA('),
    },
    {
      name: 'what is stationary is left as it is, by season too',
      fields: {
        y: 'v',
        stationary: 'true',
        d: '1',
        seasonal: 'true',
        m: '2',
        D_seasonal: '1',
        ...{
          max_p: '0',
          max_q: '0',
          max_P_seasonal: '0',
          max_Q_seasonal: '0',
          with_intercept: 'true',
          method: 'lbfgs',
        },
      },
      input: noMemory,
      results: ordersResult('ARIMA(0,0,0)(0,0,0)[2] with a constant'),
      warnings: ['no differences are taken: d and D_seasonal do not count'],
    },
    {
      name: 'as it is dropped: what its method cannot fit another one does',
      fields: { y: 'v' },
      input: noMemory,
      results: ordersResult('ARIMA('),
      warnings: ['"method" is newton'],
    },
    {
      name: 'too few rows for any method',
      fields: { y: 'v' },
      input: table('v double', [[1]]),
      error: 'no ARIMA in these bounds can be fitted to 1 rows by newton or lbfgs',
    },
    {
      name: 'rows kept aside for the criterion',
      fields: { y: 'v', information_criterion: 'oob' },
      input: table('v double', [[1]]),
      error: '"out_of_sample_size" is 0, and the criterion oob needs rows to be kept aside',
    },
    {
      name: 'a null in the series',
      fields: { y: 'v' },
      input: table('v double', [[1], [null]]),
      error: 'the column "v" is null in 1 of 2 rows',
    },
    { name: 'no rows', fields: { y: 'v' }, input: table('v double', []), error: 'its input has no rows' },
  ],
  run(context) {
    const { fields, schema, input, session } = context;
    const [target = fields.y] = requireNumbers(schema, [fields.y], 'y').map(({ name }) => name);
    const features = fields.exogenous.length === 0 ? [] : requireFeatures(schema, fields.exogenous, 'exogenous');
    if (features.includes(target))
      throw new FieldError('exogenous', `"exogenous" holds the column "${target}", which is the series`, 'take it out');
    const { default_model, y: _y, exogenous: _features, seasonal_test: _test, trace: _trace, ...options } = fields;
    const search = default_model
      ? defaults
      : { ...options, d: options.d ?? null, D_seasonal: options.D_seasonal ?? null };
    if (search.information_criterion === 'oob' && search.out_of_sample_size === 0)
      throw new FieldError(
        'out_of_sample_size',
        '"out_of_sample_size" is 0, and the criterion oob needs rows to be kept aside',
        'give their number, or choose another criterion',
      );
    return training(context, {
      about: { library: 'arima', kind: 'series', title: 'ARIMA model', features, target },
      operation: 'arima',
      parameters: {
        search: {
          ...search,
          test: oneOf(search.test, 'test', ['kpss', 'adf']),
          with_intercept: oneOf(search.with_intercept, 'with_intercept', ['auto', 'true', 'false']),
          trend: search.trend === undefined ? null : oneOf(search.trend, 'trend', ['n', 'c', 't', 'ct']),
          random_state: search.random_state ?? 0,
        },
      },
      rows: input.select(...named([target, ...features])),
      shown: (series: FittedSeries) => shownSeries(session, series),
    });
  },
});

/** What the form begins with. */
const defaults = {
  ...{ start_p: 1, d: null, start_q: 1, max_p: 3, max_d: 3, max_q: 3 },
  ...{ start_P_seasonal: 1, D_seasonal: null, start_Q_seasonal: 1 },
  ...{ max_P_seasonal: 2, max_D_seasonal: 1, max_Q_seasonal: 2, max_order: 5, m: 1 },
  ...{ seasonal: false, stationary: true, information_criterion: 'aic', alpha: 0.05, test: 'kpss', stepwise: true },
  ...{ trend: undefined, method: 'newton', maxiter: 50, random: true, random_state: undefined, n_fits: 10 },
  ...{ out_of_sample_size: 0, scoring: 'mse', with_intercept: 'auto' },
} as const;

function oneOf(value: string, field: string, allowed: readonly string[]): string {
  const word = value.trim().toLowerCase();
  if (allowed.includes(word)) return word;
  throw new FieldError(field, `"${field}" is "${value}", which it does not know`, `give one of ${allowed.join(', ')}`);
}
