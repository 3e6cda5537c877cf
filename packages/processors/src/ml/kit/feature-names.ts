import type { StructField, StructType } from '@millrace/spark-connect';
import { attributesOf, blocksOf, nameInBlock } from './attributes.ts';
import { requireColumn } from '../../kit/columns.ts';
import { isVector } from './feature-columns.ts';
import type { Vocabularies } from '../../contract/ml-artifacts.ts';
import { isNumber, requireNumbers } from '../../kit/numbers.ts';
import { wrongType } from '../../kit/wrong-type.ts';

/** The column of vectors of this name. Throws a `FieldError` for one that is not there or holds no vectors. */
export function requireVector(schema: StructType, name: string, field: string): StructField {
  const column = requireColumn(schema, name, field);
  if (isVector(column.type)) return column;
  throw wrongType(
    column,
    field,
    'must be a vector',
    'combine the feature columns into a vector with a Vector Assembler before this node',
  );
}

/** The column of numbers that is to be predicted. Throws a `FieldError` for one that is not there or of another type. */
export function requireLabel(schema: StructType, name: string, field = 'labelCol'): StructField {
  const column = requireColumn(schema, name, field);
  if (isNumber(column.type)) return column;
  throw wrongType(
    column,
    field,
    'must be numeric',
    column.type.kind === 'string'
      ? 'index its values with a String Indexer before this node'
      : 'cast the column to a number before this node',
  );
}

/** The column of numbers that rows are weighed by, if one is named. Throws a `FieldError` as `requireNumbers` does. */
export const requireWeight = (schema: StructType, name: string | undefined): StructField | undefined =>
  name === undefined ? undefined : requireNumbers(schema, [name], 'weightCol')[0];

/** The feature names of a vector. */
export type FeatureNames = (index: number) => string;

/** Feature names of a vector, from the metadata of its column or the vocabularies; `features[3]` without either. */
export function featureNames(column: StructField, words?: Vocabularies): FeatureNames {
  const attributes = Object.values(attributesOf(column).attrs ?? {}).flat();
  const names = new Map(attributes.map(({ idx, name }) => [idx, name]));
  const blocks = blocksOf(column);
  const vocabulary = words?.get(column.name.toLowerCase()) ?? [];
  return (index) => names.get(index) ?? vocabulary[index] ?? nameInBlock(blocks, index) ?? `${column.name}[${index}]`;
}

/** What a class is called: the value that a String Indexer numbered, else the number itself. */
export function classNames(column: StructField): (label: number) => string {
  const { vals = [] } = attributesOf(column);
  return (label) => vals[label] ?? String(label);
}
