import { table } from '../../kit/examples.ts';
import { savingSeries } from './_time-series.ts';

const rows = table('v double', [[1], [3], [2], [2]]);
const learned = [
  {
    nodeClass: 'fire.nodes.ts.NodeAutoARIMA',
    fields: { y: 'v', max_p: '0', max_q: '0', with_intercept: 'true', method: 'lbfgs' },
  },
] as const;

export const arimaSave = savingSeries({
  nodeClass: 'fire.nodes.ts.NodeArimaSave',
  name: 'Arima Model Save',
  library: 'arima',
  what: 'ARIMA model',
  examples: [
    {
      name: 'each run saves a version, named by its start',
      fields: { path: '/models/arima' },
      after: learned,
      input: rows,
      output: rows,
      saves: [{ format: 'model', path: '/models/arima/20240229T123456789Z', mode: 'error' }],
    },
    {
      name: 'a null before it ends the run',
      after: learned,
      input: table('v double', [[null]]),
      error: 'the column "v" is null in 1 of 1 rows',
    },
    { name: 'no rows', after: learned, input: table('v double', []), error: 'its input has no rows' },
    { name: 'rows without a model', input: rows, error: 'none of its inputs brings a model' },
  ],
});
