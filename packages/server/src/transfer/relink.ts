import { isJsonObject, type Json, type JsonObject } from '@millrace/workflow';

const objects = (list: Json | undefined): readonly Json[] => (Array.isArray(list) ? (list as readonly Json[]) : []);

/** A graph whose nodes name datasets by their new uuids. */
export function relinkGraph(graph: JsonObject, renewed: ReadonlyMap<string, string>): JsonObject {
  if (renewed.size === 0) return graph;
  const change = (key: string) => (one: Json) => {
    if (!isJsonObject(one)) return one;
    const value = one[key];
    const now = typeof value === 'string' ? renewed.get(value) : undefined;
    return now === undefined ? one : { ...one, [key]: now };
  };
  const nodes = objects(graph['nodes']).map((node) =>
    isJsonObject(node) && node['fields'] !== undefined
      ? { ...node, fields: objects(node['fields']).map(change('value')) }
      : node,
  );
  const details = graph['dataSetDetails'];
  return {
    ...graph,
    nodes,
    ...(details === undefined ? {} : { dataSetDetails: objects(details).map(change('uuid')) }),
  };
}

/** Ids here by those of there. */
export interface IdsHere {
  readonly workflowOf: ReadonlyMap<string, number>;
  readonly modelOf: ReadonlyMap<string, number>;
}

/**
 * A dashboard whose items name workflows and models by their new ids. An item whose workflow or model is not there shows none, rather than the one
 * that happens to have its id here.
 */
export function relinkDashboard(
  dashboard: JsonObject,
  { workflowOf, modelOf }: IdsHere,
  isLost: (item: string, kind: 'workflow' | 'model') => void,
): JsonObject {
  const item = (one: Json): Json => {
    if (!isJsonObject(one)) return one;
    const here = (key: string, kind: 'workflow' | 'model', ids: ReadonlyMap<string, number>): JsonObject => {
      const old = one[key] ?? '';
      if (old === '') return {};
      const id = ids.get(String(old));
      if (id === undefined) isLost(String(one['id'] ?? ''), kind);
      return { [key]: id === undefined ? '' : String(id) };
    };
    return { ...one, ...here('workflowId', 'workflow', workflowOf), ...here('modelId', 'model', modelOf) };
  };
  const sheets = objects(dashboard['sheets']).map((sheet) =>
    isJsonObject(sheet) && sheet['items'] !== undefined
      ? { ...sheet, items: objects(sheet['items']).map(item) }
      : sheet,
  );
  return { ...dashboard, sheets };
}
