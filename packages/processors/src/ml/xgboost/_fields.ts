import { choice, flag, formerField } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import type { Json } from '../../contract/python.ts';

/** A share of rows or features: more than nothing. */
const share = (title: string) => number({ default: 1, min: 0.001, max: 1, title });

/** How large trees grow, and how many. */
export const sizeFields = {
  maxDepth: integer({
    default: 6,
    min: 0,
    max: maxInteger,
    title: 'Maximum tree depth',
    description: '0 for no limit',
  }),
  maxBins: integer({
    default: 32,
    min: 2,
    max: 65_536,
    title: 'Maximum bins',
    description: 'For the tree methods auto and hist',
  }),
  maxLeaves: integer({
    default: 32,
    min: 0,
    max: maxInteger,
    title: 'Maximum leaves per tree',
    description: '0 for no limit; not available for the tree method exact',
  }),
  numRound: integer({
    default: 100,
    min: 1,
    max: 100_000,
    title: 'Boosting rounds',
    description: 'Each adds one tree, or one per class for multi:softprob and multi:softmax',
  }),
  // one process trains, on all cores
  numWorkers: formerField(integer({ default: 1 })),
};

/** How each round learns from those before it. */
export const roundFields = {
  eta: number({
    default: 0.3,
    min: 0,
    max: 1,
    title: 'Learning rate',
    description: 'Share of the output of each tree that is added (eta)',
  }),
  regLambda: number({ default: 1, min: 0, title: 'L2 regularization', description: 'Of the leaf weights (lambda)' }),
  regAlpha: number({ default: 0, min: 0, title: 'L1 regularization', description: 'Of the leaf weights (alpha)' }),
  subsample: share('Share of rows per tree'),
  sampleType: choice(['uniform', 'gradient_based'], {
    default: 'uniform',
    title: 'Sampling method',
    description: 'gradient_based prefers rows with large errors; exact supports only uniform',
  }),
  treeMethod: choice(['auto', 'exact', 'approx', 'hist', 'gpu_hist'], {
    default: 'auto',
    title: 'Tree method',
    description: 'How splits are searched. auto and gpu_hist work like hist: training runs only on CPUs',
  }),
  // rows stand in the memory of the worker
  useExternalMemory: formerField(flag({ default: false })),
  seed: integer({ default: 0, min: -1, max: maxInteger, title: 'Seed', description: '-1 for the default seed, 0' }),
  baseScore: number({
    default: 0.5,
    title: 'Base score',
    description:
      'The prediction before the first tree: a probability for logistic objectives, above 0 for reg:gamma and reg:tweedie',
  }),
  minChildWeight: number({ default: 1, min: 0, title: 'Minimum child weight' }),
  colsampleBylevel: share('Share of features per level'),
  colsampleBytree: share('Share of features per tree'),
  minSplitLoss: number({ default: 0, min: 0, title: 'Minimum gain of a split', description: 'Also called gamma' }),
  maxDeltaStep: number({
    default: 0,
    min: 0,
    title: 'Maximum delta step',
    description: '0 for no limit',
  }),
  sketchEps: number({
    default: 0.03,
    min: 0.0001,
    max: 1,
    title: 'Sketch epsilon',
    description: 'For the tree method approx: the number of bins is 1 divided by this, such as 33 for 0.03',
  }),
  scalePosWeight: number({
    default: 0.3,
    min: 0,
    title: 'Weight of rows with label 1',
    description: 'For reg:logistic and binary:logistic, and for labels of exactly 1 with reg:linear and reg:gamma',
  }),
  growPlicy: choice(['depthwise', 'lossguide'], {
    default: 'depthwise',
    title: 'Grow policy',
    description: 'depthwise splits nodes near the root first, lossguide those with the greatest gain',
  }),
  normalizeType: choice(['tree', 'forest'], {
    default: 'tree',
    title: 'Normalization of dropped trees',
    description: 'tree: new trees weigh as much as each dropped tree; forest: as much as all of them',
  }),
  skipDrop: number({ default: 0, min: 0, max: 1, title: 'Probability of skipping dropout' }),
  rateDrop: number({
    default: 0,
    min: 0,
    max: 1,
    title: 'Dropout rate',
    description: 'Above 0, each round trains without some random earlier trees (DART)',
  }),
};

