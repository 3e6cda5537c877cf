import { parseSchema, type DataFrame, type SparkSession, type StructType } from '@millrace/spark-connect';
import { stringIndexer, vectorAssembler, type Stage } from '@millrace/spark-connect/ml';
import { vectorSizeOf, widestCategory } from '../kit/attributes.ts';
import { castFor } from '../kit/casting.ts';
import { requireColumn } from '../../kit/columns.ts';
import { asText, isVector, requireCategory, requireNumber } from '../kit/feature-columns.ts';
import { featureNames } from '../kit/feature-names.ts';
import { maxFeatures } from '../kit/model-results.ts';
import { isMissing } from '../kit/nulls.ts';
import { isNumber } from '../../kit/numbers.ts';
import type { Result } from '../../contract/results.ts';
import { fitStage } from '../kit/stages.ts';
import { wrongType } from '../../kit/wrong-type.ts';

interface ImportanceRequest {
  readonly features: readonly string[];
  /** The field that names the features. */
  readonly field: string;
  readonly label?: { readonly name: string; readonly field: string; readonly isClass: boolean };
}

/** Rows with a vector of features and a label, ready for a model. */
export interface Prepared {
  readonly rows: DataFrame;
  readonly featuresCol: string;
  readonly labelCol: string;
  /** The feature names of the vectors: a column that is a number or a category, or a feature of one that is a vector. */
  readonly names: readonly string[];
  /** The most categories that a feature has. */
  readonly categories: number;
}

/**
 * Makes one vector of the features, and a number of the label if it is a class: texts become numbers of categories.
 * Rows with null in one of them are left out. Throws a `FieldError` for columns that are not there or cannot be used.
 */
export function preparation(
  schema: StructType,
  { features, field, label }: ImportanceRequest,
): (input: DataFrame) => Promise<Prepared> {
  const columns = features.map((name) => requireColumn(schema, name, field));
  const unusable = columns.find(
    ({ type }) => !isNumber(type) && !isVector(type) && type.kind !== 'boolean' && type.kind !== 'string',
  );
  if (unusable !== undefined)
    throw wrongType(unusable, field, 'must be numeric, text, Boolean or a vector', 'choose columns of these types');
  const texts = columns.filter(({ type }) => type.kind === 'string').map(({ name }) => name);
  const indexOf = (name: string): string => `_index${texts.indexOf(name)}`;
  const target = label && requireColumn(schema, label.name, label.field);
  if (label?.isClass === false) requireNumber(schema, label.name, label.field);
  if (label?.isClass === true) requireCategory(schema, label.name, label.field);
  const labelCol = label?.isClass === false ? label.name : '_label';
  const stages: readonly Stage[] = [
    ...(texts.length === 0
      ? []
      : [stringIndexer({ inputCols: texts, outputCols: texts.map(indexOf), handleInvalid: 'skip' })]),
    ...(target === undefined || label?.isClass === false
      ? []
      : castFor(schema, [target.name], asText, ([inputCol = target.name]) =>
          stringIndexer({ inputCol, outputCol: labelCol, stringOrderType: 'alphabetAsc' }),
        )),
    vectorAssembler({
      inputCols: columns.map(({ name }) => (texts.includes(name) ? indexOf(name) : name)),
      outputCol: '_features',
      handleInvalid: 'skip',
    }),
  ];
  return async (input) => {
    const required = [...columns, ...(target === undefined ? [] : [target])];
    // before anything is numbered: what stands in rows that are left out is no category
    let rows = required.reduce((some, column) => some.filter(isMissing(column).not()), input);
    for (const stage of stages) rows = (await fitStage(stage, rows)).transform(rows);
    const features = requireColumn(await rows.schema(), '_features', field);
    const nameOf = featureNames(features);
    const names = Array.from({ length: vectorSizeOf(features) ?? 0 }, (_, i) => {
      const index = /^_index(\d+)$/.exec(nameOf(i))?.[1];
      return index === undefined ? nameOf(i) : (texts[Number(index)] ?? '');
    });
    const categories = widestCategory(features)?.categories ?? 0;
    return { rows, featuresCol: '_features', labelCol, names, categories };
  };
}

const shape = parseSchema('feature string, importance double');

/** Features with their importance, the largest first; `most` of them, or for 0 all that a table of a model names. */
export function importanceTable(
  session: SparkSession,
  features: readonly string[],
  weights: readonly number[],
  maxCount = 0,
): Result {
  const rows = features.map((name, i): [string, number] => [name, weights[i] ?? 0]);
  const sorted = rows.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const topRows = sorted.slice(0, maxCount === 0 ? maxFeatures : maxCount);
  const title =
    maxCount === 0 && sorted.length > maxFeatures ? `Importance: ${maxFeatures} of ${sorted.length}` : 'Importance';
  return { type: 'table', title, data: session.createDataFrame(topRows, shape), limit: topRows.length };
}
