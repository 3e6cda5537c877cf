import type { ExampleTable, Example } from '../../contract/examples.ts';
import type { AboutModel } from '../../contract/ml-artifacts.ts';
import { table } from '../../kit/examples.ts';

/** A model of time series that can be saved, loaded and forecast with. */
export interface SeriesModel {
  readonly library: AboutModel['library'];
  /** What it is, in words: `SARIMAX model`. */
  readonly description: string;
  /** The node that trains it, for examples. */
  readonly trainedBy: NonNullable<Example['after']>;
  /** Rows that it can be trained on. */
  readonly rows: ExampleTable;
  /** A row that it cannot be trained on, and the column that holds the null. */
  readonly withNull: { readonly rows: ExampleTable; readonly column: string };
}

const oneSeries = {
  rows: table('v double', [[1], [3], [2], [2]]),
  withNull: { rows: table('v double', [[null]]), column: 'v' },
};

export const seriesModels = {
  arima: {
    library: 'arima',
    description: 'ARIMA model',
    trainedBy: [
      {
        nodeClass: 'fire.nodes.ts.NodeAutoARIMA',
        fields: { y: 'v', max_p: '0', max_q: '0', with_intercept: 'true', method: 'lbfgs' },
      },
    ],
    ...oneSeries,
  },
  sarimax: {
    library: 'sarimax',
    description: 'SARIMAX model',
    trainedBy: [{ nodeClass: 'fire.nodes.ts.NodeStatsModelSarimax', fields: { endog: 'v', order: '0,1,0' } }],
    ...oneSeries,
  },
  var: {
    library: 'var',
    description: 'VAR model',
    trainedBy: [{ nodeClass: 'fire.nodes.ts.NodeStatsModelVAR' }],
    rows: table('a double, b double', [
      [1, 2],
      [2, 4],
      [4, 1],
      [3, 3],
      [5, 6],
      [2, 2],
    ]),
    withNull: { rows: table('a double, b double', [[1, null]]), column: 'b' },
  },
} as const satisfies Readonly<Record<string, SeriesModel>>;

/** What a node behind one that trains says if no model comes of it. */
export const withoutModel = ({ trainedBy, rows, withNull }: SeriesModel): readonly Example[] => [
  {
    name: 'rejects a null in the training rows',
    after: trainedBy,
    input: withNull.rows,
    error: `column "${withNull.column}" is null in 1 of 1 rows`,
  },
  {
    name: 'rejects an input without rows',
    after: trainedBy,
    input: table(rows.schema, []),
    error: 'the input has no rows',
  },
  { name: 'rejects rows without a model', input: rows, error: 'no input provides a model' },
];
