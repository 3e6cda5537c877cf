import {
  functions as F,
  typeName,
  types,
  type Column,
  type DataFrame,
  type DataType,
  type StructType,
} from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { byPosition, uniqueNames } from '../kit/columns.ts';
import type { RunContext } from '../contract/context.ts';
import { commonType } from '../kit/widen.ts';

/**
 * Columns to rows: for each row and each of `values` (positions) one row with the `ids`, the value's column name and
 * the value, nulls too. Values of different types become the type that holds all, else text.
 */
export function unpivot(
  input: DataFrame,
  schema: StructType,
  {
    ids,
    values,
    nameColumn,
    valueColumn,
  }: { ids: readonly number[]; values: readonly number[]; nameColumn: string; valueColumn: string },
  engine: RunContext['engine'],
): DataFrame {
  const { rows, columns } = byPosition(input, schema, '_c');
  const typeOf = (i: number): DataType => schema.fields[i]?.type ?? types.void;
  const nameOf = (i: number): string => schema.fields[i]?.name ?? '';
  const to = values.map(typeOf).reduce<DataType>((all, t) => commonType(all, t) ?? types.string, types.void);
  const as = (i: number): Column => {
    const column = columns[i] ?? F.lit(null);
    if (typeName(typeOf(i)) === typeName(to)) return column;
    return to.kind === 'string' ? asText(column, typeOf(i), engine) : column.cast(to);
  };
  const pairs = values.map((i) => F.call('struct', F.lit(nameOf(i)).alias('name'), as(i).alias('value')));
  const names = uniqueNames([...ids.map(nameOf), nameColumn, valueColumn], '_');
  const pair = F.col('_pair');
  return rows
    .select(...ids.map((i) => columns[i] ?? F.lit(null)), F.explode(F.call('array', ...pairs)).alias('_pair'))
    .select(
      ...[...ids.map((i) => columns[i] ?? F.lit(null)), pair.getField('name'), pair.getField('value')].map((c, i) =>
        c.alias(names[i] ?? ''),
      ),
    );
}
