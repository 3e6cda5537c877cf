import { types } from '@millrace/spark-connect';
import { newColumn } from '../core/feature-columns.ts';
import { requireColumn } from '../core/columns.ts';
import { choice, column, integer, text } from '../core/fields.ts';
import { requireNumbers } from '../core/numbers.ts';
import { processor, table } from '../core/processor.ts';
import { requirePlain, withFields } from '../core/sklearn-columns.ts';

export const tsDecompose = processor({
  nodeClass: 'fire.nodes.ts.NodeTSDecompose',
  name: 'TS Decompose',
  type: 'transform',
  category: 'Machine-Learning/ML-TimeSeries',
  description:
    'Takes a series apart, by statsmodels: adds its trend (a moving average of a whole period), what repeats itself each period, and what is left. Rows come out in the order of time; where an average would need rows before the first or after the last one, trend and rest are null.',
  fields: {
    period_name: column({ required: true, title: 'Time' }),
    value_name: column({ required: true, title: 'Values' }),
    model: choice(['additive', 'multiplicative'], { default: 'additive', title: 'How the parts make the whole' }),
    period: integer({ required: true, min: 2, title: 'Rows of a period' }),
    seasonal_name: text({ title: 'Column of what repeats itself', description: 'seasonal if blank' }),
    trend_name: text({ title: 'Column of the trend', description: 'trend if blank' }),
    resid_name: text({ title: 'Column of what is left', description: 'resid if blank' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'a trend, a season of two rows and nothing left',
      fields: { period_name: 't', value_name: 'v', period: '2', trend_name: 'slope' },
      input: table('t int, v double', [
        [3, 2],
        [1, 0],
        [2, 3],
        [4, 5],
      ]),
      output: table('t int, v double, seasonal double, slope double, resid double', [
        [1, 0, -1, null, null],
        [2, 3, 1, 2, 0],
        [3, 2, -1, 3, 0],
        [4, 5, 1, null, null],
      ]),
      ordered: true,
    },
    {
      name: 'a null among the values',
      fields: { period_name: 't', value_name: 'v', period: '2' },
      input: table('t int, v double', [[1, null]]),
      error: 'the column "v" is null in 1 of 1 rows',
    },
    {
      name: 'fewer rows than two periods',
      fields: { period_name: 't', value_name: 'v', period: '4' },
      input: table('t int, v double', [[1, 1]]),
      error: '"period" is 4, but there are only 1 rows',
    },
    {
      name: 'no rows',
      fields: { period_name: 't', value_name: 'v', period: '2' },
      input: table('t int, v double', []),
      output: table('t int, v double, seasonal double, trend double, resid double', []),
    },
  ],
  async run({ fields, schema, input, session, python }) {
    requirePlain(schema);
    const time = requireColumn(schema, fields.period_name, 'period_name').name;
    const [value = fields.value_name] = requireNumbers(schema, [fields.value_name], 'value_name').map(
      ({ name }) => name,
    );
    const names = {
      seasonal: newColumn(schema, fields.seasonal_name?.trim() || 'seasonal', 'seasonal_name'),
      trend: newColumn(schema, fields.trend_name?.trim() || 'trend', 'trend_name'),
      resid: newColumn(schema, fields.resid_name?.trim() || 'resid', 'resid_name'),
    };
    const added = Object.fromEntries(Object.values(names).map((name) => [name, types.double]));
    const none = session.createDataFrame([], withFields(schema, added));
    if (python === undefined) return none;
    const { tables, warnings } = await python.call({
      operation: 'decompose',
      parameters: { value, period: fields.period, model: fields.model, names },
      rows: { input: input.sort(time) },
    });
    return { outputs: [tables.rows ?? none], ...(warnings.length === 0 ? {} : { warnings }) };
  },
});
