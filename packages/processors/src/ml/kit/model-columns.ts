import { functions as F, type DataFrame, type StructField, type StructType } from '@millrace/spark-connect';
import {
  denseValues,
  Model,
  PipelineModel,
  Transformer,
  TunedModel,
  type Matrix,
  type TransformStage,
  type Vector,
} from '@millrace/spark-connect/ml';
import { vectorSizeOf } from './attributes.ts';
import { columnsInSql, requirementsOf, type SpareColumn, type StageColumns } from './columns-needed.ts';
import { isVector } from './feature-columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { failUnless, words } from '../../kit/guard.ts';
import { notePlainRows } from '../../kit/plain-rows.ts';
import { vectorSize } from './vectors.ts';
import { lacksColumn } from './ml-errors.ts';

/** Parameters that name columns which a stage reads to transform rows, with what Spark takes if they are not set. */
const reading = { inputCol: [], inputCols: [], featuresCol: ['features'], userCol: ['user'], itemCol: ['item'] };
/** The same for columns that it adds. */
const adding = {
  outputCol: [],
  outputCols: [],
  predictionCol: ['prediction'],
  rawPredictionCol: ['rawPrediction'],
  probabilityCol: ['probability'],
  topicDistributionCol: ['topicDistribution'],
};

/** The stages of a model in their order, those of pipelines in it as well. */
export function stagesOf(model: TransformStage): readonly (Model | Transformer)[] {
  if (model instanceof TunedModel) return stagesOf(model.bestModel);
  if (model instanceof PipelineModel) return model.stages.flatMap(stagesOf);
  return model instanceof Model || model instanceof Transformer ? [model] : [];
}

/** True for a model that predicts something, and does not only change columns. */
export const isPredictive = (model: TransformStage): boolean => stagesOf(model).some(predictsRows);

const predictsRows = (stage: Model | Transformer): boolean =>
  stage instanceof Model && !stage.definition.className.startsWith('feature.');

/** True for a model that surely makes a row of each row: it predicts classes, amounts or groups, and does nothing before. */
export const leavesNoneOut = (model: TransformStage): boolean =>
  stagesOf(model).every(({ definition }) => /^(classification|regression|clustering)\./.test(definition.className));

/** The parameters of a stage, or of its estimator. */
export const paramsOf = (stage: Model | Transformer): Model['params'] => ({
  ...(stage instanceof Model ? stage.estimatorParams : {}),
  ...stage.params,
});

/** The labels that a String Indexer has numbered, by its columns. */
export const labelsOf = async (indexer: Model): Promise<readonly (readonly string[])[]> =>
  (await indexer.get('labelsArray')) as readonly (readonly string[])[];

function columnsOf(stage: Model | Transformer): StageColumns {
  const params = paramsOf(stage);
  const { className } = stage.definition;
  if (className === 'feature.SQLTransformer') return columnsInSql(String(params['statement']));
  const namesIn = (names: Readonly<Record<string, readonly string[]>>): readonly string[] =>
    Object.entries(names).flatMap(([name, usual]) => {
      if (!(name in stage.definition.params)) return [];
      const value = params[name] ?? usual;
      return Array.isArray(value) ? value.map(String) : [String(value)];
    });
  const isIndexer = stage instanceof Model && className === 'feature.StringIndexer';
  const kind = className === 'feature.RFormula' ? 'hidden' : isIndexer ? 'each' : 'all';
  return { kind, reads: namesIn(reading), adds: namesIn(adding), predicts: predictsRows(stage) };
}

/** What each stage reads that has to be there, and what it adds; as far as stages tell. */
function usesOf(stages: readonly (Model | Transformer)[]): readonly Use[] {
  const columns = stages.map(columnsOf);
  const requirements = requirementsOf(columns).ofStages;
  const firstHidden = columns.findIndex(({ kind }) => kind === 'hidden');
  const uses = stages.map((stage, i) => ({ stage, reads: requirements[i] ?? [], adds: columns[i]?.adds ?? [] }));
  return firstHidden === -1 ? uses : uses.slice(0, firstHidden);
}

