import { choice, flag, formerField, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { training } from '../kit/sklearn.ts';
import { columnsNamed, requireFeatures } from '../kit/sklearn-columns.ts';
import { seriesIsExogenous, showSeries, wholeNumbers, type FittedSeries } from './_time-series.ts';
import { inTimeOrder, passesOnModel } from '../kit/descriptions.ts';

export const sarimax = processor({
  nodeClass: 'fire.nodes.ts.NodeStatsModelSarimax',
  name: 'Sarimax',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-TimeSeries',
  description: `Fits a SARIMAX model to a series with statsmodels: values depend on past values, past errors, the season and other columns. ${inTimeOrder} ${passesOnModel}`,
  fields: {
    endog: text({ required: true, kind: 'column', title: 'Series', description: 'Column to forecast' }),
    exogenous: columns({ title: 'Exogenous columns' }),
    order: text({ default: '1,0,0', title: 'Orders p, d, q' }),
    seasonal_order: text({ default: '0,0,0,0', title: 'Seasonal orders P, D, Q and rows per season' }),
    trend: choice(['n', 'c', 't', 'ct'], { default: 'n', title: 'Trend' }),
    measurement_error: flag({ default: false, title: 'Measurement error' }),
    time_varying_regression: flag({ default: false, title: 'Time-varying regression coefficients' }),
    mle_regression: flag({ default: false, title: 'Regression coefficients by maximum likelihood' }),
    simple_differencing: flag({ default: false, title: 'Simple differencing' }),
    enforce_stationarity: flag({ default: false, title: 'Enforce stationarity' }),
    enforce_invertibility: flag({ default: false, title: 'Enforce invertibility' }),
    hamilton_representation: flag({ default: false, title: 'Hamilton representation' }),
    concentrate_scale: flag({ default: false, title: 'Concentrate the scale' }),
    trend_offset: integer({ default: 1, title: 'Trend offset of the first row' }),
    use_exact_diffuse: flag({ default: false, title: 'Exact diffuse initialization' }),
    transformed: formerField(text()),
    includes_fixed: formerField(text()),
    cov_type: choice(['opg', 'oim', 'approx', 'robust', 'robust_approx'], {
      default: 'opg',
      title: 'Covariance estimator',
    }),
    method: choice(['newton', 'nm', 'bfgs', 'lbfgs', 'powell', 'cg', 'ncg', 'basinhopping'], {
      default: 'lbfgs',
      title: 'Solver',
    }),
    maxiter: integer({ default: 50, min: 1, title: 'Maximum iterations' }),
    full_output: formerField(text()),
    optim_score: text({ title: 'Score method', description: 'harvey, approx or none' }),
    optim_complex_step: flag({ default: true, title: 'Complex-step derivatives' }),
    optim_hessian: formerField(text()),
  },
  needs: ['python'],
  examples: [
    {
      name: 'shows parameters with standard errors and passes the rows on',
      fields: { endog: 'v', order: '0,0,0', trend: 'c', maxiter: '100' },
      input: table('v double', [[1], [3], [2], [2]]),
      output: table('v double', [[1], [3], [2], [2]]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Parameters' },
        { type: 'chart', title: 'Parameters' },
      ],
    },
    {
      name: 'rejects invalid orders',
      fields: { endog: 'v', order: '1,x' },
      input: table('v double', [[1]]),
      error: 'invalid value "1,x" for field "order": must be 3 whole numbers',
    },
    {
      name: 'rejects a null in the series',
      fields: { endog: 'v' },
      input: table('v double', [[1], [null]]),
      error: 'column "v" is null in 1 of 2 rows',
    },
    {
      name: 'rejects fewer rows than the orders need',
      fields: { endog: 'v', order: '5,1,0' },
      input: table('v double', [[1], [2]]),
      error: 'the input has 2 rows: a model of these orders needs at least 8',
    },
    {
      name: 'rejects an input without rows',
      fields: { endog: 'v' },
      input: table('v double', []),
      error: 'the input has no rows',
    },
  ],
  run(context) {
    const { fields, schema, input, session } = context;
    const [target = fields.endog] = requireNumbers(schema, [fields.endog], 'endog').map(({ name }) => name);
    const features = fields.exogenous.length === 0 ? [] : requireFeatures(schema, fields.exogenous, 'exogenous');
    if (features.includes(target)) throw seriesIsExogenous(target);
    const score = fields.optim_score?.trim() ?? '';
    if (!['', 'none', 'harvey', 'approx'].includes(score.toLowerCase()))
      throw new FieldError(
        'optim_score',
        `invalid value "${score}" for field "optim_score": must be harvey, approx or none`,
        'enter harvey, approx or none',
      );
    return training(context, {
      about: {
        library: 'sarimax',
        kind: 'series',
        title: 'SARIMAX model',
        features,
        target,
        spec: {
          order: wholeNumbers(fields.order, 'order', 3),
          seasonal_order: wholeNumbers(fields.seasonal_order, 'seasonal_order', 4),
          trend: fields.trend,
          measurement_error: fields.measurement_error,
          time_varying_regression: fields.time_varying_regression,
          mle_regression: fields.mle_regression,
          simple_differencing: fields.simple_differencing,
          enforce_stationarity: fields.enforce_stationarity,
          enforce_invertibility: fields.enforce_invertibility,
          hamilton_representation: fields.hamilton_representation,
          concentrate_scale: fields.concentrate_scale,
          trend_offset: fields.trend_offset,
          use_exact_diffuse: fields.use_exact_diffuse,
        },
      },
      operation: 'sarimax',
      parameters: {
        fitting: {
          cov_type: fields.cov_type,
          method: fields.method,
          maxiter: fields.maxiter,
          optim_score: score === '' || score.toLowerCase() === 'none' ? null : score.toLowerCase(),
          optim_complex_step: fields.optim_complex_step,
        },
      },
      rows: input.select(...columnsNamed([target, ...features])),
      show: (series: FittedSeries) => showSeries(session, series),
    });
  },
});
