import type { ModelFacts } from '../../contract/results.ts';
import { typeName, type StructField, type StructType } from '@millrace/spark-connect';
import { attributesOf, blocksOf, nameInBlock, vectorSizeOf } from './attributes.ts';
import type { TrainedModel } from '../../contract/ml-artifacts.ts';

/** The most features of a vector, and the most classes, with names. */
const maxNames = 5_000;

/** What is known of a model apart from its files; its plan is looked at, nothing is computed. */
export async function modelFacts(name: string, model: TrainedModel): Promise<ModelFacts> {
  const { title } = model;
  const rows = model.training?.input ?? model.before;
  if (rows === undefined) return { name, title, columns: [], features: {}, classes: {} };
  const fitted = await model.fitted();
  const [before, after] = await Promise.all([rows.schema(), fitted.transform(rows).schema()]);
  return { ...factsIn(after), name, title, columns: columnsOf(before) };
}

/** What the columns of rows tell of a model that was made from them. */
export const factsIn = (schema: StructType): Omit<ModelFacts, 'name' | 'title'> => ({
  columns: columnsOf(schema),
  features: namesIn(schema, featureNamesOf),
  classes: namesIn(schema, (column) => attributesOf(column).vals),
});

const columnsOf = ({ fields }: StructType): ModelFacts['columns'] =>
  fields.map((column) => ({ name: column.name, type: typeName(column.type) }));

const namesIn = <T>(
  { fields }: StructType,
  names: (column: StructField) => readonly T[] | undefined,
): Readonly<Record<string, readonly T[]>> =>
  Object.fromEntries(
    fields.flatMap((column) => {
      const wordNames = names(column) ?? [];
      return wordNames.length === 0 || wordNames.length > maxNames ? [] : [[column.name, wordNames]];
    }),
  );

/** The feature names of a column of vectors, null for unknown ones. */
function featureNamesOf(column: StructField): readonly (string | null)[] | undefined {
  const attributes = Object.values(attributesOf(column).attrs ?? {}).flat();
  const blocks = blocksOf(column);
  if ((attributes.length === 0 && blocks.length === 0) || attributes.length > maxNames) return undefined;
  const names = new Map(attributes.map(({ idx, name }) => [idx, name]));
  const size = blocks.length > 0 ? (vectorSizeOf(column) ?? Infinity) : Math.max(...names.keys()) + 1;
  if (size > maxNames) return undefined;
  return Array.from({ length: size }, (_, at) => names.get(at) ?? nameInBlock(blocks, at) ?? null);
}