interface Use extends Pick<StageColumns, 'reads' | 'adds'> {
  readonly stage: Model | Transformer;
}

/** A column that rows may lack but a stage requires, with a value that the stage takes. */
export interface DefaultColumn {
  readonly column: string;
  readonly value: string;
  /** What the stage makes of it. */
  readonly output: string;
}

/** Columns that a model predicts without, though one of its stages requires them. */
export async function standInsFor(model: TransformStage): Promise<readonly DefaultColumn[]> {
  const stages = stagesOf(model);
  const { spare } = requirementsOf(stages.map(columnsOf));
  const candidates = await Promise.all(spare.map(async (one) => defaultColumnOf(one, stages[one.stage])));
  return candidates.flatMap((one) => one ?? []);
}

async function defaultColumnOf(
  { name: column, at, output, isCast }: SpareColumn,
  indexer: Model | Transformer | undefined,
): Promise<DefaultColumn | undefined> {
  // of columns that are not there an indexer looks at those alone for whose sake it leaves rows out
  if (!(indexer instanceof Model)) return undefined;
  const isRequired = isCast || paramsOf(indexer)['handleInvalid'] === 'skip';
  if (!isRequired) return undefined;
  const value = (await labelsOf(indexer))[at]?.[0];
  return value === undefined ? undefined : { column, value, output };
}

/** The rows after a model, of whose stages some ask for columns that the rows lack. */
export function transform(model: TransformStage, rows: DataFrame, defaultColumns: readonly DefaultColumn[]): DataFrame {
  if (defaultColumns.length === 0) return model.transform(rows);
  const completeRows = rows.withColumns(
    Object.fromEntries(defaultColumns.map(({ column, value }) => [column, F.lit(value)])),
  );
  return model.transform(completeRows).drop(...defaultColumns.flatMap(({ column, output }) => [column, output]));
}

/** Rows that `suited` has found fit after the model; `schema` is theirs. */
export async function predictFor(model: TransformStage, rows: DataFrame, schema: StructType): Promise<DataFrame> {
  const has = ({ column }: DefaultColumn): boolean => columnNamed(schema, column) !== undefined;
  return transform(
    model,
    rows,
    (await standInsFor(model)).filter((one) => !has(one)),
  );
}

const columnNamed = ({ fields }: StructType, name: string): StructField | undefined =>
  fields.find((one) => one.name.toLowerCase() === name.toLowerCase());

/**
 * The rows as a model can take them. Throws a `FieldError` for a column that it reads and that they do not have, and for
 * vectors that are known to be of another size; rows whose vectors turn out to be so end the run.
 */
export async function suitableRowsFor(
  rows: DataFrame,
  schema: StructType,
  { model, title }: { readonly model: TransformStage; readonly title: string },
): Promise<DataFrame> {
  const outputs = new Set<string>();
  let checked = rows;
  for (const { stage, reads, adds } of usesOf(stagesOf(model))) {
    for (const name of reads) {
      if (outputs.has(name.toLowerCase())) continue;
      const column = columnNamed(schema, name);
      if (column === undefined) throw missing(name, title, schema);
      if (isVector(column.type) && stage instanceof Model)
        checked = withVectorSize(checked, column, await vectorSizeIn(stage), title);
    }
    for (const name of adds) outputs.add(name.toLowerCase());
  }
  return checked;
}

/** How many numbers the vectors hold that a model reads, by the names of their columns in small letters; of those that it gives. */
export async function vectorSizes(model: TransformStage): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const outputs = new Set<string>();
  for (const { stage, reads, adds } of usesOf(stagesOf(model))) {
    const size = stage instanceof Model ? await vectorSizeIn(stage) : undefined;
    for (const name of reads.map((one) => one.toLowerCase()))
      if (size !== undefined && !outputs.has(name)) sizes.set(name, size);
    for (const name of adds) outputs.add(name.toLowerCase());
  }
  return sizes;
}

