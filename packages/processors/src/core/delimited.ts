import { functions as F, types, type Column, type DataFrame } from '@millrace/spark-connect';
import type { CsvFormat } from './csv-facts.ts';
import { layoutOf, type BadValues, type Layout } from './delimited-layout.ts';
import { unprovenText } from './delimited-unproven.ts';
import type { OutputColumn } from './fields.ts';
import { fileSpaceName, inputFileName } from './file-name.ts';
import { addresses, unorderedFiles } from './locate.ts';
import type { Surroundings } from './processor.ts';
import type { Outcome } from './results.ts';
import { textValue } from './text-value.ts';

export type { BadValues } from './delimited-layout.ts';

export interface DelimitedText extends Partial<CsvFormat> {
  readonly path: string;
  readonly delimiter: string;
  readonly header: boolean;
  readonly mode?: BadValues;
  /** Names and types by position; without them all columns are text under the header's names. */
  readonly columns?: readonly OutputColumn[];
  readonly filterLinesContaining?: string;
  /** What names the columns where nobody does: `C` for C0, C1, … */
  readonly unnamed?: string;
  /** Changes the names of a header. */
  readonly rename?: (name: string) => string;
  /** Looks at the names of the header before anything is read. */
  readonly checkHeader?: (names: readonly string[]) => void;
  readonly addInputFileName?: boolean;
  /** Further options of Spark's csv reader. */
  readonly options?: Readonly<Record<string, string>>;
  /** The field that errors about path, delimiter and schema name. */
  readonly field: string;
}

/** Column of the raw line, where a row had too few or too many cells. */
const corrupt = '_corrupt_record';
const textName = (i: number): string => `_c${i}`;

/**
 * Reads delimited text as text columns and casts them in the plan, so that a bad value means the same on every
 * engine: null, and the row is kept among the rejects.
 */
export async function readDelimited(given: DelimitedText, around: Pick<Surroundings, 'session' | 'engine' | 'files'>): Promise<Outcome> {
  const { path, delimiter, quote = '"', escape = '\\', encoding, mode = 'PERMISSIVE', field, options = {} } = given;
  const format: CsvFormat = { delimiter, quote, escape, ...(encoding === undefined ? {} : { encoding }) };
  const location = await around.files.input(path);
  const facts = await around.files.csv(path, format);
  const data = given.columns?.filter((c) => !location.partitions.includes(c.name));
  const asked = {
    path,
    delimiter,
    header: given.header,
    mode,
    columns: data,
    marker: given.filterLinesContaining || undefined,
    unnamed: given.unnamed ?? '_c',
    field,
  };
  const unseen = async (): Promise<Layout> => ({
    header: given.header,
    ...(asked.marker === undefined ? {} : { dropContaining: asked.marker }),
    names: data?.map((c) => c.name) ?? (await namesByEngine(around, addresses(location.paths, around.engine), format, given.header)),
    ragged: true,
    widest: 0,
    warnings: [],
  });
  const layout = facts === undefined ? await unseen() : layoutOf(facts, asked);
  if (given.header && facts !== undefined) for (const row of facts.firstRows) given.checkHeader?.(row);

  const fileNames = given.addInputFileName === true;
  const unproven = unprovenText({ ...format, location, facts, ragged: layout.ragged, columns: given.columns, options, fileNames });
  const unordered = unorderedFiles(location);
  const notes = {
    ...(unproven === undefined ? {} : { unproven }),
    ...(unordered === undefined ? {} : { unordered }),
    ...(layout.warnings.length === 0 ? {} : { warnings: layout.warnings }),
  };
  const columns = given.columns ?? layout.names.map((name) => ({ name: given.rename?.(name) ?? name, type: types.string, format: undefined }));
  if (columns.length === 0) return { outputs: [around.session.createDataFrame([], types.struct([]))], ...notes };

  // Spark cuts a row of other length to the schema and keeps the line; Sail reads it only where all its cells fit
  const keepCorrupt = layout.ragged && around.engine === 'spark';
  const width = keepCorrupt ? layout.names.length : Math.max(layout.names.length, layout.widest);
  const texts = Array.from({ length: width }, (_, i) => textName(i));
  const multiLine = facts !== undefined && facts.quirks.includes('multi-line') && !facts.quirks.includes('unclosed-quotes');
  const read = around.session.read
    .format('csv')
    .schema(types.struct([...texts, ...(keepCorrupt ? [corrupt] : [])].map((name) => types.field(name, types.string))))
    .options({
      ...readerOptions(format),
      header: layout.header,
      ...(multiLine || /^utf-16/i.test(encoding ?? '') ? { multiLine: true } : {}),
      ...(keepCorrupt ? { columnNameOfCorruptRecord: corrupt } : {}),
      ...(around.engine === 'sail' ? { allowTruncatedRows: true } : {}),
      ...(facts === undefined && mode === 'FAILFAST' ? { mode } : {}),
      ...options,
    })
    .load(...addresses(location.paths, around.engine));
  const rows = dropHeaders(read, texts, delimiter, layout);

  const partitioned = (given.columns === undefined ? location.partitions : []).map((name) => ({ name, value: F.columnNamed(name) }));
  let at = 0;
  const cells = columns.map((column): Cell => {
    if (location.partitions.includes(column.name)) return { name: column.name, value: F.columnNamed(column.name).cast(column.type) };
    return cellOf(F.columnNamed(textName(at++)), column, mode, around.engine, field);
  });
  const bad = [
    ...cells.flatMap(({ name, bad: is }) => (is === undefined ? [] : [{ name, is }])),
    // Spark refuses to read the raw line and nothing else
    ...(keepCorrupt ? [{ name: 'row length', is: F.columnNamed(corrupt).isNotNull().and(F.coalesce(textName(0), F.columnNamed(corrupt)).isNotNull()) }] : []),
  ];
  const anyBad = bad.map((b) => b.is).reduce<Column | undefined>((all, b) => (all === undefined ? b : all.or(b)), undefined);
  const kept = mode === 'DROPMALFORMED' && anyBad !== undefined ? rows.filter(anyBad.not()) : rows;
  const fileName = fileNames ? [fileSpaceName(F.call(inputFileName), around, { encoded: true }).alias(inputFileName)] : [];
  const output = kept.select(...[...cells, ...partitioned].map(({ name, value }) => value.alias(name)), ...fileName);
  if (anyBad === undefined) return { outputs: [output], ...notes };
  const reasons = F.call('array_compact', F.call('array', ...bad.map((b) => F.when(b.is, b.name))));
  const shown = texts.slice(0, layout.names.length).map((name, i) => F.columnNamed(name).alias(layout.names[i] ?? name));
  const line = keepCorrupt ? [F.columnNamed(corrupt).alias('_line')] : [];
  return { outputs: [output], rejects: { rows: rows.filter(anyBad).select(reasons.alias('_rejected'), ...shown, ...line) }, ...notes };
}

