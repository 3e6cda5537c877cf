import { choice, column, flag, formerField, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Example } from '../../contract/examples.ts';
import { training } from '../kit/sklearn.ts';
import { columnsNamed, requireFeatures } from '../kit/sklearn-columns.ts';
import { seriesIsExogenous, showSeries, type FittedSeries } from './_time-series.ts';
import { inTimeOrder, passesOnModel } from '../kit/descriptions.ts';

const maximum = (fallback: number, title: string) => integer({ default: fallback, min: 0, max: 20, title });

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
  description: `Finds the orders of the ARIMA model that fits a series best by an information criterion, stepwise or among all orders within bounds, and fits the model with statsmodels. ${inTimeOrder} ${passesOnModel}`,
  fields: {
    y: column({ required: true, title: 'Series' }),
    default_model: flag({ default: false, title: 'Use defaults for all fields except columns' }),
    exogenous: columns({ title: 'Exogenous columns' }),
    start_p: maximum(1, 'Initial p'),
    d: integer({ min: 0, max: 5, title: 'd', description: 'Found by a stationarity test if blank' }),
    start_q: maximum(1, 'Initial q'),
    max_p: maximum(3, 'Maximum p'),
    max_d: maximum(3, 'Maximum d'),
    max_q: maximum(3, 'Maximum q'),
    start_P_seasonal: maximum(1, 'Initial seasonal P'),
    D_seasonal: integer({
      min: 0,
      max: 3,
      title: 'Seasonal D',
      description: 'Found by the strength of the seasonality if blank',
    }),
    start_Q_seasonal: maximum(1, 'Initial seasonal Q'),
    max_P_seasonal: maximum(2, 'Maximum seasonal P'),
    max_D_seasonal: maximum(1, 'Maximum seasonal D'),
    max_Q_seasonal: maximum(2, 'Maximum seasonal Q'),
    max_order: maximum(5, 'Maximum sum of orders (exhaustive search)'),
    m: integer({ default: 1, min: 1, title: 'Rows per season' }),
    seasonal: flag({ default: false, title: 'Seasonal' }),
    stationary: flag({ default: true, title: 'Stationary series' }),
    information_criterion: choice(['aic', 'bic', 'hqic', 'oob'], { default: 'aic', title: 'Information criterion' }),
    alpha: number({ default: 0.05, min: 0, max: 1, title: 'Significance level of the test' }),
    test: text({ default: 'kpss', title: 'Stationarity test', description: 'kpss or adf' }),
    seasonal_test: formerField(text()),
    stepwise: flag({ default: true, title: 'Stepwise search' }),
    trend: text({ title: 'Trend', description: 'n, c, t or ct; chosen automatically if blank' }),
    method: choice(['newton', 'nm', 'bfgs', 'lbfgs', 'powell', 'cg', 'ncg', 'basinhopping'], {
      default: 'newton',
      title: 'Solver',
      description: 'Models that it cannot fit are fitted by lbfgs, with a warning',
    }),
    maxiter: integer({ default: 50, min: 1, title: 'Maximum solver iterations' }),
    trace: formerField(text()),
    random: flag({ default: true, title: 'Random subset (exhaustive search)' }),
    random_state: integer({ min: 0, max: 2 ** 32 - 1, title: 'Seed' }),
    n_fits: integer({ default: 10, min: 1, title: 'Size of the random subset' }),
    out_of_sample_size: integer({ default: 0, min: 0, title: 'Held-out rows for the oob criterion' }),
    scoring: choice(['mse', 'mae'], { default: 'mse', title: 'Metric of the oob criterion' }),
    with_intercept: text({ default: 'auto', title: 'Include a constant', description: 'auto, true or false' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'finds orders of 0 for a series without memory',
      fields: { y: 'v', max_p: '1', max_q: '1', method: 'lbfgs', with_intercept: 'true', information_criterion: 'bic' },
      input: noMemory,
      results: ordersResult('ARIMA('),
    },
    {
      name: 'leaves a stationary series without differences, also seasonally',
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
      warnings: ['no differences are taken: fields "d" and "D_seasonal" are ignored'],
    },
    {
      name: 'falls back to lbfgs for models that newton cannot fit',
      fields: { y: 'v' },
      input: noMemory,
      results: ordersResult('ARIMA('),
      warnings: ['field "method" is newton'],
    },
    {
      name: 'rejects too few rows for any method',
      fields: { y: 'v' },
      input: table('v double', [[1]]),
      error: 'no ARIMA model within these bounds can be fitted to 1 rows by newton or lbfgs',
    },
    {
      name: 'rejects the oob criterion without held-out rows',
      fields: { y: 'v', information_criterion: 'oob' },
      input: table('v double', [[1]]),
      error: 'invalid value 0 for field "out_of_sample_size": must be 1 or greater for the criterion oob',
    },
    {
      name: 'rejects a null in the series',
      fields: { y: 'v' },
      input: table('v double', [[1], [null]]),
      error: 'column "v" is null in 1 of 2 rows',
    },
    {
      name: 'rejects an input without rows',
      fields: { y: 'v' },
      input: table('v double', []),
      error: 'the input has no rows',
    },
  ],
  run(context) {
    const { fields, schema, input, session } = context;
    const [target = fields.y] = requireNumbers(schema, [fields.y], 'y').map(({ name }) => name);
    const features = fields.exogenous.length === 0 ? [] : requireFeatures(schema, fields.exogenous, 'exogenous');
    if (features.includes(target)) throw seriesIsExogenous(target);
    const { default_model, y: _y, exogenous: _features, seasonal_test: _test, trace: _trace, ...options } = fields;
    const search = default_model
      ? defaults
      : { ...options, d: options.d ?? null, D_seasonal: options.D_seasonal ?? null };
    if (search.information_criterion === 'oob' && search.out_of_sample_size === 0)
      throw new FieldError(
        'out_of_sample_size',
        'invalid value 0 for field "out_of_sample_size": must be 1 or greater for the criterion oob',
        'enter the number of held-out rows, or choose another criterion',
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
      rows: input.select(...columnsNamed([target, ...features])),
      show: (series: FittedSeries) => showSeries(session, series),
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
  throw new FieldError(
    field,
    `invalid value "${value}" for field "${field}": must be one of ${allowed.join(', ')}`,
    `enter one of ${allowed.join(', ')}`,
  );
}
