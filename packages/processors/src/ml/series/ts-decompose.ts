import { types } from '@millrace/spark-connect';
import { newColumn } from '../kit/feature-columns.ts';
import { requireColumn } from '../../kit/columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requirePlain, withFields } from '../kit/sklearn-columns.ts';

const twoWeeks = Array.from({ length: 14 }, (_, i) => `2024-02-${String(i + 1).padStart(2, '0')}`);

export const tsDecompose = processor({
  nodeClass: 'fire.nodes.ts.NodeTSDecompose',
  name: 'TS Decompose',
  type: 'transform',
  category: 'Machine-Learning/ML-TimeSeries',
  description:
    'Decomposes a series with statsmodels: adds columns with its trend (a moving average over a whole period), its seasonal component and the residual. Rows are returned in time order; trend and residual are null where the moving average would need rows before the first or after the last one. If no period is set, it follows from the times: 24 hours, 7 days, 52 weeks, 12 months, 4 quarters or 1 year.',
  fields: {
    period_name: column({ required: true, title: 'Time' }),
    value_name: column({ required: true, title: 'Values' }),
    model: choice(['additive', 'multiplicative'], { default: 'additive', title: 'Model' }),
    period: integer({ min: 1, title: 'Rows per period', description: 'Derived from the times if blank' }),
    seasonal_name: text({ title: 'Seasonal column', description: 'seasonal if blank' }),
    trend_name: text({ title: 'Trend column', description: 'trend if blank' }),
    resid_name: text({ title: 'Residual column', description: 'resid if blank' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'separates the trend and season of a series without residuals',
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
      name: 'derives a weekly period from days',
      fields: { period_name: 't', value_name: 'v' },
      input: table(
        't date, v double',
        twoWeeks.map((day) => [day, 0]),
      ),
      output: table(
        't date, v double, seasonal double, trend double, resid double',
        twoWeeks.map((day, i) => (i < 3 || i > 10 ? [day, 0, 0, null, null] : [day, 0, 0, 0, 0])),
      ),
      ordered: true,
    },
    {
      name: 'rejects numbers as times without a period',
      fields: { period_name: 't', value_name: 'v' },
      input: table('t int, v double', [
        [1, 0],
        [2, 1],
      ]),
      error: 'field "period" is required: column "t" has no dates or times',
    },
    {
      name: 'rejects steps of two days without a period',
      fields: { period_name: 't', value_name: 'v' },
      input: table('t date, v double', [
        ['2024-01-01', 0],
        ['2024-01-03', 1],
      ]),
      error: 'field "period" is required: the times in column "t" are 172800 seconds apart',
    },
    {
      name: 'rejects a null value',
      fields: { period_name: 't', value_name: 'v', period: '2' },
      input: table('t int, v double', [[1, null]]),
      error: 'column "v" is null in 1 of 1 rows',
    },
    {
      name: 'rejects fewer rows than two periods',
      fields: { period_name: 't', value_name: 'v', period: '4' },
      input: table('t int, v double', [[1, 1]]),
      error: 'invalid value 4 for field "period": must be at most half the number of rows (1)',
    },
    {
      name: 'handles an empty input',
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
    const newFields = Object.fromEntries(Object.values(names).map((name) => [name, types.double]));
    const none = session.createDataFrame([], withFields(schema, newFields));
    if (python === undefined) return none;
    const { tables, warnings } = await python.call({
      operation: 'decompose',
      parameters: { value, time, period: fields.period ?? null, model: fields.model, names },
      rows: { input: input.sort(time) },
    });
    return { outputs: [tables.rows ?? none], ...(warnings.length === 0 ? {} : { warnings }) };
  },
});
