import { functions as F, types, type Column, type DataFrame } from '@millrace/spark-connect';
import type { CsvFacts, CsvFormat, CsvQuirk } from '../contract/csv-facts.ts';
import type { Layout } from './_delimited-layout.ts';
import { literalPattern } from '../kit/text.ts';
import { asUnit } from '../kit/unit.ts';

/** What stands in the way of taking a file line by line: bytes that the text reader refuses or hands on. */
const obstacles: readonly CsvQuirk[] = ['bad-bytes', 'byte-order-mark'];

/**
 * True for text without quotes, whose lines can be cut at the delimiters in the plan. The lines then tell their number
 * of cells, delimiters may be of any length, and lines of blanks can be left out: all of which Sail's csv reader does
 * in another way than Spark's.
 */
export const isPlainLines = (
  facts: CsvFacts | undefined,
  { header, headerAgain }: Layout,
  { delimiter, encoding = 'UTF-8' }: CsvFormat,
): boolean =>
  facts !== undefined &&
  !facts.quoted &&
  // Spark doubles such quotes where the delimiter has several characters
  (delimiter.length === 1 || !facts.quirks.includes('inner-quotes')) &&
  /^utf-8$/i.test(encoding) &&
  !facts.quirks.some((quirk) => obstacles.includes(quirk)) &&
  // a header is dropped by what it says
  (!header || (facts.firstRows.length <= 1 && (headerAgain !== undefined || !facts.headerAgain)));

/** True if Sail's csv reader would give something else, or nothing, and lines can help. */
export const needsLines = (facts: CsvFacts | undefined, { ragged }: Layout, delimiter: string): facts is CsvFacts =>
  facts !== undefined && (ragged || !isAscii(delimiter) || facts.quirks.includes('blank-lines'));

/** True for one ASCII character or none: all that Sail takes for a mark. */
export const isAscii = (mark: string): boolean => mark.length <= 1 && (mark.codePointAt(0) ?? 0) < 128;

/** The lines as columns of text; an empty cell is null. */
export function cutLines(
  lines: DataFrame,
  facts: CsvFacts,
  { header, names }: Layout,
  delimiter: string,
): {
  readonly rows: DataFrame;
  readonly texts: readonly Column[];
  /** The texts with empty cells as they are. */
  readonly raw: readonly Column[];
  readonly cellCount: Column;
  readonly line: Column;
} {
  const line = F.columnNamed('value');
  const first = facts.firstRows[0];
  // Spark leaves out lines of blanks and control characters
  const nonEmpty = lines.filter(asUnit('line-with-text', line.rlike('[^\\x00-\\x20]'), line, types.boolean));
  const data = header && first !== undefined ? nonEmpty.filter(line.notEq(first.join(delimiter))) : nonEmpty;
  const cells = F.columnNamed('cells');
  const pieces = F.call('split', line, literalPattern(delimiter));
  // Sail evaluates such an expression again for each part of a filter that it moves below this projection
  const rows = data.select(line, asUnit('cells-of-line', pieces, line, types.array(types.string)).alias('cells'));
  const raw = names.map((_, i) => F.call('get', cells, i));
  const texts = raw.map((cell) => asUnit('cell-of-line', F.call('nullif', cell, ''), cells, types.string));
  return {
    rows,
    texts,
    raw,
    cellCount: asUnit('cells-in-line', F.call('size', cells).cast(types.integer), cells, types.integer),
    line,
  };
}
