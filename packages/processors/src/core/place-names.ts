import type { DataFrame, StructType } from '@millrace/spark-connect';
import { Model, type TransformStage } from '@millrace/spark-connect/ml';
import { attributesOf } from './attributes.ts';
import { stagesOf } from './model-columns.ts';
import { noted } from './plain-rows.ts';

/** Stages whose vectors have at each place what those that they read have there. */
const keepsPlaces = /^feature\.(?:StandardScaler|MinMaxScaler|MaxAbsScaler|RobustScaler|Normalizer|IDF)$/;

/** Most places whose names are noted: they travel with every plan over the rows. */
const most = 1_000;

/**
 * Rows that a stage has made, with names noted for the places of its vectors, which Spark forgets: those of the vectors that a
 * scaler reads, the words that a vocabulary counts. `schema` is that of the rows before.
 */
export async function withPlaceNames(
  rows: DataFrame,
  stage: TransformStage,
  { fields }: StructType,
): Promise<DataFrame> {
  const [only, ...others] = stagesOf(stage);
  if (only === undefined || others.length > 0) return rows;
  const params = { ...(only instanceof Model ? only.estimatorParams : {}), ...only.params };
  const { inputCol, outputCol } = params;
  if (typeof outputCol !== 'string') return rows;
  if (only instanceof Model && only.definition.className === 'feature.CountVectorizer') {
    const words = await only.get('vocabulary');
    return Array.isArray(words) ? noting(rows, outputCol, words.map(String)) : rows;
  }
  if (!keepsPlaces.test(only.definition.className)) return rows;
  const input = fields.find((one) => one.name.toLowerCase() === String(inputCol).toLowerCase());
  const places = Object.values(input === undefined ? {} : (attributesOf(input).attrs ?? {})).flat();
  const names = Array.from({ length: places.length }, (_, i) => places.find(({ idx }) => idx === i)?.name ?? '');
  return noting(rows, outputCol, names);
}

function noting(rows: DataFrame, column: string, names: readonly string[]): DataFrame {
  if (names.length === 0 || names.length > most || names.includes('')) return rows;
  const numeric = names.map((name, idx) => ({ idx, name }));
  const attributes = { ml_attr: { attrs: { numeric }, num_attrs: names.length } };
  return noted(rows.withMetadata(column, JSON.stringify(attributes)), rows);
}
