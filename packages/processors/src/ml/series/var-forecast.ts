import { types } from '@millrace/spark-connect';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { noModel } from '../kit/sklearn-predicting.ts';

const rows = table('a double, b double', [
  [1, 2],
  [2, 4],
  [4, 1],
  [3, 3],
  [5, 6],
  [2, 2],
]);
const learned = [{ nodeClass: 'fire.nodes.ts.NodeStatsModelVAR' }] as const;

export const varForecast = processor({
  nodeClass: 'fire.nodes.ts.NodeVarForecast',
  name: 'VarForecast',
  type: 'ml-predict',
  category: 'Machine-Learning/ML-TimeSeries',
  description:
    'Foretells what follows the rows that a VAR model was made of: a row for each step, with a column for each of its series.',
  fields: { steps: integer({ default: 1, min: 1, max: 10_000, title: 'Steps' }) },
  needs: ['python'],
  examples: [
    {
      name: 'so many steps',
      fields: { steps: '2' },
      after: [...learned],
      input: rows,
      results: [],
    },
    {
      name: 'a null before it ends the run',
      after: learned,
      input: table('a double, b double', [[1, null]]),
      error: 'the column "b" is null in 1 of 1 rows',
    },
    { name: 'no rows', after: learned, input: table('a double, b double', []), error: 'its input has no rows' },
    { name: 'rows without a model', input: rows, error: 'none of its inputs brings a model' },
  ],
  async run({ fields, learned: brought, session, python }) {
    const fitted = brought[0]?.fitted;
    if (fitted?.about.library !== 'var') throw noModel(brought, 'VAR model', '"Spark Predict"');
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
