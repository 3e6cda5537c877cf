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
    title: 'Depth of a tree at most',
    description: '0 for no bound',
  }),
  maxBins: integer({
    default: 32,
    min: 2,
    max: 65_536,
    title: 'Bins of a feature at most',
    description: 'Of the tree methods auto and hist',
  }),
  maxLeaves: integer({
    default: 32,
    min: 0,
    max: maxInteger,
    title: 'Leaves of a tree at most',
    description: '0 for no bound; the tree method exact has none',
  }),
  numRound: integer({
    default: 100,
    min: 1,
    max: 100_000,
    title: 'Rounds',
    description: 'Each grows a tree; of multi:softprob and multi:softmax one for each class',
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
    title: 'Step',
    description: 'How much of what a tree says is added (eta)',
  }),
  regLambda: number({ default: 1, min: 0, title: 'L2 regularisation', description: 'Of what leaves say (lambda)' }),
  regAlpha: number({ default: 0, min: 0, title: 'L1 regularisation', description: 'Of what leaves say (alpha)' }),
  subsample: share('Share of the rows for a tree'),
  sampleType: choice(['uniform', 'gradient_based'], {
    default: 'uniform',
    title: 'How these rows are drawn',
    description: 'gradient_based: rather those that the trees before got wrong; exact has uniform alone',
  }),
  treeMethod: choice(['auto', 'exact', 'approx', 'hist', 'gpu_hist'], {
    default: 'auto',
    title: 'Tree method',
    description: 'How splits are looked for. auto is hist, and so is gpu_hist: learning is on processors alone',
  }),
  // rows stand in the memory of the worker
  useExternalMemory: formerField(flag({ default: false })),
  seed: integer({ default: 0, min: -1, max: maxInteger, title: 'Seed', description: '-1 for the usual one, 0' }),
  baseScore: number({
    default: 0.5,
    title: 'Prediction before the first tree',
    description: 'Of logistic objectives a probability, of reg:gamma and reg:tweedie above 0',
  }),
  minChildWeight: number({ default: 1, min: 0, title: 'Least weight of a leaf' }),
  colsampleBylevel: share('Share of the features for a level of a tree'),
  colsampleBytree: share('Share of the features for a tree'),
  minSplitLoss: number({ default: 0, min: 0, title: 'Least gain of a split', description: 'Called gamma, too' }),
  maxDeltaStep: number({
    default: 0,
    min: 0,
    title: 'Most that a leaf may say',
    description: '0 for no bound',
  }),
  sketchEps: number({
    default: 0.03,
    min: 0.0001,
    max: 1,
    title: 'Fineness of bins',
    description: 'Of the tree method approx: 1 divided by this are its bins, 33 for 0.03',
  }),
  scalePosWeight: number({
    default: 0.3,
    min: 0,
    title: 'Weight of rows with the label 1',
    description: 'Of reg:logistic and binary:logistic, and of amounts that are exactly 1 with reg:linear and reg:gamma',
  }),
  growPlicy: choice(['depthwise', 'lossguide'], {
    default: 'depthwise',
    title: 'Where trees grow first',
    description: 'depthwise: next to the root; lossguide: where most is gained',
  }),
  normalizeType: choice(['tree', 'forest'], {
    default: 'tree',
    title: 'Weight of a tree after others were dropped',
    description: 'tree: as much as one of those dropped; forest: as much as all of them',
  }),
  skipDrop: number({ default: 0, min: 0, max: 1, title: 'Chance that a round drops no trees' }),
  rateDrop: number({
    default: 0,
    min: 0,
    max: 1,
    title: 'Share of the trees that a round drops',
    description: 'Above 0 a round learns without some of the trees before it, drawn at random (DART)',
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
  treeMethod === 'gpu_hist' ? ['"treeMethod" is gpu_hist: trees are grown by hist, on processors'] : [];

function checkBaseScore({ objective, baseScore }: TreeFieldValues): void {
  const wrong = (bounds: string, remedy: string): FieldError =>
    new FieldError('baseScore', `"baseScore" is ${baseScore}, but with ${objective} it lies ${bounds}`, remedy);
  if (objective.endsWith(':logistic') && (baseScore <= 0 || baseScore >= 1))
    throw wrong('between 0 and 1', 'give a probability such as 0.5');
  if (['reg:gamma', 'reg:tweedie'].includes(objective) && baseScore <= 0)
    throw wrong('above 0', 'give an amount above 0 that is usual for the label');
}

/** The tree method exact does not have all that others have. */
function checkGrowth({ treeMethod, growPlicy, maxDepth, sampleType }: TreeFieldValues): void {
  if (treeMethod !== 'exact') return;
  const wrong = (field: string, value: string, remedy: string): FieldError =>
    new FieldError(field, `"${field}" is ${value}, which the tree method exact does not have`, remedy);
  if (growPlicy === 'lossguide') throw wrong('growPlicy', growPlicy, 'choose depthwise, or another tree method');
  if (sampleType === 'gradient_based') throw wrong('sampleType', sampleType, 'choose uniform, or another tree method');
  if (maxDepth === 0) throw wrong('maxDepth', '0, for no bound', 'give a depth, or choose another tree method');
}
