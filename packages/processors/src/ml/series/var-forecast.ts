import { types } from '@millrace/spark-connect';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { noModel } from '../kit/sklearn-predicting.ts';
import { seriesModels, withoutModel } from './_series-models.ts';

const { rows, trainedBy } = seriesModels.var;

export const varForecast = processor({
  nodeClass: 'fire.nodes.ts.NodeVarForecast',
  name: 'VarForecast',
  type: 'ml-predict',
  category: 'Machine-Learning/ML-TimeSeries',
  description:
    'Forecasts the steps that follow the rows of a VAR model, one row per step with a column for each series.',
  fields: { steps: integer({ default: 1, min: 1, max: 10_000, title: 'Steps' }) },
  needs: ['python'],
  examples: [
    {
      name: 'forecasts the requested number of steps',
      fields: { steps: '2' },
      after: trainedBy,
      input: rows,
      results: [],
    },
    ...withoutModel(seriesModels.var),
  ],
  async run({ fields, learned: artifacts, session, python }) {
    const fitted = artifacts[0]?.fitted;
    if (fitted?.about.library !== 'var') throw noModel(artifacts, 'VAR model', '"Spark Predict"');
    const series = fitted.about.features.map((name) => ({ name, type: types.double, nullable: true }));
    const none = session.createDataFrame([], {
      kind: 'struct',
      fields: [{ name: 'step', type: types.integer, nullable: true }, ...series],
    });
    if (python === undefined) return { outputs: [none], learned: [{}] };
    const { tables, warnings } = await python.call({
      operation: 'forecast',
      parameters: { model: await fitted.handle(), steps: fields.steps },
    });
    return { outputs: [tables.rows ?? none], learned: [{}], ...(warnings.length === 0 ? {} : { warnings }) };
  },
});
