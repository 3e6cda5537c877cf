import { functions as F, types, type Column, type DataFrame } from '@millrace/spark-connect';
import { defaultEscape, withEscape, type CsvScan } from './_csv-escape.ts';
import type { CsvFormat } from '../contract/csv-facts.ts';
import { layoutOf, otherHeader, severalHeaders, type Layout } from './_delimited-layout.ts';
import { isPlainLines, needsLines } from './_delimited-lines.ts';
import {
  cellsOf,
  lineOptions,
  linesOf,
  readerOptions,
  schemaByEngine,
  type ReaderContext,
  type TextRows,
} from './_delimited-rows.ts';
import type { Location } from '../contract/files.ts';
import { unverifiedText } from './_delimited-unverified.ts';
import type { OutputColumn } from '../kit/type-fields.ts';
import { fileSpaceName, inputFileName } from './_file-name.ts';
import { addresses, unorderedFiles } from './_locate.ts';
import { marksOf } from '../kit/reader-options.ts';
import type { Outcome } from '../contract/results.ts';
import { castCells, type BadValues, type TextCell } from '../kit/typed-cells.ts';

export interface DelimitedText extends Partial<CsvFormat> {
  readonly path: string;
  readonly delimiter: string;
  readonly header: boolean;
  readonly mode?: BadValues;
  /** Names and types by position; without them all columns are text under the header's names. */
  readonly columns?: readonly (OutputColumn & { readonly default?: string })[];
  readonly filterLinesContaining?: string;
  /** What names the columns if nothing else does: `C` for C0, C1, … */
  readonly unnamed?: string;
  /** Changes the names of all columns, at once. */
  readonly rename?: (names: readonly string[]) => readonly string[];
  /** Inspects the names of the header before anything is read; throws, or gives a warning. */
  readonly checkHeader?: (names: readonly string[]) => string | undefined;
  /** Without columns: types as the engine infers them, instead of text. */
  readonly inferTypes?: boolean;
  readonly addInputFileName?: boolean;
  /** Further options of Spark's csv reader. */
  readonly options?: Readonly<Record<string, string>>;
  /** The field that errors about path, delimiter and schema name. */
  readonly field: string;
}

/**
 * Reads delimited text as text columns and casts them in the plan, so that a bad value means the same on every
 * engine: null, and the row goes to the rejects.
 */
