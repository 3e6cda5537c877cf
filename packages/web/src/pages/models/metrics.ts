import { modelsTexts } from '../../texts/models.ts';
import { figure } from '../../ui/format.ts';
import { once } from '../../ui/once.ts';

/** A metric that a node reports for a model. */
export interface Metric {
  readonly node: string;
  readonly name: string;
  readonly value: number | string;
}

/** A metric that several versions may have. */
export interface MetricColumn {
  readonly key: string;
  readonly title: string;
  readonly of: (metrics: readonly Metric[]) => number | string | undefined;
}

const smaller = /^(rmse|mse|mae|logLoss|hammingLoss|weightedFalsePositiveRate)$/;
const larger = /^(r2|accuracy|f1|silhouette|areaUnder.+|weighted.+)$/;

/** Which values of a metric are better; undefined if unknown. */
export function betterOf(name: string): 'larger' | 'smaller' | undefined {
  if (smaller.test(name)) return 'smaller';
  return larger.test(name) ? 'larger' : undefined;
}

/** The indexes of the best of some values; empty if they are equal, or if it is unknown which are better. */
export function bestOf(name: string, values: readonly unknown[]): ReadonlySet<number> {
  const better = betterOf(name);
  const numbers = values.map((value) => (typeof value === 'number' ? value : undefined));
  const present = numbers.filter((value) => value !== undefined);
  const [lowest, highest] = [Math.min(...present), Math.max(...present)];
  if (better === undefined || present.length < 2 || lowest === highest) return new Set();
  const best = better === 'larger' ? highest : lowest;
  return new Set(numbers.flatMap((value, i) => (value === best ? [i] : [])));
}

/** For metrics of a model with equal names: the nodes that reported them. */
export function nodesByMetric<M extends Metric & { readonly nodeId: string }>(
  metrics: readonly M[],
): ReadonlyMap<M, string> {
  const isShared = ({ node, nodeId }: M): boolean => metrics.some((one) => one.node === node && one.nodeId !== nodeId);
  const isTwice = ({ name }: M): boolean => metrics.filter((one) => one.name === name).length > 1;
  return new Map(
    metrics
      .filter(isTwice)
      .map((one) => [one, isShared(one) ? modelsTexts.nodeOf(one.node, one.nodeId) : one.node] as const),
  );
}

/** The most important metrics of a model. */
const first = ['areaUnderROC', 'accuracy', 'f1', 'areaUnderPR', 'r2', 'rmse', 'mae', 'silhouette', 'logLoss'];

const rank = ({ name }: Metric): number => (first.includes(name) ? first.indexOf(name) : first.length);

/** Metrics in order of importance. */
export const inOrder = <M extends Metric>(metrics: readonly M[]): readonly M[] =>
  metrics.toSorted((a, b) => rank(a) - rank(b));

/** The few most important metrics: each name once. */
export function headline(metrics: readonly Metric[], highest = 3): readonly Metric[] {
  const once = new Map(metrics.toReversed().map((metric) => [metric.name, metric]));
  return inOrder([...once.values()].toReversed()).slice(0, highest);
}

/** The metrics of several models: by name alone if no model has the same name from two nodes. */
export function metricColumns(models: readonly (readonly Metric[])[]): readonly MetricColumn[] {
  const isTwice = (name: string): boolean =>
    models.some((metrics) => metrics.filter((one) => one.name === name).length > 1);
  const columns = new Map<string, MetricColumn>();
  for (const metric of inOrder(models.flat())) {
    const { node, name } = metric;
    const title = isTwice(name) ? `${node}: ${name}` : name;
    const isIt = isTwice(name)
      ? (one: Metric): boolean => one.name === name && one.node === node
      : (one: Metric): boolean => one.name === name;
    if (!columns.has(title)) columns.set(title, { key: title, title, of: (metrics) => metrics.find(isIt)?.value });
  }
  return [...columns.values()];
}

const short = once(() => new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 }));

/** A metric with the digits of a comparison. */
export const shortMetric = (value: number | string): string =>
  typeof value === 'number' && (value === 0 || Math.abs(value) >= 1e-4) ? short().format(value) : metricText(value);

export const metricText = (value: unknown): string =>
  typeof value === 'number' ? figure(value) : value === null || value === undefined ? '' : String(value);
