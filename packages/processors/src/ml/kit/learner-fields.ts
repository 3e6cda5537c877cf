import type { StructType } from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { choice, column, flag, formerField, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import type { FieldValues } from '../../contract/fields.ts';

/** The largest integer that parameters of Spark ML hold. */
export const maxInteger = 2 ** 31 - 1;

/** The fields of every node that trains on labels. */
export const labelFields = {
  featuresCol: column({ required: true, title: 'Features', description: 'A column of vectors' }),
  labelCol: column({ required: true, title: 'Label', description: 'Column to predict' }),
  predictionCol: text({ default: 'prediction', title: 'Prediction column' }),
  splitRatio: number({
    default: 1,
    min: 0.01,
    max: 1,
    title: 'Share of rows for training',
    description: 'The remaining rows, drawn at random, are used to test the model',
  }),
};

/** The same for nodes whose columns have defaults: columns of Spark's own names stand for those that are left out. */
export const labelledByDefault = {
  ...labelFields,
  featuresCol: column({ default: 'features', title: 'Features', description: 'A column of vectors' }),
  labelCol: column({ default: 'label', title: 'Label', description: 'Column to predict' }),
};

/** Columns that a classifier adds to its prediction; the form no longer asks for their names. */
export const classifierColumns = {
  probabilityCol: formerField(text()),
  rawPredictionCol: formerField(text()),
};

const toTry = (title: string) => text({ title, description: 'Values to try in a parameter search, such as 0.1, 0.01' });

/** Lists of values to try for parameters that trees have. */
export const treeGrid = {
  minInfoGainGrid: toTry('Minimum gains to try'),
  maxBinsGrid: toTry('Bin counts to try'),
  maxDepthGrid: toTry('Depths to try'),
};
/** The same as searches take them. */
export const treeGridOf = (fields: FieldValues<typeof treeGrid>) =>
  ({
    maxDepth: ['maxDepthGrid', fields.maxDepthGrid],
    maxBins: ['maxBinsGrid', fields.maxBinsGrid],
    minInfoGain: ['minInfoGainGrid', fields.minInfoGainGrid],
  }) as const;
export const numTreesGrid = toTry('Tree counts to try');
export const maxIterGrid = toTry('Iteration limits to try');
export const regParamGrid = toTry('Regularization values to try');
export const elasticNetGrid = toTry('Elastic net mixing values to try');

export const seed = integer({ title: 'Seed' });
export const weightCol = column({ title: 'Weights', description: 'Column with the weight of each row' });

/** Every so many steps Spark writes down what it has. */
export const checkpointInterval = (title: string) =>
  integer({ default: 10, min: -1, max: maxInteger, title, description: '-1 disables checkpoints' });

/** The same as Spark takes it. Throws a `FieldError` for 0. */
export function stepsBetween({ checkpointInterval: steps }: { readonly checkpointInterval: number }): number {
  if (steps !== 0) return steps;
  throw new FieldError(
    'checkpointInterval',
    'invalid value 0 for field "checkpointInterval": must be 1 or greater, or -1',
    'enter 1 or greater, or -1 to disable checkpoints',
  );
}

/** How trees are grown. */
export const treeFields = {
  maxDepth: integer({ default: 5, min: 0, max: 30, title: 'Maximum tree depth' }),
  maxBins: integer({ default: 32, min: 2, max: maxInteger, title: 'Maximum bins' }),
  minInfoGain: number({ default: 0, title: 'Minimum information gain' }),
  minInstancesPerNode: integer({ default: 1, min: 1, max: maxInteger, title: 'Minimum rows per node' }),
  minWeightFractionPerNode: number({ default: 0, min: 0, max: 1, title: 'Minimum weight fraction per node' }),
  cacheNodeIds: flag({ default: false, title: 'Cache node IDs' }),
  checkpointInterval: checkpointInterval('Checkpoint interval (iterations)'),
  maxMemoryInMB: integer({ default: 256, min: 1, max: maxInteger, title: 'Maximum memory per iteration (MB)' }),
  seed,
  weightCol,
};

/** The smallest value above 0 that is used where Spark wants one. */
export const minPositive = 1e-6;

export const subsamplingRate = number({ default: 1, min: minPositive, max: 1, title: 'Share of rows per tree' });
export const featureSubsetStrategy = choice(['auto', 'onethird', 'sqrt', 'log2'], {
  default: 'auto',
  title: 'Features per split',
});
const boostedSubsetStrategy = choice(['auto', 'all', 'onethird', 'sqrt', 'log2'], {
  default: 'auto',
  aliases: { n: 'all' },
  title: 'Features per split',
});
/** How trees are grown one after the other. */
export const boostedFields = {
  maxIter: integer({ default: 20, min: 0, max: maxInteger, title: 'Number of trees' }),
  stepSize: number({ default: 0.1, min: minPositive, max: 1, title: 'Step size' }),
  featureSubsetStrategy: boostedSubsetStrategy,
  subsamplingRate,
  validationIndicatorCol: column({
    title: 'Validation column',
    description: 'A Boolean column; rows where it is true only decide when to stop',
  }),
  maxIterGrid,
};
export const boostingParams = (
  schema: StructType,
  {
    maxIter,
    stepSize,
    featureSubsetStrategy: strategy,
    subsamplingRate: rate,
    validationIndicatorCol,
  }: FieldValues<typeof boostedFields>,
) => ({
  maxIter,
  stepSize,
  featureSubsetStrategy: strategy,
  subsamplingRate: rate,
  ...withoutUndefined({
    validationIndicatorCol:
      validationIndicatorCol && requireColumn(schema, validationIndicatorCol, 'validationIndicatorCol').name,
  }),
});

export const classImpurity = choice(['gini', 'entropy'], { default: 'gini', title: 'Impurity' });
export const numberImpurity = choice(['variance'], { default: 'variance', title: 'Impurity' });

/** How trees are grown, as Spark takes it: old files have values that mean none. */
export const treeParams = (fields: Omit<FieldValues<typeof treeFields>, 'seed' | 'weightCol'>) => ({
  maxDepth: fields.maxDepth,
  maxBins: fields.maxBins,
  minInfoGain: Math.max(0, fields.minInfoGain),
  minInstancesPerNode: fields.minInstancesPerNode,
  minWeightFractionPerNode: fields.minWeightFractionPerNode < 0.5 ? fields.minWeightFractionPerNode : 0,
  cacheNodeIds: fields.cacheNodeIds,
  checkpointInterval: stepsBetween(fields),
  maxMemoryInMB: fields.maxMemoryInMB,
});

/** The seed of a node: none if it is left to Spark, which old files write as -1. */
export const seedOf = ({ seed: value }: { readonly seed: number | undefined }): number | undefined =>
  value === -1 ? undefined : value;

/** Without what is not given, so that Spark's own default holds. */
export const withoutUndefined = <T extends object>(values: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** How weights of features are held small, and what else models that weigh features have. */
export const linearFields = {
  regParam: number({ default: 0, min: 0, title: 'Regularization' }),
  elasticNetParam: number({ default: 0, min: 0, max: 1, title: 'Elastic net mixing (0 is L2, 1 is L1)' }),
  fitIntercept: flag({ default: true, title: 'Fit an intercept' }),
  tol: number({ default: 1e-6, min: 0, title: 'Tolerance' }),
  aggregationDepth: integer({ default: 2, min: 2, max: maxInteger, title: 'Aggregation depth' }),
  weightCol,
};
export const linearParams = ({
  regParam,
  elasticNetParam,
  fitIntercept,
  tol,
  aggregationDepth,
}: Omit<FieldValues<typeof linearFields>, 'weightCol'>) => ({
  regParam,
  elasticNetParam,
  fitIntercept,
  tol,
  aggregationDepth,
});