/** A format in the words of Spark's csv reader. */
const readerOptions = ({ delimiter, quote, escape, encoding }: CsvFormat): Record<string, string> => ({
  sep: delimiter,
  // a blank quote means another thing to each engine, the zero character none to both
  quote: quote || '\u0000',
  escape,
  ...(encoding === undefined || /^utf-8$/i.test(encoding) ? {} : { encoding }),
});

/** Names of columns where only the engine can open the files. */
async function namesByEngine({ session }: Pick<Surroundings, 'session'>, paths: readonly string[], format: CsvFormat, header: boolean): Promise<string[]> {
  const schema = await session.read.format('csv').options({ ...readerOptions(format), header }).load(...paths).schema();
  return schema.fields.map((f) => f.name);
}

function dropHeaders(rows: DataFrame, texts: readonly string[], delimiter: string, { headerAgain, dropContaining }: Layout): DataFrame {
  if (dropContaining !== undefined) {
    const line = F.call('concat_ws', delimiter, ...texts.map((name) => F.coalesce(F.columnNamed(name), F.lit(''))));
    return rows.filter(line.contains(dropContaining).not());
  }
  const equal = (headerAgain ?? []).slice(0, texts.length).map((cell, i) => F.columnNamed(textName(i)).eqNullSafe(cell === '' ? null : cell));
  const isHeader = equal.reduce<Column | undefined>((all, e) => (all === undefined ? e : all.and(e)), undefined);
  return isHeader === undefined ? rows : rows.filter(isHeader.not());
}

interface Cell {
  readonly name: string;
  readonly value: Column;
  /** True where there is text that the type cannot hold. */
  readonly bad?: Column;
}

function cellOf(text: Column, column: OutputColumn, mode: BadValues, engine: Surroundings['engine'], field: string): Cell {
  const { name, type } = column;
  if (type.kind === 'string') return { name, value: text };
  // blank text is an absent value, not a bad one
  const filled = F.when(F.trim(text).notEq(''), text);
  if (mode === 'FAILFAST') return { name, value: textValue(filled, column, { engine, field, strict: true }) };
  const value = textValue(text, column, { engine, field });
  return { name, value, bad: filled.isNotNull().and(value.isNull()) };
}
