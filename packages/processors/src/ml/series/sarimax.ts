import { choice, flag, formerField, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { training } from '../kit/sklearn.ts';
import { named, requireFeatures } from '../kit/sklearn-columns.ts';
import { shownSeries, wholeNumbers, type FittedSeries } from './_time-series.ts';

export const sarimax = processor({
  nodeClass: 'fire.nodes.ts.NodeStatsModelSarimax',
  name: 'Sarimax',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-TimeSeries',
  description:
    'Fits a SARIMAX model to a series, by statsmodels: what comes is told by what was, by errors made, by the season and by other columns. The rows are taken in their order: sort them by time before. The model goes on to later nodes, and the rows beside it.',
  fields: {
    endog: text({ required: true, kind: 'column', title: 'Series', description: 'The column to foretell' }),
    exogenous: columns({ title: 'Exogenous columns' }),
    order: text({ default: '1,0,0', title: 'Orders p, d, q' }),
    seasonal_order: text({ default: '0,0,0,0', title: 'Seasonal orders P, D, Q, and rows of a season' }),
    trend: choice(['n', 'c', 't', 'ct'], { default: 'n', title: 'Trend' }),
    measurement_error: flag({ default: false, title: 'Errors of measurement' }),
    time_varying_regression: flag({ default: false, title: 'Weights that change with time' }),
    mle_regression: flag({ default: false, title: 'Weights by maximum likelihood' }),
    simple_differencing: flag({ default: false, title: 'Difference beforehand' }),
    enforce_stationarity: flag({ default: false, title: 'Stationary' }),
    enforce_invertibility: flag({ default: false, title: 'Invertible' }),
    hamilton_representation: flag({ default: false, title: "Hamilton's representation" }),
    concentrate_scale: flag({ default: false, title: 'Concentrate the scale' }),
    trend_offset: integer({ default: 1, title: 'Time of the first row' }),
    use_exact_diffuse: flag({ default: false, title: 'Exact diffuse start' }),
    transformed: formerField(text()),
    includes_fixed: formerField(text()),
    cov_type: choice(['opg', 'oim', 'approx', 'robust', 'robust_approx'], { default: 'opg', title: 'Covariance' }),
    method: choice(['newton', 'nm', 'bfgs', 'lbfgs', 'powell', 'cg', 'ncg', 'basinhopping'], {
      default: 'lbfgs',
      title: 'Solver',
    }),
    maxiter: integer({ default: 50, min: 1, title: 'Steps at most' }),
    full_output: formerField(text()),
    optim_score: text({ title: 'Score', description: 'harvey, approx or none' }),
    optim_complex_step: flag({ default: true, title: 'Complex steps for derivatives' }),
    optim_hessian: formerField(text()),
  },
  needs: ['python'],
  examples: [
    {
      name: 'parameters with what is known of them; the rows go on',
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
      name: 'orders that are none',
      fields: { endog: 'v', order: '1,x' },
      input: table('v double', [[1]]),
      error: '"order" is "1,x", which are not 3 whole numbers',
    },
    {
      name: 'a null in the series',
      fields: { endog: 'v' },
      input: table('v double', [[1], [null]]),
      error: 'the column "v" is null in 1 of 2 rows',
    },
    {
      name: 'fewer rows than orders need',
      fields: { endog: 'v', order: '5,1,0' },
      input: table('v double', [[1], [2]]),
      error: 'there are 2 rows, and a model of these orders needs 8',
    },
    { name: 'no rows', fields: { endog: 'v' }, input: table('v double', []), error: 'its input has no rows' },
  ],
  run(context) {
    const { fields, schema, input, session } = context;
    const [target = fields.endog] = requireNumbers(schema, [fields.endog], 'endog').map(({ name }) => name);
    const features = fields.exogenous.length === 0 ? [] : requireFeatures(schema, fields.exogenous, 'exogenous');
    if (features.includes(target))
      throw new FieldError('exogenous', `"exogenous" holds the column "${target}", which is the series`, 'take it out');
    const score = fields.optim_score?.trim() ?? '';
    if (!['', 'none', 'harvey', 'approx'].includes(score.toLowerCase()))
      throw new FieldError('optim_score', `"optim_score" is "${score}"`, 'give harvey, approx or none');
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
      rows: input.select(...named([target, ...features])),
      shown: (series: FittedSeries) => shownSeries(session, series),
    });
  },
});
