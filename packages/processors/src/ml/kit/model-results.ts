import { parseSchema, types, type SparkSession, type Value } from '@millrace/spark-connect';
import { denseValues, type Attribute, type Matrix, type Model, type Vector } from '@millrace/spark-connect/ml';
import type { FeatureNames } from './feature-names.ts';
import type { Result } from '../../contract/results.ts';
import type { ClusterTrials } from './sklearn-results.ts';

/** Most features that a table of a model names. */
export const maxFeatures = 200;
/** Most bars, and most points of a line. */
const maxBars = 25;
const maxSeries = 5;
const maxPoints = 300;

type Rows = readonly (readonly Value[])[];

const doubleFields = (names: readonly string[]) => names.map((name) => ({ name, type: types.double, nullable: true }));

/** Numbers that tell of a model as a whole. */
export const summary = (session: SparkSession, numbers: Readonly<Record<string, number>>): Result => ({
  type: 'table',
  title: 'Model',
  data: session.createDataFrame(Object.entries(numbers), parseSchema('property string, value double')),
});

/**
 * A number, or several, for each feature, as a table, and those that count as bars: the features first of which one of
 * these is far from 0.
 */
export function ofFeatures(
  session: SparkSession,
  title: string,
  names: FeatureNames,
  columns: Readonly<Record<string, readonly number[]>>,
  more: Readonly<Record<string, readonly number[]>> = {},
): Result[] {
  const headings = [...Object.keys(columns), ...Object.keys(more)];
  const counting = Object.values(columns);
  const values = [...counting, ...Object.values(more)];
  const [first = []] = values;
  const weight = (at: number): number => Math.max(...counting.map((one) => Math.abs(one[at] ?? 0)));
  const order = first.map((_, at) => at).toSorted((a, b) => weight(b) - weight(a) || a - b);
  const rows = order.slice(0, maxFeatures).map((at) => [names(at), ...values.map((one) => one[at] ?? null)]);
  const schema = {
    kind: 'struct' as const,
    fields: [{ name: 'feature', type: types.string, nullable: true }, ...doubleFields(headings)],
  };
  const all = first.length;
  const data = session.createDataFrame(rows, schema);
  const table: Result = {
    type: 'table',
    title: all > maxFeatures ? `${title}: ${maxFeatures} of ${all}` : title,
    data,
  };
  if (all < 2) return [table];
  return [
    table,
    {
      type: 'chart',
      title,
      data: session.createDataFrame(rows.slice(0, maxBars), schema),
      limit: maxBars,
      chart: {
        kind: 'bar',
        encodings: { x: 'feature', y: Object.keys(columns).slice(0, maxSeries) },
        xLabel: 'Feature',
        yLabel: title,
      },
    },
  ];
}

/** How what is made smaller fell from step to step; nothing if there were no steps. */
export function history(session: SparkSession, values: readonly number[], label = 'Objective'): Result[] {
  if (values.length < 2) return [];
  const step = Math.ceil(values.length / maxPoints);
  const rows: Rows = values.flatMap((value, i) => (i % step === 0 || i === values.length - 1 ? [[i, value]] : []));
  return [
    {
      type: 'chart',
      title: 'Training history',
      data: session.createDataFrame(rows, parseSchema('iteration int, objective double')),
      limit: maxPoints + 1,
      chart: { kind: 'line', encodings: { x: 'iteration', y: ['objective'] }, xLabel: 'Iteration', yLabel: label },
    },
  ];
}

/** Groups with their sizes, and where their centres lie. */
export function clusters(
  session: SparkSession,
  names: FeatureNames,
  centres: readonly (readonly number[])[],
  more: Readonly<Record<string, readonly number[]>>,
): Result[] {
  const featureNames = (centres[0] ?? []).slice(0, maxFeatures).map((_, at) => names(at));
  const headings = [...Object.keys(more), ...featureNames];
  const rows: Rows = centres.map((centre, i) => [
    i,
    ...Object.values(more).map((one) => one[i] ?? null),
    ...centre.slice(0, maxFeatures),
  ]);
  const all = centres[0]?.length ?? 0;
  return [
    {
      type: 'table',
      title: all > maxFeatures ? `Cluster centers: ${maxFeatures} of ${all} features` : 'Cluster centers',
      data: session.createDataFrame(rows, {
        kind: 'struct',
        fields: [{ name: 'cluster', type: types.integer, nullable: true }, ...doubleFields(headings)],
      }),
    },
  ];
}

/** Numbers of clusters that a search has tried, by how far rows lie from their centres and how well clusters lie apart. */
export function clusterTrials(
  session: SparkSession,
  { clusters: counts, inertia, silhouette }: ClusterTrials,
  best: number,
): Result[] {
  const rows: Rows = counts.map((k, i) => [k, inertia[i] ?? null, silhouette[i] ?? null, k === best]);
  const data = session.createDataFrame(
    rows,
    parseSchema('clusters int, inertia double, silhouette double, chosen boolean'),
  );
  const table: Result = { type: 'table', title: 'Numbers of clusters tried', data };
  if (counts.length < 2) return [table];
  const encodings = { x: 'clusters', y: ['inertia', 'silhouette'] };
  const chart = { kind: 'dual-line', encodings, xLabel: 'Clusters', yLabel: 'Inertia' } as const;
  return [table, { type: 'chart', title: 'Elbow', data, limit: maxPoints, chart }];
}

/** Numbers that a model gives of itself. */
export const numbersIn = (value: Attribute): readonly number[] => {
  if (Array.isArray(value)) return value.map(Number);
  return isVector(value) ? denseValues(value) : [];
};

export const numberIn = async (model: Model, path: string): Promise<number> => Number(await model.get(path));

/** Rows of a matrix that a model gives of itself. */
export const matrixIn = async (model: Model, path: string): Promise<readonly (readonly number[])[]> =>
  ((await model.get(path)) as Matrix).values;

const isVector = (value: Attribute): value is Vector =>
  typeof value === 'object' && value !== null && 'kind' in value && 'values' in value;
