import { table } from '../../kit/examples.ts';
import { savingSeries } from './_time-series.ts';

const rows = table('a double, b double', [
  [1, 2],
  [2, 4],
  [4, 1],
  [3, 3],
  [5, 6],
  [2, 2],
]);
const learned = [{ nodeClass: 'fire.nodes.ts.NodeStatsModelVAR' }] as const;

export const varSave = savingSeries({
  nodeClass: 'fire.nodes.ts.NodeVarSave',
  name: 'VAR Model Save',
  library: 'var',
  what: 'VAR model',
  examples: [
    {
      name: 'each run saves a version, named by its start',
      fields: { path: '/models/var' },
      after: learned,
      input: rows,
      output: rows,
      saves: [{ format: 'model', path: '/models/var/20240229T123456789Z', mode: 'error' }],
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
});
