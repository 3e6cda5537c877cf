import {
  functions as F,
  types,
  type Column,
  type DataFrame,
  type StructType,
  type Value,
} from '@millrace/spark-connect';
import { aggregates } from '../kit/known-aggregates.ts';
import type { KnownAggregates } from '../../contract/known-aggregates.ts';
import { requireLabel, requireVector, requireWeight } from '../kit/feature-names.ts';
import { FieldError } from '../../kit/field-error.ts';
import { vectorSize } from '../kit/vectors.ts';
import { checkPrecedingNodes, noTrainingRows } from '../kit/ml-errors.ts';

/** Facts about rows before training. */
export interface TrainingFacts {
  readonly rows: number;
  /** The size of the vectors. */
  readonly features: number;
  /** Of the label: undefined if there is none. */
  readonly minLabel: number | undefined;
  readonly maxLabel: number | undefined;
  /** True if the label is the same in all rows that count. */
  readonly constant: boolean;
  /** Further aggregates that the node needs, by its names. */
  readonly more: ReadonlyMap<string, Value>;
}

interface Columns {
  readonly featuresCol: string;
  readonly labelCol?: string;
  readonly weightCol?: string;
}

/** What a label may hold: any number, classes from 0 on, or 0 and 1 alone. */
export type Labels = 'numbers' | 'classes' | 'two classes';

/** Most classes that Spark finds by looking at the labels: see `getNumClasses` of its `Classifier`. */
const maxCounted = 100;
/** The most classes that the label's metadata or a field may name: each row gets two numbers for each of them. */
export const maxClasses = 1_000;
/** Most numbers of a table of classes and features, of which learners hold some twenty, if there are many classes. */
const maxWeights = 2_000_000;

interface FactsRequest {
  /** What the learner takes. */
  readonly labels?: Labels;
  /** How many classes are known of the label without looking. */
  readonly classes?: number | undefined;
  /** What the engine has computed already: nothing is asked of the rows if it is of them. */
  readonly known?: KnownAggregates | undefined;
  /** What is to be asked in addition, in the same query. */
  readonly more?: Readonly<Record<string, Column>>;
}

/**
 * Looks once over the rows to learn from. Throws a `FieldError` if there are none, or if vectors, labels or weights are
 * missing, for vectors of several sizes, for labels that are not what the learner takes, and for weights that weigh nothing.
 */
export async function trainingFacts(
  rows: DataFrame,
  columns: Columns,
  { labels = 'numbers', classes, known, more }: FactsRequest = {},
): Promise<TrainingFacts> {
  const { featuresCol, labelCol, weightCol } = columns;
  const values = await aggregates(rows, { ...aggregatesOf(columns), ...more }, known);
  const [all = 0, features = 0, fewest = 0, withoutVector = 0, withoutLabel = 0, ...weights] = [
    'rows',
    'features',
    'fewest',
    'withoutVector',
    'withoutLabel',
    'withoutWeight',
    'leastWeight',
    'mostWeight',
  ].map((name) => Number(values.get(name)));
  const [minLabel, maxLabel] = [values.get('least'), values.get('most')];
  if (all === 0) throw noTrainingRows();
  if (withoutVector > 0)
    throw new FieldError(
      'featuresCol',
      `column "${featuresCol}" is null in ${inRows(withoutVector, all)}`,
      'leave out or fill rows with missing values before this node',
    );
  if (fewest !== features)
    throw new FieldError(
      'featuresCol',
      `column "${featuresCol}" has vectors of sizes ${fewest} to ${features}: must all have the same size`,
      'make all vectors from the same columns, in the same order',
    );
  if (labelCol !== undefined) {
    if (withoutLabel > 0)
      throw new FieldError(
        'labelCol',
        `column "${labelCol}" is null or NaN in ${inRows(withoutLabel, all)}`,
        'leave out rows without a label before this node',
      );
    if (labels !== 'numbers') {
      checkClasses(labelCol, labels, [Number(minLabel), Number(maxLabel), numberOf(values.get('broken'))], classes);
      checkWeightsOf(labelCol, Number(maxLabel) + 1, features);
    }
  }
  if (weightCol !== undefined) checkWeights(weightCol, all, weights);
  return {
    rows: all,
    features,
    minLabel: numberOf(minLabel),
    maxLabel: numberOf(maxLabel),
    more: values,
    constant:
      weightCol === undefined ? minLabel === maxLabel : values.get('leastCounting') === values.get('mostCounting'),
  };
}

