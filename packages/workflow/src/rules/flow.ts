import type { NodeType } from './node-rules.ts';

/** Contents of an edge. `order` alone means that the source runs first and passes no data. */
type EdgeContent = 'table' | 'model' | 'stage' | 'metric' | 'order';

/**
 * The output and the accepted inputs of each node type. They decide whether a pairing that is not in the rule table can
 * run: an estimator passes its training table on, an evaluator its input.
 */
const FLOW = {
  dataset: { gives: ['table'], takes: ['order'] },
  shellcommand: { gives: ['table', 'order'], takes: ['table', 'order'] },
  sparkstreaming: { gives: ['table'], takes: [] },
  transform: { gives: ['table'], takes: ['table'] },
  scala: { gives: ['table'], takes: ['table'] },
  pyspark: { gives: ['table'], takes: ['table'] },
  join: { gives: ['table'], takes: ['table'] },
  pyspark2inputs: { gives: ['table'], takes: ['table'] },
  join2inputs: { gives: ['table'], takes: ['table'] },
  'SPC-Chart': { gives: ['table'], takes: ['table'] },
  'ml-transformer': { gives: ['table', 'stage'], takes: ['table'] },
  'ml-estimator': { gives: ['table', 'model', 'stage'], takes: ['table'] },
  'ml-predict': { gives: ['table'], takes: ['table', 'model'] },
  'ml-evaluator': { gives: ['table', 'metric'], takes: ['table', 'model'] },
  'ml-pipeline': { gives: ['model'], takes: ['stage'] },
  'ml-crossvalidator': { gives: ['model'], takes: ['metric'] },
  'ml-trainvalidationsplit': { gives: ['model'], takes: ['metric'] },
  'ml-modelsave': { gives: ['model'], takes: ['model'] },
  'ml-modelload': { gives: ['model'], takes: ['table', 'model', 'order'] },
  doc: { gives: [], takes: [] },
  sticky: { gives: [], takes: [] },
} as const satisfies Record<NodeType, { gives: readonly EdgeContent[]; takes: readonly EdgeContent[] }>;

/** True if a node of type `target` can use the output of one of type `source`. */
export function canFeed(source: string, target: string): boolean {
  if (!isKnown(source) || !isKnown(target)) return false;
  const takes: readonly EdgeContent[] = FLOW[target].takes;
  return FLOW[source].gives.some((cargo) => takes.includes(cargo));
}

/** True for documentation and sticky notes: they have no edges and are never run. */
export function isNote(node: { readonly type: string }): boolean {
  return node.type === 'doc' || node.type === 'sticky';
}

function isKnown(type: string): type is NodeType {
  return Object.hasOwn(FLOW, type);
}
