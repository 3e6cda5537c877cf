import { withOneZero } from '@millrace/processors';
import { Column, functions as F, type StructField, type StructType } from '@millrace/spark-connect';
import type { Expression, Relation } from '@millrace/spark-connect/proto';
import { columnsOfOrder } from '@millrace/spark-sql';

/**
 * Rows that an engine surely hands on as one batch, and so writes to one file. Sail deals its batches out over four
 * files in turn, which loses their order; `coalesce(1)` does not change that.
 */
const oneBatch = 8192;

/**
 * The keys that sort rows again after an engine has materialized them in several files; none if they are too few for a
 * second file. Undefined if the order is lost.
 */
export function materializedOrder(relation: Relation, schema: StructType): readonly Column[] | undefined {
  const { relType } = relation;
  if (relType.case === 'limit' && relType.value.limit <= oneBatch) return [];
  const query = queryOf(relation);
  if (query !== undefined) return orderOfQuery(query, schema);
  if (relType.case !== 'sort' || relType.value.isGlobal === false) return undefined;
  const { order } = relType.value;
  const columns = schema.fields.map(({ name }) => name);
  // a key of more than columns of the result could not be found again
  return order.every(({ child }) => child !== undefined && isOf(child, columns))
    ? order.map((value) => new Column({ exprType: { case: 'sortOrder', value } }))
    : undefined;
}

/** True for an expression of these columns alone, named without their plan. */
function isOf({ exprType: type }: Expression, columns: readonly string[]): boolean {
  switch (type.case) {
    case 'literal':
      return true;
    case 'unresolvedAttribute': {
      const name = type.value.unparsedIdentifier;
      const plain = name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name;
      return type.value.planId === undefined && columns.includes(plain);
    }
    case 'cast':
      return type.value.expr !== undefined && isOf(type.value.expr, columns);
    case 'unresolvedFunction':
      return type.value.arguments.every((argument) => isOf(argument, columns));
    default:
      return false;
  }
}

/** The text of a relation that is a query in SQL, with its inputs or without. */
const queryOf = ({ relType }: Relation): string | undefined => {
  if (relType.case === 'sql') return relType.value.query;
  return relType.case === 'withRelations' && relType.value.root !== undefined ? queryOf(relType.value.root) : undefined;
};

/** The keys of ORDER BY of a query in SQL, where each is a column of its result and nothing more. */
function orderOfQuery(query: string, { fields }: StructType): readonly Column[] | undefined {
  const keys = columnsOfOrder(query)?.map(({ column, descending, nulls }) => {
    const name = typeof column === 'number' ? fields[column - 1]?.name : column;
    const field = name === undefined ? undefined : onlyOne(fields, name);
    if (field === undefined) return undefined;
    const key = sortKey(field);
    if (descending) return nulls === 'first' ? key.descNullsFirst() : key.desc();
    return nulls === 'last' ? key.ascNullsLast() : key.asc();
  });
  return keys?.every((key) => key !== undefined) === true ? keys : undefined;
}

/** The column of a name; undefined if several columns have it, so that nothing can be sorted by it. */
function onlyOne(fields: readonly StructField[], name: string): StructField | undefined {
  const matches = fields.filter((field) => field.name.toLowerCase() === name.toLowerCase());
  return matches.length === 1 ? matches[0] : undefined;
}

/** A column as Sail must be given it to sort as Spark does. */
const sortKey = ({ name, type }: StructField): Column =>
  type.kind === 'double' || type.kind === 'float' ? withOneZero(F.columnNamed(name), type.kind) : F.columnNamed(name);