export async function readDelimited(settings: DelimitedText, context: ReaderContext): Promise<Outcome> {
  const { mode = 'PERMISSIVE', options = {} } = settings;
  const text = await inspect(settings, context);
  const { location, format, facts, layout } = text;
  const warnings = warningsOf(settings, text);
  const inferred = settings.columns === undefined && settings.inferTypes === true && layout.names.length > 0;
  const plain =
    isPlainLines(facts, layout, format) && Object.keys(options).length === 0 && location.partitions.length === 0;
  const notes = {
    ...reasonsOf(settings, text, { plain, inferred }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  const columns = await columnsOf(settings, text, inferred, context);
  if (columns.length === 0) return { outputs: [context.session.createDataFrame([], types.struct([]))], ...notes };

  const byLines = plain && context.engine === 'sail' && needsLines(facts, layout, settings.delimiter);
  const rows = byLines
    ? linesOf(context, location, facts, layout, format)
    : cellsOf(context, location, facts, layout, { format, mode, options });
  const cells = {
    files: location.names,
    format,
    columns: columns.map(({ name }) => name).filter((name) => !location.partitions.includes(name)),
    hasHeader: layout.header,
  };
  return {
    ...castText(rows, columns, settings, text, context),
    ...notes,
    ...(mode === 'FAILFAST' && layout.dropContaining === undefined ? { cells } : {}),
  };
}

/** Delimited text of files, as far as it is known before an engine reads it. */
interface InspectedText extends CsvScan {
  readonly location: Location;
  readonly layout: Layout;
}

async function inspect(settings: DelimitedText, context: ReaderContext): Promise<InspectedText> {
  const { path, delimiter, quote = '"', escape = defaultEscape, encoding, options = {} } = settings;
  const statedFormat: CsvFormat = {
    delimiter,
    quote,
    escape,
    ...(encoding === undefined ? {} : { encoding }),
    ...marksOf(options),
  };
  const location = await context.files.input(path);
  const { format, facts } = await withEscape(statedFormat, (marks) => context.files.csv(path, marks));
  const columns = settings.columns?.filter((c) => !location.partitions.includes(c.name));
  const marker = settings.filterLinesContaining || undefined;
  if (facts !== undefined) {
    const { header, field, mode = 'PERMISSIVE', unnamed = '_c' } = settings;
    const request = { path, delimiter, header, mode, columns, marker, unnamed, field };
    return { location, format, facts, layout: layoutOf(facts, request) };
  }
  const names =
    columns?.map((c) => c.name) ??
    (
      await schemaByEngine(context, addresses(location.paths, context.engine), {
        ...readerOptions(format),
        header: settings.header,
        ...options,
      })
    ).fields.map((f) => f.name);
  const layout = {
    header: settings.header,
    ...(marker === undefined ? {} : { dropContaining: marker }),
    names,
    ragged: true,
    widest: 0,
    warnings: [],
  };
  return { location, format, facts, layout };
}

function warningsOf(settings: DelimitedText, { format, facts, layout }: InspectedText): readonly string[] {
  const { path, columns, checkHeader, encoding } = settings;
  const headers = layout.header ? (facts?.firstRows ?? []) : [];
  const ofHeaders =
    checkHeader === undefined
      ? columns === undefined
        ? severalHeaders(headers, path)
        : otherHeader(headers, layout.names, path)
      : headers.map(checkHeader).filter((warning) => warning !== undefined);
  const badBytes = facts?.quirks.includes('bad-bytes') === true ? [badBytesIn(path, encoding)] : [];
  const quoteWarnings =
    facts?.quirks.includes('unclosed-quotes') === true ? [unclosedQuoteText(path, format.quote)] : [];
  return [...layout.warnings, ...ofHeaders, ...badBytes, ...quoteWarnings];
}

/** Why an engine may give other rows, or rows in another order. */
function reasonsOf(
  { columns, options = {}, addInputFileName = false }: DelimitedText,
  { location, format, facts, layout }: InspectedText,
  how: { readonly plain: boolean; readonly inferred: boolean },
): Pick<Outcome, 'unverified' | 'unordered'> {
  const { ragged } = layout;
  const unverified = unverifiedText({
    ...format,
    ...how,
    location,
    facts,
    ragged,
    columns,
    options,
    fileNames: addInputFileName,
  });
  const unordered = unorderedFiles(location);
  return {
    ...(unverified === undefined ? {} : { unverified }),
    ...(unordered === undefined ? {} : { unordered }),
  };
}

type TypedColumn = OutputColumn & { readonly default?: string };

/** The columns under their final names: declared, inferred by the engine, or text. */
async function columnsOf(
  settings: DelimitedText,
  text: InspectedText,
  inferred: boolean,
  context: ReaderContext,
): Promise<readonly TypedColumn[]> {
  const columns = settings.columns ?? (await undeclaredColumns(settings, text, inferred, context));
  const names = settings.rename?.(columns.map((c) => c.name));
  return columns.map((column, i) => ({ ...column, name: names?.[i] ?? column.name }));
}

async function undeclaredColumns(
  { options = {} }: DelimitedText,
  { location, format, facts, layout }: InspectedText,
  inferred: boolean,
  context: ReaderContext,
): Promise<readonly OutputColumn[]> {
  const schema = inferred
    ? await schemaByEngine(context, addresses(location.paths, context.engine), {
        ...readerOptions(format),
        ...lineOptions(facts, format, context.engine),
        header: layout.header,
        inferSchema: true,
        ...options,
      })
    : undefined;
  return layout.names.map((name, i) => ({ name, type: schema?.fields[i]?.type ?? types.string, format: undefined }));
}

/** The rows with their columns named and cast, and those that do not fit. */
function castText(
  textRows: TextRows,
  columns: readonly TypedColumn[],
  settings: DelimitedText,
  { location, layout }: InspectedText,
  context: ReaderContext,
): Outcome {
  const { mode = 'PERMISSIVE' } = settings;
  let at = 0;
  return castCells({
    rows: dropHeaders(textRows.rows, textRows.texts, settings.delimiter, layout),
    cells: columns.map((column): TextCell => {
      if (location.partitions.includes(column.name))
        return { ...column, text: F.columnNamed(column.name).cast(types.string) };
      const [text = F.lit(null, types.string), raw = text] = [textRows.texts[at], textRows.raw?.[at]];
      at++;
      return { ...column, text, raw };
    }),
    more: [
      ...(settings.columns === undefined ? location.partitions : []).map((name) => F.columnNamed(name)),
      ...(settings.addInputFileName === true
        ? [fileSpaceName(F.call(inputFileName), context, { encoded: true }).alias(inputFileName)]
        : []),
    ],
    mode,
    context,
    field: settings.field,
    from: settings.path,
    ...(textRows.oddLength === undefined
      ? {}
      : {
          badRow: { name: 'row length', is: textRows.oddLength.is },
          rejectColumns: [textRows.oddLength.line.alias('_line')],
        }),
  });
}

function dropHeaders(
  rows: DataFrame,
  texts: readonly Column[],
  delimiter: string,
  { headerAgain, dropContaining }: Layout,
): DataFrame {
  if (dropContaining !== undefined) {
    const line = F.call('concat_ws', delimiter, ...texts.map((text) => F.coalesce(text, F.lit(''))));
    return rows.filter(line.contains(dropContaining).not());
  }
  const equal = texts.slice(0, headerAgain?.length ?? 0).map((text, i) => text.eqNullSafe(headerAgain?.[i] || null));
  const isHeader = equal.reduce<Column | undefined>((all, e) => (all === undefined ? e : all.and(e)), undefined);
  return isHeader === undefined ? rows : rows.filter(isHeader.not());
}

const unclosedQuoteText = (path: string, quote: string): string =>
  `path "${path}" contains an unclosed quote (${quote}): the cell ends with its line, and so does every multi-line cell; close the quote, or set another quote character`;

const badBytesIn = (path: string, encoding = 'UTF-8'): string =>
  `path "${path}" contains bytes that are not valid ${encoding}: they are read as the character \uFFFD; set the encoding of the text, such as ISO-8859-1`;
