import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from 'typebox';
import { component, AnyJson } from '../http/types.ts';
import { compatibilityOfModel, type StoredMetric, type ModelRecord } from './record.ts';
import { VersionSummary } from './records.ts';

const Line = Type.Object({
  name: Type.String(),
  values: Type.Array(AnyJson, { description: 'One value per version; null if it has none' }),
  differs: Type.Boolean(),
});

export const Comparison = component(
  'ModelComparison',
  Type.Object({
    versions: Type.Array(VersionSummary),
    facts: Type.Array(Line),
    metrics: Type.Array(Line),
    parameters: Type.Array(Line),
  }),
);

type Lines = Static<typeof Line>[];

/** What versions of a model have in common and what not, line by line: one value for each version. */
export function compareModels(records: readonly ModelRecord[]): { facts: Lines; metrics: Lines; parameters: Lines } {
  const shared = new Set(records.flatMap(namesOfSeveral));
  const titleOf = (metric: StoredMetric, own: ModelRecord['workflow']): string => {
    const { nodeId, node, workflow } = metric;
    if (!shared.has(node)) return node;
    return isForeign(metric, own)
      ? `${node} (node ${nodeId} of workflow ${workflow?.id}, ${workflow?.name})`
      : `${node} (node ${nodeId})`;
  };
  return {
    facts: linesOf(records, (record) => ({
      algorithm: record.algorithm,
      stages: record.stages.join(', '),
      rows: record.rows,
      data: record.data?.fingerprint ?? null,
      features: featuresOf(record),
      inputs: record.inputs?.join(', ') ?? null,
      workflow: record.workflow === null ? null : `${record.workflow.name}, version ${record.workflow.version}`,
      engine: record.engine,
      compatibility: compatibilityOfModel(record),
      madeBy: record.madeBy,
      bytes: record.bytes,
    })),
    metrics: linesOf(records, ({ metrics, workflow }) =>
      Object.fromEntries(metrics.map((metric) => [`${titleOf(metric, workflow)}: ${metric.name}`, metric.value])),
    ),
    parameters: linesOf(records, ({ parameters }) => {
      const counts = new Map<string, number>();
      return Object.fromEntries(
        parameters.map(({ stage, name, value }) => {
          // a pipeline may hold two stages of one class
          const nth = (counts.get(`${stage}.${name}`) ?? 0) + 1;
          counts.set(`${stage}.${name}`, nth);
          return [`${stage}${nth === 1 ? '' : ` ${nth}`}: ${name}`, value];
        }),
      );
    }),
  };
}

/** Names that several nodes have which reported metrics of one version. */
function namesOfSeveral({ metrics, workflow: own }: ModelRecord): string[] {
  const nodes = Map.groupBy(metrics, ({ node }) => node);
  const idOf = (metric: StoredMetric): string =>
    `${isForeign(metric, own) ? metric.workflow?.id : ''} ${metric.nodeId}`;
  return [...nodes].flatMap(([name, value]) => (new Set(value.map(idOf)).size > 1 ? [name] : []));
}

/** True for a metric that another workflow has reported than the one that made the version. */
const isForeign = ({ workflow }: StoredMetric, own: ModelRecord['workflow']): boolean =>
  workflow != null && workflow.id !== own?.id;

/** How many features the model was trained on: the places of the vectors that it reads, or else of those that it makes. */
function featuresOf({ parameters, inputs, outputs, features }: ModelRecord): number | null {
  const featuresColumn = parameters.findLast(({ name }) => name === 'featuresCol')?.value;
  const column = [featuresColumn, ...(inputs ?? []), ...outputs].find((name) => Object.hasOwn(features, String(name)));
  return features[String(column)]?.length ?? null;
}

function linesOf(
  records: readonly ModelRecord[],
  value: (record: ModelRecord) => Readonly<Record<string, unknown>>,
): Lines {
  const all = records.map(value);
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
  return names.map((name) => {
    const values = all.map((one) => one[name] ?? null);
    return { name, values, differs: values.some((value) => !isDeepStrictEqual(value, values[0])) };
  });
}
