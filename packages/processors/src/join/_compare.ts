import { functions as F, types, type DataFrame, type StructType } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import type { RunContext } from '../contract/context.ts';
import { alignColumns, type UnionColumn } from './_union.ts';

/** What two tables have apart and in common. */
export interface Comparison {
  readonly first: DataFrame;
  readonly second: DataFrame;
  readonly common: DataFrame;
}

/** The interface's words for one of the three. */
export const compareOptions = {
  LEFTDATAFRAME_EXCEPT_RIGHTDATAFRAME: 'first',
  LEFTDATAFRAME_INTERSECT_RIGHTDATAFRAME: 'common',
  RIGHTDATAFRAME_EXCEPT_LEFTDATAFRAME: 'second',
} as const satisfies Record<string, keyof Comparison>;
export const compareWords = [
  'LEFTDATAFRAME_EXCEPT_RIGHTDATAFRAME',
  'LEFTDATAFRAME_INTERSECT_RIGHTDATAFRAME',
  'RIGHTDATAFRAME_EXCEPT_LEFTDATAFRAME',
] as const;

/** Whole rows as sets: rows of one table alone, and of both, each once. Null equals null. Columns as matched. */
export function compareRows(
  inputs: readonly DataFrame[],
  schemas: readonly StructType[],
  columns: readonly UnionColumn[],
  engine: RunContext['engine'],
): Comparison {
  const [a, b] = alignColumns(inputs, schemas, columns, engine);
  if (a === undefined || b === undefined) throw new TypeError('the node requires two inputs');
  return { first: a.except(b), second: b.except(a), common: a.intersect(b) };
}

/** Rows by some columns: those of one table whose values there the other table does not have, and the first's that it has. */
export function compareColumns(
  inputs: readonly DataFrame[],
  schemas: readonly StructType[],
  names: readonly string[],
  engine: RunContext['engine'],
): Comparison {
  const keys = schemas.map((schema) => requireColumns(schema, names, 'columnsToCompare'));
  const columns = names.map((_, c): UnionColumn => ({ name: `_k${c}`, from: keys.map((k) => k[c]?.index) }));
  const tables = alignColumns(inputs, schemas, columns, engine).map((rows) => rows.distinct());
  const rowsOf = (side: 0 | 1, kind: 'left_anti' | 'left_semi'): DataFrame => {
    const [schema = types.struct([]), input, others] = [schemas[side], inputs[side], tables[1 - side]];
    if (input === undefined || others === undefined) throw new TypeError('the node requires two inputs');
    // the side's own columns next to its keys in the common type
    const own = schema.fields.map((_, i): UnionColumn => ({
      name: `_c${i}`,
      from: side === 0 ? [i, undefined] : [undefined, i],
    }));
    const keys = columns.map((c) => ({ ...c, name: `${c.name}_own` }));
    const rows = alignColumns(inputs, schemas, [...own, ...keys], engine)[side];
    const equal = columns.map(({ name }) => F.columnNamed(`${name}_own`).eqNullSafe(F.columnNamed(name)));
    const [head = F.lit(true), ...tail] = equal;
    const pairs = (rows ?? input).join(
      others,
      tail.reduce((all, e) => all.and(e), head),
      kind,
    );
    return pairs.select(...schema.fields.map((f, i) => F.columnNamed(`_c${i}`).alias(f.name)));
  };
  return { first: rowsOf(0, 'left_anti'), second: rowsOf(1, 'left_anti'), common: rowsOf(0, 'left_semi') };
}
