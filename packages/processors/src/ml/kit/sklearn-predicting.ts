import { types, type DataFrame, type DataType, type StructType } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { boostedModelOf } from './ml-artifacts.ts';
import type { AboutModel, FittedModel, MlArtifacts } from '../../contract/ml-artifacts.ts';
import type { Context } from '../../contract/context.ts';
import { numbersType, requirePlain, withFields } from './sklearn-columns.ts';
import { existingColumn, lacksColumn, noModelInput, noRowsInput, withArticle } from './ml-errors.ts';

/** The input that brings the model that a node uses, and the rows that it is used on. */
export interface Pairing {
  readonly fitted: FittedModel;
  readonly rows: DataFrame;
  readonly schema: StructType;
}

type ModelInputs = Pick<Context<Record<never, never>>, 'inputs' | 'schemas' | 'learned'>;

interface RequiredModel {
  /** Whether a model is one that the node can use. */
  readonly isSuitable: (about: AboutModel) => boolean;
  /** What it is to be, in words, and which node uses those of Spark ML. */
  readonly description: string;
  readonly ofSpark: string;
}

/**
 * Which input brings the model and which the rows, in any order; a model alone is used on the rows that came with it. Throws a
 * `FieldError` if there is none that suits.
 */
export function pairing(
  { inputs, schemas, learned }: ModelInputs,
  { isSuitable, description, ofSpark }: RequiredModel,
): Pairing {
  const hasModel = (one: MlArtifacts | undefined): boolean => one?.fitted !== undefined && isSuitable(one.fitted.about);
  const at = learned.findLastIndex(hasModel);
  const fitted = learned[at]?.fitted;
  if (fitted === undefined) throw noModel(learned, description, ofSpark);
  const other = inputs.findIndex((_, i) => i !== at);
  const alone = fitted.before ?? { rows: inputs[at], schema: schemas[at] };
  const { rows, schema } = other === -1 ? alone : { rows: inputs[other], schema: schemas[other] };
  if (rows === undefined || schema === undefined) throw noRowsInput();
  return { fitted, rows, schema };
}

export function noModel(
  learned: readonly (MlArtifacts | undefined)[],
  description: string,
  ofSpark: string,
): FieldError {
  const trees = learned.map(boostedModelOf).find((one) => one !== undefined);
  if (trees !== undefined)
    return new FieldError(
      '',
      `the input provides ${withArticle(trees.title)}, which takes Spark ML vectors`,
      `use the node ${ofSpark} instead`,
    );
  const other = learned.find((one) => one?.fitted !== undefined)?.fitted;
  if (other !== undefined)
    return new FieldError(
      '',
      `the input provides ${withArticle(other.title)}: must be ${withArticle(description)}`,
      `connect a node that provides ${withArticle(description)}`,
    );
  const spark = learned.find((one) => one?.model !== undefined)?.model;
  if (spark !== undefined)
    return new FieldError(
      '',
      `the input provides a Spark ML model (${spark.title})`,
      `use the node ${ofSpark} instead`,
    );
  return noModelInput();
}

/** Throws a `FieldError` for rows without a column that the model reads, and for rows that Python would change. */
export function requireFeaturesOf(about: AboutModel, schema: StructType): void {
  requirePlain(schema);
  const missing = about.features.find((name) => schema.fields.every((one) => one.name !== name));
  if (missing !== undefined)
    throw new FieldError(
      '',
      lacksColumn(missing, about.title, schema),
      'provide rows with the columns that the model was trained on',
    );
}

const byKind: Readonly<Record<string, DataType>> = {
  byte: types.byte,
  short: types.short,
  integer: types.integer,
  long: types.long,
  float: types.float,
  double: types.double,
  string: types.string,
  boolean: types.boolean,
};

/** Models of scikit-learn that say something of each row. */
export const predicts = ({ kind, library }: AboutModel): boolean =>
  library === 'sklearn' && ['classifier', 'regressor', 'clusterer'].includes(kind);

/** The schema of rows that a model has predicted for. Throws a `FieldError` if they have predictions already. */
export function schemaWithPredictions(about: AboutModel, schema: StructType): StructType {
  const newFields = {
    prediction: byKind[about.type ?? ''] ?? types.double,
    ...(about.kind === 'classifier' ? { probability: numbersType } : {}),
  };
  const existing = schema.fields.find(({ name }) => Object.keys(newFields).includes(name.toLowerCase()));
  if (existing !== undefined) throw existingColumn(existing.name);
  return withFields(schema, newFields);
}
