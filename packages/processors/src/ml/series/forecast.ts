import { types, type StructType } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { columns } from '../../kit/list-fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { noModel } from '../kit/sklearn-predicting.ts';
import { seriesModels, withoutModel, type SeriesModel } from './_series-models.ts';
import { withArticle } from '../kit/ml-errors.ts';

type NamesAndExamples = Pick<Definition<Record<never, never>>, 'nodeClass' | 'name' | 'examples'>;

const maxSteps = 10_000;

/** Rows of a forecast of one series. */
const forecastSchema: StructType = {
  kind: 'struct',
  fields: [
    { name: 'step', type: types.integer, nullable: true },
    ...['forecast', 'lower', 'upper'].map((name) => ({ name, type: types.double, nullable: true })),
  ],
};

/** A node that forecasts one series, with bounds that hold in 95 of 100 cases. */
const forecasting = ({ library, description }: SeriesModel, definition: NamesAndExamples): Processor =>
  processor({
    ...definition,
    type: 'ml-predict',
    category: 'Machine-Learning/ML-TimeSeries',
    description: `Forecasts the steps that follow the rows of ${withArticle(description)}, one row per step with a 95% prediction interval. A model with exogenous columns needs their future values from another input.`,
    fields: {
      steps: integer({ default: 1, min: 1, max: maxSteps, title: 'Steps' }),
      exogenous: columns({ title: 'Exogenous columns', description: 'The columns of the model if blank' }),
    },
    inputs: { min: 1, max: 2 },
    needs: ['python'],
    async run({ fields, inputs, schemas, learned, session, python }) {
      const at = learned.findLastIndex((one) => one?.fitted?.about.library === library);
      const fitted = learned[at]?.fitted;
      if (fitted === undefined) throw noModel(learned, description, '"Spark Predict"');
      const { features } = fitted.about;
      const columns = fields.exogenous;
      if (columns.length > 0 && (columns.length !== features.length || columns.some((one) => !features.includes(one))))
        throw new FieldError(
          'exogenous',
          `field "exogenous" names ${columns.join(', ')}: must be the columns of the model (${features.join(', ') || 'none'})`,
          'choose those columns, or leave the field blank',
        );
      const other = inputs.findIndex((_, i) => i !== at);
      const coming = inputs[other];
      if (features.length > 0) {
        const missing = features.find((name) => schemas[other]?.fields.every((one) => one.name !== name) !== false);
        if (coming === undefined || missing !== undefined)
          throw new FieldError(
            'exogenous',
            `no input provides the future values of the exogenous columns ${features.join(', ')}`,
            'connect rows with these columns, one row per step',
          );
      }
      const none = session.createDataFrame([], forecastSchema);
      if (python === undefined) return { outputs: [none], learned: [{}] };
      const { tables, warnings } = await python.call({
        operation: 'forecast',
        parameters: { model: await fitted.handle(), steps: fields.steps },
        ...(features.length === 0 || coming === undefined ? {} : { rows: { coming } }),
      });
      return { outputs: [tables.rows ?? none], learned: [{}], ...(warnings.length === 0 ? {} : { warnings }) };
    },
  });

export const forecasts = [
  forecasting(seriesModels.arima, {
    nodeClass: 'fire.nodes.ts.NodeArimaForecast',
    name: 'Arima Forecast',
    examples: [
      {
        name: 'forecasts the requested number of steps',
        fields: { steps: '2' },
        after: seriesModels.arima.trainedBy,
        input: seriesModels.arima.rows,
        results: [],
      },
      ...withoutModel(seriesModels.arima),
    ],
  }),
  forecasting(seriesModels.sarimax, {
    nodeClass: 'fire.nodes.ts.NodeStatsModelSarimaxForecast',
    name: 'Sarimax Forecast',
    examples: [
      {
        name: 'rejects missing future values of exogenous columns',
        after: [
          {
            nodeClass: 'fire.nodes.ts.NodeStatsModelSarimax',
            fields: { endog: 'v', order: '0,0,0', exogenous: ['w'] },
          },
        ],
        input: table('v double, w double', [
          [1, 1],
          [2, 2],
          [3, 3],
        ]),
        error: 'no input provides the future values of the exogenous columns w',
      },
      {
        name: 'uses the first rows if there are more rows than steps',
        fields: { steps: '1' },
        after: [
          {
            nodeClass: 'fire.nodes.ts.NodeStatsModelSarimax',
            fields: { endog: 'v', order: '0,0,0', exogenous: ['w'] },
          },
        ],
        input: [
          table('v double, w double', [
            [1, 1],
            [2, 2],
            [4, 3],
          ]),
          table('w double', [[4], [5]]),
        ],
        results: [],
        warnings: ['only the first 1 of 2 rows with future values are used'],
      },
      {
        name: 'forecasts a constant for a random walk',
        fields: { steps: '2' },
        after: seriesModels.sarimax.trainedBy,
        input: seriesModels.sarimax.rows,
        results: [],
      },
      ...withoutModel(seriesModels.sarimax),
    ],
  }),
];
