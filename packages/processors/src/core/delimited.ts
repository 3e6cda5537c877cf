import { functions as F, types, type Column, type DataFrame, type DataType, type StructType } from '@millrace/spark-connect';
import type { OutputColumn } from './fields.ts';
import { lenientPattern } from './patterns.ts';
import type { Files, Surroundings } from './processor.ts';
import type { Outcome } from './results.ts';

export type BadValues = 'PERMISSIVE' | 'DROPMALFORMED' | 'FAILFAST';

export interface DelimitedText {
  readonly path: string;
  readonly delimiter: string;
  readonly header: boolean;
  readonly quote?: string;
  readonly escape?: string;
  readonly encoding?: string;
  readonly mode?: BadValues;
  /** Names and types by position; without them all columns are text under the header's names (or C0, C1, …). */
  readonly columns?: readonly OutputColumn[];
  readonly filterLinesContaining?: string;
  /** Further options of Spark's csv reader. */
  readonly options?: Readonly<Record<string, string>>;
}

/** Column of the raw line, where a row had too few or too many cells. */
const corrupt = '_corrupt_record';

/**
 * Reads delimited text as text columns and casts them in the plan, so that a bad value means the same on every
 * engine: null, and the row is kept among the rejects.
 */
export async function readDelimited(given: DelimitedText, around: Pick<Surroundings, 'session' | 'engine' | 'files'>): Promise<Outcome> {
  const { delimiter, quote = '"', escape = '\\', mode = 'PERMISSIVE', columns } = given;
  const location = await around.files.input(given.path);
  const facts = await around.files.csv(given.path, delimiter, quote, escape);
  const marker = given.filterLinesContaining || undefined;
  // a marker that stands in the first line names the header; elsewhere it drops every line that holds it
  const markedHeader = marker !== undefined && facts !== undefined && facts.firstRow.join(delimiter).includes(marker);
  const header = given.header || markedHeader;
  const names = textNames(facts?.firstRow, header, columns);
  const ragged = facts === undefined || facts.cells.least !== facts.cells.most || facts.cells.most > names.length;
  const keepCorrupt = ragged && around.engine === 'spark';
  const schema = types.struct([...names, ...(keepCorrupt ? [corrupt] : [])].map((name) => types.field(name, types.string)));
  const read = around.session.read
    .format('csv')
    .schema(schema)
    .options({
      sep: delimiter,
      header,
      quote,
      escape,
      ...(given.encoding === undefined || /^utf-?8$/i.test(given.encoding) ? {} : { encoding: given.encoding }),
      ...(facts?.multiLine === true ? { multiLine: true } : {}),
      ...(keepCorrupt ? { columnNameOfCorruptRecord: corrupt } : {}),
      ...(around.engine === 'sail' ? { allowTruncatedRows: true } : {}),
      ...given.options,
    })
    .load(location);
  const text = marker === undefined ? read : dropMarked(read, names, delimiter, marker, markedHeader ? facts.firstRow : undefined);
  const cells = (columns ?? names.map((name) => ({ name, type: types.string, format: undefined }))).map((column, i) =>
    cell(F.columnNamed(names[i] ?? ''), column, mode),
  );
  const bad = [
    ...cells.filter((c) => c.bad !== undefined).map((c) => ({ name: c.name, bad: c.bad ?? F.lit(false) })),
    ...(keepCorrupt ? [{ name: 'row length', bad: F.columnNamed(corrupt).isNotNull() }] : []),
  ];
  const anyBad = bad.map((b) => b.bad).reduce<Column | undefined>((all, b) => (all === undefined ? b : all.or(b)), undefined);
  const kept = mode === 'DROPMALFORMED' && anyBad !== undefined ? text.filter(anyBad.not()) : text;
  const output = kept.select(...cells.map((c) => c.value));
  if (anyBad === undefined) return { outputs: [output] };
  const reasons = F.call('array_compact', F.call('array', ...bad.map((b) => F.when(b.bad, b.name))));
  const shown = names.map((name, i) => F.columnNamed(name).alias(columns?.[i]?.name ?? name));
  const rejected = text.filter(anyBad).select(...shown, reasons.alias('_rejected'));
  return { outputs: [output], rejects: { rows: rejected } };
}

/** Names of the text columns: unique and by position, at least as many as the file has. */
function textNames(
  firstRow: readonly string[] | undefined,
  header: boolean,
  columns: readonly OutputColumn[] | undefined,
): string[] {
  if (columns !== undefined) {
    const width = Math.max(columns.length, firstRow?.length ?? 0);
    return Array.from({ length: width }, (_, i) => `_c${i}`);
  }
  const found = firstRow ?? [];
  const names = found.map((name, i) => (header && name.trim() !== '' ? name : `C${i}`));
  return names.map((name, i) => (names.findIndex((n) => n.toLowerCase() === name.toLowerCase()) === i ? name : `${name}_${i}`));
}

function dropMarked(
  rows: DataFrame,
  names: readonly string[],
  delimiter: string,
  marker: string,
  header: readonly string[] | undefined,
): DataFrame {
  if (header === undefined) {
    const line = F.call('concat_ws', delimiter, ...names.map((n) => F.columnNamed(n)));
    return rows.filter(line.contains(marker).not());
  }
  const equal = names.slice(0, header.length).map((name, i) => F.columnNamed(name).eqNullSafe(header[i] === '' ? null : header[i]));
  const isHeader = equal.reduce<Column | undefined>((all, e) => (all === undefined ? e : all.and(e)), undefined);
  return isHeader === undefined ? rows : rows.filter(isHeader.not());
}

interface Cell {
  readonly name: string;
  readonly value: Column;
  /** True where there is text that the type cannot hold. */
  readonly bad?: Column;
}

function cell(text: Column, { name, type, format }: OutputColumn, mode: BadValues): Cell {
  if (type.kind === 'string') return { name, value: text.alias(name) };
  const strict = mode === 'FAILFAST';
  // blank text is an absent value, not a bad one
  const filled = F.when(F.call('trim', text).notEq(''), text);
  const value = convert(strict ? filled : text, type, format, strict);
  if (strict) return { name, value: value.alias(name) };
  return { name, value: value.alias(name), bad: filled.isNotNull().and(value.isNull()) };
}

/** Text as a value of a type by an optional pattern; null (or, if strict, an error) where it is none. */
export function convert(text: Column, type: DataType, format: string | undefined, strict: boolean): Column {
  if ((type.kind === 'date' || type.kind === 'timestamp') && format !== undefined) {
    const parsed = F.call(strict ? 'to_timestamp' : 'try_to_timestamp', text, lenientPattern(format));
    return type.kind === 'date' ? parsed.cast(types.date) : parsed;
  }
  return strict ? text.cast(type) : text.tryCast(type);
}

/** Marks columns whose schema is declared by hand as the engine's struct. */
export const declaredSchema = (columns: readonly OutputColumn[]): StructType =>
  types.struct(columns.map((c) => types.field(c.name, c.type)));

export type { Files };
