import { table } from '../../kit/examples.ts';
import { forecasting } from './_time-series.ts';

const rows = table('v double', [[1], [3], [2], [2]]);
const learned = [{ nodeClass: 'fire.nodes.ts.NodeStatsModelSarimax', fields: { endog: 'v', order: '0,1,0' } }] as const;

export const sarimaxForecast = forecasting({
  nodeClass: 'fire.nodes.ts.NodeStatsModelSarimaxForecast',
  name: 'Sarimax Forecast',
  library: 'sarimax',
  what: 'SARIMAX model',
  examples: [
    {
      name: 'values to come of exogenous columns are wanted',
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
      error: 'the model was made with w, whose values to come no input brings',
    },
    {
      name: 'more rows than there are steps: the first ones are taken',
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
      warnings: ['of the 2 rows that are connected the first 1 are taken for those to come'],
    },
    {
      name: 'a random walk stays where it is',
      fields: { steps: '2' },
      after: learned,
      input: rows,
      results: [],
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
