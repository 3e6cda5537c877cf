import {
  functions as F,
  types,
  type Column,
  type DataFrame,
  type OptionValue,
  type StructType,
} from '@millrace/spark-connect';
import type { CsvFacts, CsvFormat } from '../contract/csv-facts.ts';
import type { Layout } from './_delimited-layout.ts';
import { cutLines } from './_delimited-lines.ts';
import { addresses } from './_locate.ts';
import type { Location } from '../contract/files.ts';
import type { RunContext } from '../contract/context.ts';
import type { BadValues } from '../kit/typed-cells.ts';

/** Column of the raw line, where a row had too few or too many cells. */
const corrupt = '_corrupt_record';

export type ReaderContext = Pick<RunContext, 'session' | 'engine' | 'files' | 'now'>;

/** Rows as text, not yet named and typed. */
export interface TextRows {
  readonly rows: DataFrame;
  readonly texts: readonly Column[];
  /** The texts with empty cells as they are, if that is less work. */
  readonly raw?: readonly Column[];
  /** Where rows may have another number of cells: which have, and what their lines say. */
  readonly oddLength?: { readonly is: Column; readonly line: Column };
}

/** Text without quotes, read line by line and cut in the plan. */
export function linesOf(
  { session, engine }: ReaderContext,
  location: Location,
  facts: CsvFacts,
  layout: Layout,
  { delimiter }: CsvFormat,
): TextRows {
  const lines = session.read.text(...addresses(location.paths, engine));
  const { rows, texts, raw, cellCount, line } = cutLines(lines, facts, layout, delimiter);
  if (!layout.ragged) return { rows, texts, raw };
  const is = cellCount.notEq(layout.names.length);
  return { rows, texts, raw, oddLength: { is, line: F.when(is, line) } };
}

interface CellReading {
  readonly format: CsvFormat;
  readonly mode: BadValues;
  readonly options: Readonly<Record<string, string>>;
}

/** Text read by the engine's csv reader. */
export function cellsOf(
  { session, engine }: ReaderContext,
  location: Location,
  facts: CsvFacts | undefined,
  layout: Layout,
  { format, mode, options }: CellReading,
): TextRows {
  // Spark cuts a row of other length to the schema and keeps the line; Sail reads it only where all its cells fit
  const keepCorrupt = layout.ragged && engine === 'spark';
  const width = keepCorrupt ? layout.names.length : Math.max(layout.names.length, layout.widest);
  const names = Array.from({ length: width }, (_, i) => `_c${i}`);
  const rows = session.read
    .format('csv')
    .schema(types.struct([...names, ...(keepCorrupt ? [corrupt] : [])].map((name) => types.field(name, types.string))))
    .options({
      ...readerOptions(format),
      header: layout.header,
      ...lineOptions(facts, format, engine),
      // a reader that leaves out columns does not see that lines are too long
      ...(keepCorrupt ? { columnNameOfCorruptRecord: corrupt, columnPruning: false } : {}),
      ...(engine === 'sail' ? { allowTruncatedRows: true } : {}),
      ...(facts === undefined && mode === 'FAILFAST' ? { mode } : {}),
      ...options,
    })
    .load(...addresses(location.paths, engine));
  const line = F.columnNamed(corrupt);
  return {
    rows,
    texts: names.map((name) => F.columnNamed(name)),
    // Spark refuses to read the raw line and nothing else
    ...(keepCorrupt ? { oddLength: { is: line.isNotNull().and(F.coalesce('_c0', line).isNotNull()), line } } : {}),
  };
}

/** Options of an engine's CSV reader for line ends, so that cells with several lines keep their text. */
export function lineOptions(
  facts: CsvFacts | undefined,
  { encoding = '' }: CsvFormat,
  engine: ReaderContext['engine'],
): Record<string, OptionValue> {
  const spans = facts !== undefined && facts.quirks.includes('multi-line') && !facts.quirks.includes('unclosed-quotes');
  return {
    ...(spans || /^utf-(16|32)/i.test(encoding) ? { multiLine: true } : {}),
    // else Spark makes a line feed of each Windows line end inside cells
    ...(spans && facts.lineEnd !== undefined && engine === 'spark' ? { lineSep: facts.lineEnd } : {}),
  };
}

/** A format in the words of Spark's csv reader. */
export const readerOptions = ({ delimiter, quote, escape, encoding }: CsvFormat): Record<string, string> => ({
  sep: delimiter,
  // a blank quote means another thing to each engine, the zero character none to both
  quote: quote || '\u0000',
  escape,
  ...(encoding === undefined || /^utf-8$/i.test(encoding) ? {} : { encoding }),
});

/** The schema that the engine itself finds in the files. */
export const schemaByEngine = (
  { session }: Pick<ReaderContext, 'session'>,
  paths: readonly string[],
  options: Readonly<Record<string, OptionValue>>,
): Promise<StructType> =>
  session.read
    .format('csv')
    .options(options)
    .load(...paths)
    .schema();
