import {
  functions as F,
  typeName,
  types,
  type DataFrame,
  type DataType,
  type StructType,
} from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { byPosition, uniqueNames } from '../kit/columns.ts';
import { FieldError } from '../kit/field-error.ts';
import { positionIn } from '../kit/order.ts';
import type { RunContext } from '../contract/context.ts';
import { asRowsInOrder } from '../kit/unit.ts';
import { commonType } from '../kit/widen.ts';
import { sqlTypeName } from '../kit/wrong-type.ts';

type Engine = RunContext['engine'];

/** A column of a union: its name, and which column of each input goes there (`undefined`: none, so null). */
export interface UnionColumn {
  readonly name: string;
  readonly from: readonly (number | undefined)[];
}

/**
 * The inputs with the same columns, names and types: each column gets the type that holds all of its inputs' values
 * (text, if one of them is text). Throws a `FieldError` if there is none.
 */
export function alignColumns(
  inputs: readonly DataFrame[],
  schemas: readonly StructType[],
  columns: readonly UnionColumn[],
  engine: Engine,
): DataFrame[] {
  const commonFields = commonSchema(columns, schemas).fields;
  return inputs.map((input, i) => {
    const { rows, columns: own } = byPosition(input, schemas[i] ?? types.struct([]), '_c');
    const projections = columns.map(({ name, from }, c) => {
      const to = commonFields[c]?.type ?? types.void;
      const at = from[i];
      const type = at === undefined ? undefined : schemas[i]?.fields[at]?.type;
      const column = at === undefined ? undefined : own[at];
      if (column === undefined || type === undefined) return F.lit(null).cast(to).alias(name);
      if (typeName(type) === typeName(to)) return column.alias(name);
      return (to.kind === 'string' ? asText(column, type, engine) : column.cast(to)).alias(name);
    });
    return rows.select(...projections);
  });
}

/** The columns with the types that hold the values of all inputs. */
export const commonSchema = (columns: readonly UnionColumn[], schemas: readonly StructType[]): StructType =>
  types.struct(columns.map((column) => types.field(column.name, typeOf(column, schemas))));

function typeOf({ name, from }: UnionColumn, schemas: readonly StructType[]): DataType {
  const inputTypes = from.flatMap((at, i) => (at === undefined ? [] : (schemas[i]?.fields[at]?.type ?? [])));
  return inputTypes.reduce((all, type) => {
    const common = commonType(all, type);
    if (common === undefined)
      throw new FieldError(
        'inputs',
        `column "${name}" has type ${sqlTypeName(all)} in one input and ${sqlTypeName(type)} in another: must have a common type`,
        'cast one of the columns before this node',
      );
    return common;
  }, types.void as DataType);
}

/** Columns by position under the first input's names. Throws a `FieldError` if the inputs differ in number. */
export function positions(schemas: readonly StructType[]): UnionColumn[] {
  const [first] = schemas;
  const width = first?.fields.length ?? 0;
  schemas.forEach((schema, i) => {
    if (schema.fields.length !== width)
      throw new FieldError(
        'inputs',
        `input ${i + 1} has ${describe(schema)}, input 1 has ${describe(first ?? types.struct([]))}`,
        'give all inputs the same columns, or use Union Advanced',
      );
  });
  return (first?.fields ?? []).map(({ name }, at) => ({ name, from: schemas.map(() => at) }));
}

const describe = ({ fields }: StructType): string =>
  `${fields.length} column${fields.length === 1 ? '' : 's'} (${fields.map((f) => f.name).join(', ')})`;

/** Rows of all tables, which have the same columns already. */
export const unionOf = (tables: readonly DataFrame[]): DataFrame => tables.reduce((all, next) => all.union(next));

/** The same, one table after the other as Spark gives them: Sail mixes them unless they are sorted by their positions. */
export function unionInOrder(
  tables: readonly DataFrame[],
  columns: readonly UnionColumn[],
  { engine, onePartition }: Pick<RunContext, 'engine' | 'onePartition'>,
): DataFrame {
  const plain = unionOf(tables);
  if (engine === 'spark' || !onePartition) return plain;
  const [table, position] = uniqueNames([...columns.map((c) => c.name), 'table', 'place'], '_').slice(-2);
  if (table === undefined || position === undefined) return plain;
  const numberedTables = tables.map((rows, i) =>
    rows.withColumns({ [table]: F.lit(i), [position]: positionIn(engine) }),
  );
  const rows = unionOf(numberedTables).orderBy(F.columnNamed(table), F.columnNamed(position));
  return asRowsInOrder(rows.drop(F.columnNamed(table), F.columnNamed(position)), { plain, inputs: tables });
}
