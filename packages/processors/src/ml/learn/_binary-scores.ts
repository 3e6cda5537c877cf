import {
  functions as F,
  type Column,
  type DataFrame,
  type StructField,
  type StructType,
} from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { sumOf } from '../kit/curves.ts';
import { requirePredictions } from '../kit/evaluation.ts';
import { requireNumberOrVector } from '../kit/feature-columns.ts';

/** True if the schema has a column of the name, case ignored. */
export const has = (schema: StructType, name: string): boolean =>
  schema.fields.some((one) => one.name.toLowerCase() === name.toLowerCase());

/** The column of the scores: the chosen one, or the first that models write. */
export function scoreColumn(
  schema: StructType,
  {
    rawPredictionCol,
    predictionCol,
  }: { readonly rawPredictionCol?: string | undefined; readonly predictionCol?: string | undefined },
): StructField {
  const first = [rawPredictionCol ?? 'rawPrediction', 'probability'].find((name) => has(schema, name));
  if (rawPredictionCol === undefined && first === undefined) requirePredictions(schema, predictionCol);
  const field = rawPredictionCol === undefined ? 'predictionCol' : 'rawPredictionCol';
  const name = rawPredictionCol ?? first ?? predictionCol ?? 'prediction';
  requireNumberOrVector(schema, name, field);
  return requireColumn(schema, name, field);
}

/** Scores that are no probabilities, of rows that hold probabilities, too: both of one row together. */
export function bothScoresSum(
  schema: StructType,
  { name, type }: Pick<StructField, 'name' | 'type'>,
): Column | undefined {
  const probabilityField = schema.fields.find((one) => one.name.toLowerCase() === 'probability');
  return probabilityField?.type.kind === 'udt' && probabilityField.name !== name ? sumOf(name, type) : undefined;
}

/** The minimum and the maximum of a column; none if there is no column, or no value. */
export async function extremesOf(rows: DataFrame, value: Column | undefined): Promise<readonly number[]> {
  const bounds = value && (await rows.agg(F.min(value).alias('least'), F.max(value).alias('most')).table());
  return (bounds?.rows[0] ?? []).flatMap((one) => (one === null ? [] : [Number(one)]));
}
