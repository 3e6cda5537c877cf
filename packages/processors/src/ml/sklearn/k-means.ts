import { parseSchema } from '@millrace/spark-connect';
import { choice, flag, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { clusters, clusterTrials, summary } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { training } from '../kit/sklearn.ts';
import { columnsNamed, requireFeatures } from '../kit/sklearn-columns.ts';
import type { Trained } from '../kit/sklearn-results.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnKMeans = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnKMeans',
  name: 'Sklearn K-Means',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Clustering',
  description: `Groups rows that are close to each other into clusters with scikit-learn (k-means): a fixed number of clusters, or the best number in a range by how well clusters are separated (silhouette) or where more clusters gain little (inertia). Shows the scores of all numbers of clusters tried. ${passesOnModel}`,
  fields: {
    n_clusters: integer({ default: 3, min: 1, title: 'Number of clusters' }),
    estimate_k: flag({ default: false, widget: 'array_single', title: 'Search for the number of clusters' }),
    k_search_range: text({ default: '2,10', title: 'Minimum and maximum clusters of the search' }),
    optimization_metric: choice(['Silhouette Score', 'Inertia'], {
      default: 'Silhouette Score',
      title: 'Selection criterion',
    }),
    featureCols: columns({ required: true, title: 'Features', description: 'Columns of numbers or lists of numbers' }),
    init: choice(['k-means++', 'random'], { default: 'k-means++', title: 'Initialization' }),
    n_init: integer({ default: 10, min: 1, title: 'Number of initializations' }),
    max_iter: integer({ default: 300, min: 1, title: 'Maximum iterations' }),
    tol: number({ default: 1e-4, min: 0, title: 'Tolerance' }),
    random_state: integer({ default: 42, min: 0, max: 2 ** 32 - 1, title: 'Seed' }),
    algorithm: choice(['lloyd', 'elkan'], { default: 'lloyd', title: 'Algorithm' }),
    saveCentroidsPath: text({ kind: 'path', writes: 'replacing', title: 'Folder to save the centers in' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'finds two clusters with their sizes and centers',
      fields: { featureCols: ['a', 'b'], n_clusters: '2', saveCentroidsPath: '/centres' },
      input: table('a int, b int', [
        [0, 7],
        [2, 7],
        [4, 7],
        [100, 7],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        {
          type: 'table',
          title: 'Cluster centers',
          data: table('cluster int, size double, a double, b double', [
            [0, 3, 2, 7],
            [1, 1, 100, 7],
          ]),
        },
      ],
      saves: [{ format: 'csv', path: '/centres', mode: 'overwrite', singleFile: true, options: { header: 'true' } }],
    },
    {
      name: 'finds the best number of clusters for lists of numbers',
      fields: { featureCols: ['v'], estimate_k: 'true', k_search_range: '[2, 4]' },
      input: table('v array<double>', [[[0, 0]], [[0, 1]], [[50, 0]], [[50, 1]], [[99, 0]], [[99, 1]]]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Cluster centers' },
        { type: 'table', title: 'Numbers of clusters tried' },
        { type: 'chart', title: 'Elbow', kind: 'dual-line' },
      ],
    },
    {
      name: 'rejects more clusters than rows',
      fields: { featureCols: ['a'], n_clusters: '5' },
      input: table('a int', [[1], [2]]),
      error: 'invalid value 5 for field "n_clusters": must be at most 2',
    },
    {
      name: 'rejects an invalid range',
      fields: { featureCols: ['a'], estimate_k: 'true', k_search_range: '5 to 2' },
      input: table('a int', [[1]]),
      error: 'invalid value "5 to 2" for field "k_search_range"',
    },
    {
      name: 'rejects lists with a null',
      fields: { featureCols: ['v'] },
      input: table('v array<double>', [[[1, null]], [[1, 2]]]),
      error: 'lists in column "v" contain null',
    },
    {
      name: 'rejects a null',
      fields: { featureCols: ['a'] },
      input: table('a int', [[1], [null]]),
      error: 'column "a" is null in 1 of 2 rows',
    },
    {
      name: 'rejects an input without rows',
      fields: { featureCols: ['a'] },
      input: table('a int', []),
      error: 'the input has no rows',
    },
  ],
  run(context) {
    const { fields, schema, input, session } = context;
    const features = requireFeatures(schema, fields.featureCols, 'featureCols');
    const { n_clusters, init, n_init, max_iter, tol, random_state, algorithm, saveCentroidsPath } = fields;
    const metric = fields.optimization_metric === 'Inertia' ? 'inertia' : 'silhouette';
    const search = fields.estimate_k ? { range: rangeIn(fields.k_search_range), metric } : null;
    return training(context, {
      about: {
        library: 'sklearn',
        kind: 'clusterer',
        title: 'scikit-learn k-means',
        estimator: 'KMeans',
        features,
        type: 'integer',
      },
      operation: 'train',
      parameters: {
        parameters: { n_clusters, init, n_init, max_iter, tol, random_state, algorithm },
        ...{ search, split: 1, seed: random_state, judge: false },
      },
      rows: input.select(...columnsNamed(features)),
      show({ rows, features: names, centres = [], inertia = 0, sizes = [], iterations = 0, tried }: Trained): Shown {
        const silhouette = tried?.silhouette[tried.clusters.indexOf(centres.length)];
        const about = summary(session, {
          rows,
          features: names.length,
          clusters: centres.length,
          iterations,
          inertia,
          ...(typeof silhouette === 'number' ? { silhouette } : {}),
        });
        const results = [
          about,
          ...clusters(session, (at) => names[at] ?? '', centres, { size: sizes }),
          ...(tried ? clusterTrials(session, tried, centres.length) : []),
        ];
        if (saveCentroidsPath === undefined) return { results };
        const featureColumns = names.map((name) => `\`${name.replaceAll('`', '``')}\` double`);
        const data = session.createDataFrame(
          centres.map((centre, i) => [i, ...centre]),
          parseSchema(['cluster int', ...featureColumns].join(', ')),
        );
        const save = { format: 'csv', path: saveCentroidsPath, mode: 'overwrite', singleFile: true } as const;
        return { results, saves: [{ ...save, data, options: { header: 'true' } }] };
      },
    });
  },
});

function rangeIn(text: string): readonly [number, number] {
  const plain = text.trim().replace(/^[[(](.*)[\])]$/s, '$1');
  const [min = 0, max = 0, ...more] = plain.split(/\s*[,;-]\s*/).map(Number);
  if (more.length === 0 && Number.isInteger(min) && Number.isInteger(max) && min >= 2 && max >= min) return [min, max];
  throw new FieldError(
    'k_search_range',
    `invalid value "${text}" for field "k_search_range": must be two whole numbers of 2 or greater, the smaller one first`,
    'enter the minimum and maximum number of clusters, such as 2,10',
  );
}
