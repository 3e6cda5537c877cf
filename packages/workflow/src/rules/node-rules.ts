/** A connection rule of a node type (interface, "Node rule"). */
export interface NodeRule {
  readonly nodeType: string;
  /** The node types that may feed this type. */
  readonly possibleSources: readonly string[];
  readonly minNumOfInputs: number;
  readonly maxNumOfInputs: number;
  /** A number as text; null if no maximum is stated. */
  readonly maxNumOfOutputs: string | null;
  readonly sourceRestrictions: readonly string[];
  readonly backgroundColor: string;
  readonly nodeIcon: string;
  readonly nodeShape: 'rectangle';
}

type RuleStyle = readonly [backgroundColor: string, nodeIcon: string];
type Row = readonly [sources: string, min: number, max: number, outputs: string | null, style: RuleStyle];

const SOURCE: RuleStyle = ['#d7e8f7', 'database'];
const CHANGE: RuleStyle = ['#e3f1e1', 'table'];
const CODE: RuleStyle = ['#ece6f6', 'code'];
const JOIN: RuleStyle = ['#fbeecb', 'merge'];
const LEARN: RuleStyle = ['#fae0d6', 'model'];
const JUDGE: RuleStyle = ['#f6dbe6', 'gauge'];
const CHART: RuleStyle = ['#d9f0ef', 'chart'];
const NOTE: RuleStyle = ['#f4f4f1', 'note'];

/** The table of the interface (Limits), to the letter; colours and icons are ours. */
const ROWS = {
  dataset: ['shellcommand', 0, 1, null, SOURCE],
  shellcommand: [
    'dataset, scala, pyspark, transform, join, ml-transformer, ml-predict, sparkstreaming',
    0,
    1,
    null,
    CODE,
  ],
  sparkstreaming: ['', 0, 0, null, SOURCE],
  transform: [
    'dataset, scala, pyspark, transform, join, ml-transformer, ml-predict, sparkstreaming, shellcommand',
    1,
    1,
    null,
    CHANGE,
  ],
  scala: ['dataset, transform, join, ml-transformer, ml-predict, sparkstreaming, shellcommand', 0, 1, null, CODE],
  pyspark: ['dataset, transform, join, ml-transformer, ml-predict, sparkstreaming, shellcommand', 0, 1, null, CODE],
  join: ['dataset, transform, join, shellcommand, sparkstreaming', 2, 8, null, JOIN],
  'ml-transformer': ['dataset, transform, ml-transformer, join, shellcommand', 1, 1, '2', LEARN],
  'ml-estimator': ['dataset, transform, ml-transformer, join, shellcommand', 1, 1, '2', LEARN],
  'ml-predict': [
    'dataset, transform, join, ml-estimator, ml-transformer, ml-pipeline, ml-crossvalidator, ml-modelload',
    1,
    2,
    null,
    LEARN,
  ],
  'ml-evaluator': ['ml-predict, ml-estimator, ml-pipeline', 1, 1, '1', JUDGE],
  'ml-pipeline': ['ml-estimator, ml-transformer', 1, 1, '1', LEARN],
  'ml-crossvalidator': ['ml-evaluator', 1, 1, null, JUDGE],
  'ml-trainvalidationsplit': ['ml-evaluator', 1, 1, null, JUDGE],
  'ml-modelsave': ['ml-estimator, ml-pipeline, ml-crossvalidator, ml-trainvalidationsplit', 1, 1, '1', LEARN],
  'ml-modelload': [
    'dataset, transform, join, ml-estimator, ml-transformer, ml-pipeline, ml-crossvalidator, ml-modelsave',
    0,
    1,
    '1',
    LEARN,
  ],
  doc: ['doc', 0, 0, null, NOTE],
  sticky: ['', 0, 0, null, NOTE],
} as const satisfies Record<string, Row>;

const TABLES =
  'dataset, scala, pyspark, transform, join, ml-transformer, ml-predict, shellcommand, join2inputs, pyspark2inputs';

/** Types that occur in real files and catalogues but not in the table of the interface. */
const EXTRA_ROWS = {
  pyspark2inputs: [TABLES, 2, 2, null, CODE],
  join2inputs: [TABLES, 2, 2, null, JOIN],
  'SPC-Chart': [TABLES, 1, 1, null, CHART],
} as const satisfies Record<string, Row>;

export type NodeType = keyof typeof ROWS | keyof typeof EXTRA_ROWS;

/** The answer of `GET /api/v1/node-rules`: eighteen rules in the order of the interface. */
export const NODE_RULES: readonly NodeRule[] = Object.entries(ROWS).map(rule);

/** Rules of our own for node types that occur outside the table of the interface. */
export const EXTRA_NODE_RULES: readonly NodeRule[] = Object.entries(EXTRA_ROWS).map(rule);

const BY_TYPE: ReadonlyMap<string, NodeRule> = new Map(
  [...NODE_RULES, ...EXTRA_NODE_RULES].map((entry) => [entry.nodeType, entry]),
);

/** The rule of a node type, from either table; undefined for an unknown type. */
export function nodeRule(type: string): NodeRule | undefined {
  return BY_TYPE.get(type);
}

/** True when the rules let a node of type `source` feed one of type `target`. */
export function mayFeed(source: string, target: string): boolean {
  const sources = nodeRule(target)?.possibleSources ?? [];
  return sources.includes(source) || (isExtra(source) && sources.includes(LIKE[source]));
}

/** The types of the table that the extra types count as when they feed other nodes. */
const LIKE = { pyspark2inputs: 'pyspark', join2inputs: 'join', 'SPC-Chart': 'transform' } as const;

function isExtra(type: string): type is keyof typeof LIKE {
  return Object.hasOwn(LIKE, type);
}

function rule([nodeType, [sources, min, max, outputs, style]]: readonly [string, Row]): NodeRule {
  return {
    nodeType,
    possibleSources: sources === '' ? [] : sources.split(', '),
    minNumOfInputs: min,
    maxNumOfInputs: max,
    maxNumOfOutputs: outputs,
    sourceRestrictions: [],
    backgroundColor: style[0],
    nodeIcon: style[1],
    nodeShape: 'rectangle',
  };
}