type TreeFieldValues = FieldValues<typeof sizeFields> &
  FieldValues<typeof roundFields> & { readonly objective: string };

/**
 * Objectives that weigh rows with the label 1: for XGBoost 3.2 `reg:squarederror` (here `reg:linear`) is one, too.
 */
const weighing: ReadonlySet<string> = new Set(['reg:linear', 'reg:gamma', 'reg:logistic', 'binary:logistic']);

/** The fields as XGBoost takes them. Throws a `FieldError` for what does not go together. */
export function boosterParams(fields: TreeFieldValues): Readonly<Record<string, Json>> {
  const { objective, treeMethod, rateDrop } = fields;
  const method = treeMethod === 'gpu_hist' ? 'hist' : treeMethod;
  const isExact = method === 'exact';
  checkBaseScore(fields);
  checkGrowth(fields);
  return {
    objective: objective === 'reg:linear' ? 'reg:squarederror' : objective,
    tree_method: method,
    max_depth: fields.maxDepth,
    eta: fields.eta,
    lambda: fields.regLambda,
    alpha: fields.regAlpha,
    subsample: fields.subsample,
    sampling_method: fields.sampleType,
    seed: Math.max(0, fields.seed),
    base_score: fields.baseScore,
    min_child_weight: fields.minChildWeight,
    colsample_bylevel: fields.colsampleBylevel,
    colsample_bytree: fields.colsampleBytree,
    gamma: fields.minSplitLoss,
    max_delta_step: fields.maxDeltaStep,
    ...(isExact
      ? {}
      : {
          max_bin: method === 'approx' ? Math.max(2, Math.round(1 / fields.sketchEps)) : fields.maxBins,
          max_leaves: fields.maxLeaves,
          grow_policy: fields.growPlicy,
        }),
    ...(weighing.has(objective) ? { scale_pos_weight: fields.scalePosWeight } : {}),
    ...(rateDrop === 0
      ? {}
      : { booster: 'dart', rate_drop: rateDrop, skip_drop: fields.skipDrop, normalize_type: fields.normalizeType }),
  };
}

/** What is done in another way than a field asks for, one line each. */
export const insteadOf = ({ treeMethod }: Pick<TreeFieldValues, 'treeMethod'>): readonly string[] =>
  treeMethod === 'gpu_hist' ? ['field "treeMethod" is gpu_hist: trees are trained with hist on CPUs'] : [];

function checkBaseScore({ objective, baseScore }: TreeFieldValues): void {
  const wrong = (bounds: string, remedy: string): FieldError =>
    new FieldError(
      'baseScore',
      `invalid value ${baseScore} for field "baseScore": must be ${bounds} for ${objective}`,
      remedy,
    );
  if (objective.endsWith(':logistic') && (baseScore <= 0 || baseScore >= 1))
    throw wrong('between 0 and 1', 'enter a probability such as 0.5');
  if (['reg:gamma', 'reg:tweedie'].includes(objective) && baseScore <= 0)
    throw wrong('greater than 0', 'enter a typical label above 0');
}

/** The tree method exact does not have all that others have. */
function checkGrowth({ treeMethod, growPlicy, maxDepth, sampleType }: TreeFieldValues): void {
  if (treeMethod !== 'exact') return;
  const wrong = (field: string, value: string, remedy: string): FieldError =>
    new FieldError(
      field,
      `invalid value "${value}" for field "${field}": not supported by the tree method exact`,
      remedy,
    );
  if (growPlicy === 'lossguide') throw wrong('growPlicy', growPlicy, 'choose depthwise, or another tree method');
  if (sampleType === 'gradient_based') throw wrong('sampleType', sampleType, 'choose uniform, or another tree method');
  if (maxDepth === 0) throw wrong('maxDepth', '0', 'enter a depth of 1 or greater, or choose another tree method');
}
