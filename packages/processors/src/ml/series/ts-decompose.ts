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
    'Takes a series apart, by statsmodels: adds its trend (a moving average of a whole period), what repeats itself each period, and what is left. Rows come out in the order of time; where an average would need rows before the first or after the last one, trend and rest are null. Without a number of rows of a period the times tell it: 24 hours, 7 days, 52 weeks, 12 months, 4 quarters, 1 year.',
  fields: {
    period_name: column({ required: true, title: 'Time' }),
    value_name: column({ required: true, title: 'Values' }),
    model: choice(['additive', 'multiplicative'], { default: 'additive', title: 'How the parts make the whole' }),
    period: integer({ min: 1, title: 'Rows of a period', description: 'Told by the times where blank' }),
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
      name: 'days make weeks where no period is given',
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
      name: 'numbers tell no period',
      fields: { period_name: 't', value_name: 'v' },
      input: table('t int, v double', [
        [1, 0],
        [2, 1],
      ]),
      error: '"period" is blank, and the column "t" holds no dates or times that would tell it',
    },
    {
      name: 'neither do steps of two days',
      fields: { period_name: 't', value_name: 'v' },
      input: table('t date, v double', [
        ['2024-01-01', 0],
        ['2024-01-03', 1],
      ]),
      error: '"period" is blank, and the times of the column "t" lie 172800 seconds apart',
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
      parameters: { value, time, period: fields.period ?? null, model: fields.model, names },
      rows: { input: input.sort(time) },
    });
    return { outputs: [tables.rows ?? none], ...(warnings.length === 0 ? {} : { warnings }) };
  },
});
