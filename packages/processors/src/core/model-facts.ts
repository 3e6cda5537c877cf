import { typeName, type StructType } from '@millrace/spark-connect';
import { attributesOf } from './attributes.ts';
import type { TrainedModel } from './learned.ts';

/** What the files of a saved model do not tell of it. */
export interface ModelFacts {
  /** What it is called among the models of its project. */
  readonly name: string;
  /** What it is, in words: `random forest classifier`. */
  readonly title: string;
  /** The columns of the rows that it was made from; none where it was loaded. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** What the places of its vectors are called, by column; `null` for one without a name. */
  readonly features: Readonly<Record<string, readonly (string | null)[]>>;
  /** The texts that the numbers of a column stand for, that of 0 first. */
  readonly classes: Readonly<Record<string, readonly string[]>>;
}

/** Most places of a vector, and most classes, whose names are told. */
const mostNames = 5_000;

/** What is known of a model beside its files; its plan is looked at, nothing is computed. */
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
  features: namesIn(schema, (attributes) => placesOf(attributes.attrs)),
  classes: namesIn(schema, ({ vals }) => vals),
});

const columnsOf = ({ fields }: StructType): ModelFacts['columns'] =>
  fields.map((column) => ({ name: column.name, type: typeName(column.type) }));

type Attributes = ReturnType<typeof attributesOf>;

const namesIn = <T>(
  { fields }: StructType,
  names: (attributes: Attributes) => readonly T[] | undefined,
): Readonly<Record<string, readonly T[]>> =>
  Object.fromEntries(
    fields.flatMap((column) => {
      const found = names(attributesOf(column)) ?? [];
      return found.length === 0 || found.length > mostNames ? [] : [[column.name, found]];
    }),
  );

function placesOf(attrs: Attributes['attrs']): readonly (string | null)[] | undefined {
  const known = Object.values(attrs ?? {}).flat();
  if (known.length === 0 || known.length > mostNames) return undefined;
  const names = new Map(known.map(({ idx, name }) => [idx, name]));
  const size = Math.max(...known.map(({ idx }) => idx)) + 1;
  return size > mostNames ? undefined : Array.from({ length: size }, (_, at) => names.get(at) ?? null);
}
