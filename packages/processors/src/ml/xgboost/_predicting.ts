import { functions as F, types, type DataFrame, type SparkSession, type StructType } from '@millrace/spark-connect';
import { isVector } from '../kit/feature-columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import type { AboutModel, FittedModel } from '../../contract/ml-artifacts.ts';
import type { Outcome } from '../../contract/results.ts';
import type { Python } from '../../contract/python.ts';
import { columnsNamed, numbersType, requirePlain, withFields } from '../kit/sklearn-columns.ts';
import { existingColumn, lacksColumn } from '../kit/ml-errors.ts';

interface PredictionContext {
  readonly session: SparkSession;
  /** Absent if only columns are needed. */
  readonly python?: Python;
}

/** Rows that a model predicts for. */
interface ToScore {
  readonly rows: DataFrame;
  readonly schema: StructType;
}

/** Rows with what a model of XGBoost predicts for them; of other columns vectors too are as they were. */
export async function boostedRows(
  { session, python }: PredictionContext,
  { about, handle }: FittedModel,
  { rows, schema }: ToScore,
): Promise<{ readonly output: DataFrame; readonly warnings: readonly string[] }> {
  const [features = ''] = about.features;
  const column = requireVectorOf(about, features, schema);
  requirePlain(schema, isVector);
  const outputs = outputsOf(about);
  requireFree(outputs, schema);
  const scores = outputs.slice(0, -1);
  const [prediction = ''] = outputs.slice(-1);
  const outputSchema = (type: typeof numbersType): StructType =>
    withFields(schema, { ...Object.fromEntries(scores.map((name) => [name, type])), [prediction]: types.double });
  const none = session.createDataFrame([], outputSchema(types.vector));
  if (python === undefined) return { output: none, warnings: [] };
  const names = schema.fields.map(({ name }) => name);
  const { tables, warnings } = await python.call({
    operation: 'score',
    parameters: { model: await handle(), features: column },
    rows: { input: rows.select(...columnsNamed(names)) },
    schemas: { rows: outputSchema(numbersType) },
  });
  const output = tables['rows']?.select(
    ...columnsNamed(names),
    ...scores.map((name) => F.call('array_to_vector', F.columnNamed(name)).alias(name)),
    F.columnNamed(prediction),
  );
  return { output: output ?? none, warnings };
}

/** How many numbers the vectors hold that such a model reads, by the name of their column in small letters. */
export const boostedSizes = ({ features: [name = ''], places: size }: AboutModel): ReadonlyMap<string, number> =>
  new Map(typeof size === 'number' ? [[name.toLowerCase(), size]] : []);

/** Rows with predictions as the outcome of a node. */
export async function boostedOutcome(
  context: PredictionContext,
  fitted: FittedModel,
  toScore: ToScore,
): Promise<Outcome> {
  const { output, warnings } = await boostedRows(context, fitted, toScore);
  return { outputs: [output], learned: [{}], needs: ['python'], warnings };
}

/** The columns that such a model adds, its prediction last. */
export const outputsOf = ({ outputs }: AboutModel): readonly string[] =>
  Array.isArray(outputs) ? outputs.map(String) : ['prediction'];

/** The name of the vectors that the model reads. Throws a `FieldError` for rows that do not have them. */
function requireVectorOf({ title }: AboutModel, name: string, schema: StructType): string {
  const field = schema.fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (field !== undefined && isVector(field.type)) return field.name;
  throw new FieldError(
    '',
    field === undefined
      ? lacksColumn(name, title, schema)
      : `column "${name}" of the rows to predict is not a vector, as the ${title} needs`,
    'pass the rows through the nodes that make the vectors, like the training rows',
  );
}

function requireFree(outputs: readonly string[], { fields }: StructType): void {
  const existing = fields.find(({ name }) => outputs.some((one) => one.toLowerCase() === name.toLowerCase()));
  if (existing !== undefined) throw existingColumn(existing.name);
}
