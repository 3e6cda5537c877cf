import type { StructField } from '@millrace/spark-connect';

/** The attributes of one feature of a vector. */
export interface VectorAttribute {
  readonly idx: number;
  readonly name?: string;
  /** Of categories: their values, or how many they are, and whether they have an order. */
  readonly vals?: readonly string[];
  readonly num_vals?: number;
  readonly ord?: boolean;
}

/** Features of a vector that come from one column, which has no names for them. */
export interface Block {
  readonly column: string;
  readonly from: number;
  readonly size: number;
}

/** The ML attributes in the metadata of a column. */
export interface Attributes {
  /** Of numbers: `numeric`, `nominal` or `binary`. */
  readonly type?: string;
  /** Texts that the numbers of the column stand for, that of 0 first. */
  readonly vals?: readonly string[];
  readonly num_vals?: number;
  readonly ord?: boolean;
  /** Of vectors: their features, by their kinds. */
  readonly attrs?: Readonly<Record<string, readonly VectorAttribute[]>>;
  /** Of vectors: how many numbers they hold. */
  readonly num_attrs?: number;
}

type ColumnMetadata = Pick<StructField, 'metadata'>;

export const attributesOf = ({ metadata = '{}' }: ColumnMetadata): Attributes =>
  (JSON.parse(metadata) as { readonly ml_attr?: Attributes }).ml_attr ?? {};

/**
 * The columns that features of vectors come from, if not each has a name. Spark drops these blocks from a column that it
 * computes again.
 */
export const blocksOf = ({ metadata = '{}' }: ColumnMetadata): readonly Block[] =>
  (JSON.parse(metadata) as { readonly blocks?: readonly Block[] }).blocks ?? [];

/** The size of the vectors of a column, if its metadata holds it. */
export function vectorSizeOf(column: ColumnMetadata): number | undefined {
  const { attrs, num_attrs } = attributesOf(column);
  return num_attrs ?? (attrs === undefined ? undefined : Object.values(attrs).flat().length);
}

/** The number of classes of a column of labels, if its metadata holds it. */
export function classesOf(column: ColumnMetadata): number | undefined {
  const { type, vals, num_vals } = attributesOf(column);
  return vals?.length ?? num_vals ?? (type === 'binary' ? 2 : undefined);
}

/** The feature of vectors that has the most categories; undefined if none is known to hold such. */
export function widestCategory(
  column: ColumnMetadata,
): { readonly index: number; readonly categories: number } | undefined {
  const nominal = attributesOf(column).attrs?.['nominal'] ?? [];
  const all = nominal.map(({ idx, vals, num_vals }) => ({ index: idx, categories: vals?.length ?? num_vals ?? 0 }));
  return all.toSorted((a, b) => b.categories - a.categories)[0];
}

/** The feature names in the metadata of a column of vectors. */
export const namesIn = (column: ColumnMetadata): readonly string[] =>
  Object.values(attributesOf(column).attrs ?? {})
    .flat()
    .flatMap(({ name }) => name ?? []);

/** The name of a feature after the column that it comes from: `words_17`. */
export function nameInBlock(blocks: readonly Block[], index: number): string | undefined {
  const block = blocks.find(({ from, size }) => index >= from && index < from + size);
  return block === undefined ? undefined : `${block.column}_${index - block.from}`;
}

/** The index of a feature by its name, or by the name of its block with its index in it. */
export function indexNamed(column: ColumnMetadata, name: string): number | undefined {
  const match = Object.values(attributesOf(column).attrs ?? {})
    .flat()
    .find((attribute) => attribute.name === name);
  if (match !== undefined) return match.idx;
  for (const { column: from, from: first, size } of blocksOf(column)) {
    const suffix = name.startsWith(`${from}_`) ? name.slice(from.length + 1) : '';
    if (/^\d+$/.test(suffix) && Number(suffix) < size) return first + Number(suffix);
  }
  return undefined;
}
