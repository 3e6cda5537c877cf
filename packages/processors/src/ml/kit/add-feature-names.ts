import type { DataFrame, StructField, StructType } from '@millrace/spark-connect';
import { Model, type Transformer, type TransformStage } from '@millrace/spark-connect/ml';
import { attributesOf, blocksOf, vectorSizeOf, type Block, type VectorAttribute } from './attributes.ts';
import { isVector } from './feature-columns.ts';
import type { Vocabularies } from '../../contract/ml-artifacts.ts';
import { stagesOf } from './model-columns.ts';
import { notePlainRows } from '../../kit/plain-rows.ts';

/** Stages whose vectors have at each index the feature that those that they read have there. */
const passesNamesOn = /^feature\.(?:StandardScaler|MinMaxScaler|MaxAbsScaler|RobustScaler|Normalizer|IDF)$/;

/** The most feature names in the metadata of a column: they travel with every plan over the rows. */
const maxNames = 1_000;

/** Rows whose vectors have feature names: in the metadata of the columns, or as vocabularies with them. */
interface NamedRows {
  readonly rows: DataFrame;
  readonly words: Vocabularies;
}

/**
 * Rows that a stage has made, with feature names for its vectors, which Spark forgets: those of the vectors that a
 * scaler reads, the words that a vocabulary counts. `schema` is that of the rows before, `words` what is known of them.
 */
export async function withFeatureNames(
  rows: DataFrame,
  stage: TransformStage,
  { schema, words = new Map() }: { readonly schema: StructType; readonly words?: Vocabularies | undefined },
): Promise<NamedRows> {
  const [only, ...others] = stagesOf(stage);
  const params = { ...(only instanceof Model ? only.estimatorParams : {}), ...only?.params };
  const { inputCol, outputCol } = params;
  if (only === undefined || others.length > 0 || typeof outputCol !== 'string') return { rows, words };
  const vocabulary = await vocabularyOf(only);
  if (vocabulary !== undefined && vocabulary.length <= maxNames)
    return { rows: withNames(rows, outputCol, vocabulary), words };
  const many = vocabulary ?? (passesNamesOn.test(only.definition.className) ? words.get(lower(inputCol)) : undefined);
  if (many !== undefined) return { rows, words: new Map([...words, [lower(outputCol), many]]) };
  return { rows: withNamesBefore(rows, only, { inputCol, outputCol, schema }), words };
}

const lower = (name: unknown): string => String(name).toLowerCase();

async function vocabularyOf(stage: Model | Transformer): Promise<readonly string[] | undefined> {
  if (!(stage instanceof Model) || stage.definition.className !== 'feature.CountVectorizer') return undefined;
  const words = await stage.get('vocabulary');
  return Array.isArray(words) ? words.map(String) : undefined;
}

/** The rows with the feature names of the vectors that the stage has read, if it passes them on. */
function withNamesBefore(
  rows: DataFrame,
  { definition }: Model | Transformer,
  { inputCol, outputCol, schema: { fields } }: { inputCol: unknown; outputCol: string; schema: StructType },
): DataFrame {
  if (!passesNamesOn.test(definition.className)) return rows;
  const input = fields.find((one) => one.name.toLowerCase() === String(inputCol).toLowerCase());
  const attributes = Object.values(input === undefined ? {} : (attributesOf(input).attrs ?? {})).flat();
  const blocks = input === undefined ? [] : blocksOf(input);
  if (input !== undefined && blocks.length > 0) {
    const numeric = attributes.map(({ idx, name }) => ({ idx, name }));
    return withAttributes(rows, outputCol, { attrs: { numeric }, num_attrs: vectorSizeOf(input) }, blocks);
  }
  const names = Array.from(
    { length: attributes.length },
    (_, i) => attributes.find(({ idx }) => idx === i)?.name ?? '',
  );
  return withNames(rows, outputCol, names);
}

function withNames(rows: DataFrame, column: string, names: readonly string[]): DataFrame {
  if (names.length === 0 || names.length > maxNames || names.includes('')) return rows;
  const numeric = names.map((name, idx) => ({ idx, name }));
  return withAttributes(rows, column, { attrs: { numeric }, num_attrs: names.length });
}

const withAttributes = (rows: DataFrame, column: string, attributes: object, blocks?: readonly Block[]): DataFrame =>
  notePlainRows(rows.withMetadata(column, JSON.stringify({ ml_attr: attributes, ...(blocks && { blocks }) })), rows);

/**
 * Rows with a vector that was assembled of columns. Spark names each of its features, also those of hashed texts, which have
 * no names: a quarter of a million travel with every task over the rows then, which takes longer than training.
 * Of long vectors the metadata holds only known features, and which column the others come from.
 */
export function withBlocks(rows: DataFrame, column: string, parts: readonly StructField[]): DataFrame {
  const sizes = parts.map((part) => (isVector(part.type) ? vectorSizeOf(part) : 1));
  const size = sizes.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0);
  if (Number.isNaN(size) || size <= maxNames) return rows;
  const allAttributes: { readonly kind: string; readonly attribute: VectorAttribute }[] = [];
  const blocks: Block[] = [];
  let from = 0;
  for (const [i, part] of parts.entries()) {
    const attributes = isVector(part.type) ? attributesFrom(part, from) : [valueOf(part, from)];
    if (attributes.length <= maxNames) allAttributes.push(...attributes);
    const within = blocksOf(part).map((one) => ({
      ...one,
      column: `${part.name}_${one.column}`,
      from: from + one.from,
    }));
    blocks.push(...(within.length > 0 ? within : [{ column: part.name, from, size: sizes[i] ?? 0 }]));
    from += sizes[i] ?? 0;
  }
  const attrs: Record<string, VectorAttribute[]> = {};
  for (const { kind, attribute } of allAttributes) (attrs[kind] ??= []).push(attribute);
  return withAttributes(rows, column, { attrs, num_attrs: size }, blocks);
}

/** The attributes of a vector's features, as those of a longer vector in which it begins at `from`. */
const attributesFrom = (part: StructField, from: number): { kind: string; attribute: VectorAttribute }[] =>
  Object.entries(attributesOf(part).attrs ?? {}).flatMap(([kind, attributes]) =>
    attributes.map(({ name, ...attribute }) => ({
      kind,
      attribute: {
        ...attribute,
        idx: attribute.idx + from,
        ...(name === undefined ? {} : { name: `${part.name}_${name}` }),
      },
    })),
  );

/** The attributes of a number, as a feature of a vector. */
function valueOf(part: StructField, idx: number): { kind: string; attribute: VectorAttribute } {
  const { type: kind = 'numeric', vals, num_vals, ord } = attributesOf(part);
  const categories = { ...(vals && { vals }), ...(num_vals === undefined ? {} : { num_vals }), ...(ord && { ord }) };
  return { kind, attribute: { idx, name: part.name, ...categories } };
}