/** True if rows have all columns that a model reads, and none that it adds. */
export function canTransform(model: TransformStage, { fields }: StructType): boolean {
  const present = new Set(fields.map(({ name }) => name.toLowerCase()));
  const outputs = new Set<string>();
  for (const { reads, adds } of usesOf(stagesOf(model))) {
    if (reads.some((name) => !present.has(name.toLowerCase()) && !outputs.has(name.toLowerCase()))) return false;
    if (adds.some((name) => present.has(name.toLowerCase()))) return false;
    for (const name of adds) outputs.add(name.toLowerCase());
  }
  return true;
}

const missing = (name: string, title: string, schema: StructType): FieldError =>
  new FieldError(
    '',
    lacksColumn(name, title, schema),
    'pass them through the nodes that make it, like the training rows, or combine all nodes into one model with a Spark Pipeline',
  );

function withVectorSize(rows: DataFrame, column: StructField, size: number | undefined, title: string): DataFrame {
  if (size === undefined) return rows;
  const knownSize = vectorSizeOf(column);
  if (knownSize === undefined || knownSize === size) return ofSize(rows, column.name, size);
  throw new FieldError(
    '',
    `column "${column.name}" has vectors of size ${knownSize}: must be ${size}, as in the training rows of the ${title}`,
    'make the vectors from the same columns as for training, in the same order',
  );
}

/**
 * The rows, of which one with a vector of another size, or without one, ends the run. Spark's VectorSizeHint checks
 * nothing if the metadata of the column state a size.
 */
function ofSize(rows: DataFrame, column: string, size: number): DataFrame {
  const vector = F.columnNamed(column);
  const vectorSizeOrParam = vectorSize(vector);
  const message = F.when(vector.isNull(), F.lit('a row has no vector')).otherwise(
    words('a vector has size ', vectorSizeOrParam, `: must be ${size}`),
  );
  // a union takes the metadata of a column from its first input: only the vectors show their own size
  const isSo = F.coalesce(vectorSizeOrParam.eq(F.lit(size)), F.lit(false));
  return notePlainRows(rows.filter(failUnless(isSo, message)), rows);
}

/** Where kinds of models tell how long their vectors are. */
const sizeParams: readonly (readonly [RegExp, string, (value: unknown) => number])[] = [
  [/^(classification|regression)\.(?!Isotonic)/, 'numFeatures', Number],
  [/^clustering\.KMeans$/, 'clusterCenterMatrix', (value) => (value as Matrix).values[0]?.length ?? 0],
  [/^clustering\.LDA$/, 'vocabSize', Number],
  [/^feature\.StandardScaler$/, 'mean', (value) => denseValues(value as Vector).length],
  [/^feature\.MinMaxScaler$/, 'originalMin', (value) => denseValues(value as Vector).length],
  [/^feature\.MaxAbsScaler$/, 'maxAbs', (value) => denseValues(value as Vector).length],
  [/^feature\.RobustScaler$/, 'range', (value) => denseValues(value as Vector).length],
  [/^feature\.IDF$/, 'idf', (value) => denseValues(value as Vector).length],
  [/^feature\.PCA$/, 'pc', (value) => (value as Matrix).values.length],
  [/^feature\.VectorIndexer$/, 'numFeatures', Number],
];

/** How many numbers a vector holds that the model takes; undefined if it does not tell. */
async function vectorSizeIn(model: Model): Promise<number | undefined> {
  const vectorSizeOrParam = sizeParams.find(([kind]) => kind.test(model.definition.className));
  return vectorSizeOrParam === undefined ? undefined : vectorSizeOrParam[2](await model.get(vectorSizeOrParam[1]));
}
