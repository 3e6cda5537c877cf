import { problem } from '../problems/problem.ts';
import { fieldLabel, nodeLabel } from '../problems/quote.ts';
import { judgedValues } from './check-fields.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/** Datasets that are neither among those that exist nor among the workflow's own details. */
export const checkDatasets: Check = function* (context) {
  const { datasets, graph } = context;
  if (!datasets) return;
  const own = new Set(graph.workflow.dataSetDetails.map((detail) => detail.uuid));
  for (const node of graph.workflow.nodes) {
    for (const spec of specOf(context, node)?.fields ?? []) {
      if (spec.kind !== 'dataset') continue;
      for (const value of judgedValues(node, spec)) {
        if (datasets.has(value) || own.has(value)) continue;
        const params = { node: nodeLabel(node), field: fieldLabel(spec), value };
        yield problem('dataset-not-found', params, { nodeId: node.id, field: spec.name });
      }
    }
  }
};
