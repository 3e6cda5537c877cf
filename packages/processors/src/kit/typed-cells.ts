import { functions as F, types, type Column, type DataFrame } from '@millrace/spark-connect';
import { uniqueNames } from './columns.ts';
import type { OutputColumn } from './type-fields.ts';
import { failUnless, words } from './guard.ts';
import type { RunContext } from '../contract/context.ts';
import type { Outcome } from '../contract/results.ts';
import { textValue, type Reading } from './text-value.ts';
import { sqlTypeName } from './wrong-type.ts';

/** What becomes of a row with a value that its column cannot hold: null, the row left out, or the run ends. */
export type BadValues = 'PERMISSIVE' | 'DROPMALFORMED' | 'FAILFAST';

export interface TextCell extends OutputColumn {
  readonly text: Column;
  /** The same text, but for empty text that `text` has as null. Default: `text`. */
  readonly raw?: Column;
  /** Stands in for blank text. */
  readonly default?: string;
}

export interface TypedCells {
  readonly rows: DataFrame;
  readonly cells: readonly TextCell[];
  /** Columns that go on as they are, behind the cells. */
  readonly more?: readonly Column[];
  readonly mode: BadValues;
  readonly context: Pick<RunContext, 'engine' | 'now' | 'compatibility'>;
  /** The field that names the types. */
  readonly field: string;
  /** The file or folder that the rows come from, for messages. */
  readonly from?: string;
  /** Rows that are bad as a whole, and what to say of them. */
  readonly badRow?: { readonly name: string; readonly is: Column };
  /** Columns that rejected rows show besides their texts. */
  readonly rejectColumns?: readonly Column[];
}

/**
 * Text columns as values of their types. A value that does not fit becomes null, and its row goes to the rejects
 * with the names of its bad columns. Blank text is an absent value, not a bad one.
 */
export function castCells({
  rows,
  cells,
  more = [],
  mode,
  context: readingContext,
  field,
  from,
  badRow,
  rejectColumns = [],
}: TypedCells): Outcome {
  const typedColumns = cells.map((cell) => castCell(cell, { ...readingContext, field }));
  const bad = [
    ...typedColumns.flatMap(({ name, bad: is }) => (is === undefined ? [] : [{ name, is }])),
    ...(badRow === undefined ? [] : [badRow]),
  ];
  const anyBad = bad
    .map((b) => b.is)
    .reduce<Column | undefined>((all, b) => (all === undefined ? b : all.or(b)), undefined);
  const values = [...typedColumns.map(({ name, value }) => value.alias(name)), ...more];
  if (mode === 'FAILFAST') {
    const validRows = typedColumns.reduce((checked, { name, type, text, bad: is }) => {
      const where = from === undefined ? '' : ` in "${from}"`;
      const message = words(`column "${name}": "`, text, `" is not a valid ${sqlTypeName(type)}${where}`);
      return is === undefined ? checked : checked.filter(failUnless(is.not(), message));
    }, rows);
    return { outputs: [validRows.select(...values)] };
  }
  const valid = mode === 'DROPMALFORMED' && anyBad !== undefined ? rows.filter(anyBad.not()) : rows;
  const output = valid.select(...values);
  const knownSchemas =
    more.length === 0 ? { schemas: [types.struct(typedColumns.map(({ name, type }) => types.field(name, type)))] } : {};
  if (anyBad === undefined) return { outputs: [output], ...knownSchemas };
  const reasons = F.call('array_compact', F.call('array', ...bad.map((b) => F.when(b.is, b.name))));
  const texts = cells.map(({ name, text }) => text.alias(name));
  const mark = uniqueNames([...cells.map(({ name }) => name), 'rejected'], '?').at(-1) ?? '';
  const details = (why: Column): Column[] => [why.alias('_rejected'), ...texts, ...rejectColumns];
  return {
    outputs: [output],
    ...knownSchemas,
    rejects: {
      rows: rows.filter(anyBad).select(...details(reasons)),
      counting: {
        counts: rows.agg(
          F.count(mode === 'DROPMALFORMED' ? F.when(anyBad.not(), 1) : 1).alias('rows'),
          F.count(F.when(anyBad, 1)).alias('rejected'),
        ),
        explained: rows.select(...details(reasons)),
        marked: rows.select(...values, anyBad.alias(mark)),
        mark,
        dropped: mode === 'DROPMALFORMED',
        rejected: (watch) =>
          watch(rows.select(...details(F.when(anyBad, reasons)), anyBad.alias(mark)))
            .filter(F.columnNamed(mark))
            .drop(mark),
      },
    },
  };
}

interface TypedCell extends TextCell {
  readonly value: Column;
  /** True if there is text that the type cannot hold. */
  readonly bad?: Column;
}

function castCell(cell: TextCell, reading: Reading): TypedCell {
  const { kind } = cell.type;
  // empty text is no value of these types: the shorter expression of the two gives the same
  const source = kind === 'string' || kind === 'binary' ? cell.text : (cell.raw ?? cell.text);
  const nonEmpty = F.when(F.trim(source).notEq(''), source);
  const text = cell.default === undefined ? source : F.coalesce(nonEmpty, F.lit(cell.default));
  if (kind === 'string') return { ...cell, value: text };
  const value = textValue(text, cell, reading);
  // most values are there, and engines look no further then
  return { ...cell, value, bad: value.isNull().and(nonEmpty.isNotNull()) };
}