/** What is asked of the rows, by names. */
function aggregatesOf({ featuresCol, labelCol, weightCol }: Columns): Readonly<Record<string, Column>> {
  const vector = F.columnNamed(featuresCol);
  const vectorSizes = vectorSize(vector);
  const aggregateColumns: Record<string, Column> = {
    rows: F.count(),
    features: F.max(vectorSizes),
    fewest: F.min(vectorSizes),
    withoutVector: F.call('count_if', vector.isNull()),
  };
  if (labelCol !== undefined) {
    const label = F.columnNamed(labelCol).cast(types.double);
    const labelValue = F.when(label.isNaN().not(), label);
    aggregateColumns['withoutLabel'] = F.call('count_if', label.isNull().or(label.isNaN()));
    aggregateColumns['least'] = F.min(labelValue);
    aggregateColumns['most'] = F.max(labelValue);
    aggregateColumns['broken'] = F.min(F.when(labelValue.notEq(F.call('rint', labelValue)), labelValue));
    if (weightCol !== undefined) {
      const counting = F.when(F.columnNamed(weightCol).cast(types.double).gt(F.lit(0, types.double)), labelValue);
      aggregateColumns['leastCounting'] = F.min(counting);
      aggregateColumns['mostCounting'] = F.max(counting);
    }
  }
  if (weightCol !== undefined) {
    const weight = F.columnNamed(weightCol).cast(types.double);
    aggregateColumns['withoutWeight'] = F.call('count_if', weight.isNull().or(weight.isNaN()));
    aggregateColumns['leastWeight'] = F.min(weight);
    aggregateColumns['mostWeight'] = F.max(weight);
  }
  return aggregateColumns;
}

/** The fields that name the training columns. */
interface TrainingFields {
  readonly featuresCol: string;
  readonly labelCol?: string | undefined;
  readonly weightCol?: string | undefined;
  readonly splitRatio?: number | undefined;
}

/** The aggregates that `trainingFacts` needs of the input of a node that trains on all of it: `asks` of processors. */
export function trainingAggregates(
  { featuresCol, labelCol, weightCol, splitRatio = 1 }: TrainingFields,
  schema: StructType,
): readonly Column[] {
  if (splitRatio < 1) return [];
  const weight = requireWeight(schema, weightCol);
  return Object.values(
    aggregatesOf({
      featuresCol: requireVector(schema, featuresCol, 'featuresCol').name,
      ...(labelCol === undefined ? {} : { labelCol: requireLabel(schema, labelCol).name }),
      ...(weight === undefined ? {} : { weightCol: weight.name }),
    }),
  );
}

function checkWeights(weightCol: string, rows: number, [missing = 0, min = 0, max = 0]: readonly number[]): void {
  const remedy = 'set the weight of every row to 0 or greater, and of at least one row to more than 0';
  if (missing > 0)
    throw new FieldError('weightCol', `column "${weightCol}" is null or NaN in ${inRows(missing, rows)}`, remedy);
  if (min < 0 || !Number.isFinite(max))
    throw new FieldError(
      'weightCol',
      `column "${weightCol}" contains weight ${min < 0 ? min : max}: must be finite and 0 or greater`,
      remedy,
    );
  if (max === 0)
    throw new FieldError(
      'weightCol',
      `column "${weightCol}" is 0 in every row: at least one weight must be greater than 0`,
      remedy,
    );
}

function checkClasses(
  labelCol: string,
  labels: Labels,
  [min, max, broken]: readonly [number, number, number | undefined],
  metadataClasses: number | undefined,
): void {
  const binary = labels === 'two classes';
  const allowed = metadataClasses === undefined ? maxCounted : maxClasses;
  const wrong = broken ?? (min < 0 ? min : max > (binary ? 1 : allowed - 1) ? max : undefined);
  if (wrong !== undefined && wrong === max && !binary)
    throw metadataClasses === undefined && max < maxClasses
      ? new FieldError(
          'labelCol',
          `column "${labelCol}" contains label ${max}: must be at most ${maxCounted - 1} without a String Indexer`,
          'index its values with a String Indexer before this node, or choose a regression node for continuous labels',
        )
      : new FieldError(
          'labelCol',
          `column "${labelCol}" contains label ${max}: must be at most ${maxClasses - 1}`,
          'combine rare values before this node, or choose a regression node for continuous labels',
        );
  if (wrong !== undefined)
    throw new FieldError(
      'labelCol',
      `column "${labelCol}" contains label ${wrong}: must be ${binary ? '0 or 1' : `a whole number from 0 to ${allowed - 1}`}`,
      'index its values with a String Indexer before this node, or choose a regression node for continuous labels',
    );
  if (min === max)
    throw new FieldError(
      'labelCol',
      `column "${labelCol}" is ${min} in every row: must have at least two classes`,
      `choose another label, or ${checkPrecedingNodes}`,
    );
}

function checkWeightsOf(labelCol: string, classes: number, features: number): void {
  if (classes > maxCounted && classes * features > maxWeights)
    throw new FieldError(
      'labelCol',
      `column "${labelCol}" has ${classes} classes, which with ${features} features need ${classes * features} weights: must be at most ${maxWeights}`,
      'combine rare values, or use fewer features',
    );
}

const inRows = (some: number, all: number): string => `${some} of ${all} rows`;

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
