import type { CsvFormat } from '../contract/csv-facts.ts';

/**
 * The cells of one line as Spark's csv reader gives them: quotes count only at the start of a cell, text after the
 * closing quote makes the quotes part of the cell.
 */
export function splitLine(
  line: string,
  { delimiter, quote, escape, trims }: Pick<CsvFormat, 'delimiter' | 'quote' | 'escape' | 'trims'>,
): string[] {
  const cells: string[] = [];
  for (let at = 0; ;) {
    if (trims?.start === true) at = behindBlanks(line, at, delimiter);
    const closesQuote =
      quote !== '' && line.startsWith(quote, at) ? readQuotedCell(line, at, { delimiter, quote, escape }) : undefined;
    const next = closesQuote === undefined ? line.indexOf(delimiter, at) : closesQuote.next;
    const text = line.slice(at, next < 0 ? undefined : next);
    cells.push(closesQuote?.text ?? (trims?.end === true ? text.replace(/[\0- ]+$/, '') : text));
    if (next < 0) return cells;
    at = next + delimiter.length;
  }
}

function behindBlanks(line: string, from: number, delimiter: string): number {
  let at = from;
  while (at < line.length && (line[at] ?? '') <= ' ' && !line.startsWith(delimiter, at)) at++;
  return at;
}

/** The text of a cell in quotes and where the delimiter behind it stands (-1: nowhere); undefined if it has loose ends. */
function readQuotedCell(
  line: string,
  from: number,
  { delimiter, quote, escape }: Pick<CsvFormat, 'delimiter' | 'quote' | 'escape'>,
): { text: string; next: number } | undefined {
  let text = '';
  let at = from + 1;
  for (; at < line.length; at++) {
    const [character, following] = [line[at] ?? '', line[at + 1]];
    if (character === escape && following === quote) {
      text += quote;
      at++;
    } else if (character === quote) {
      const rest = line.slice(at + 1);
      const blanks = rest.length - rest.replace(/^[^\S\n\r]+/, '').length;
      if (rest.startsWith(delimiter)) return { text, next: at + 1 };
      if (blanks === rest.length) return { text, next: -1 };
      return rest.startsWith(delimiter, blanks) ? { text, next: at + 1 + blanks } : undefined;
    } else text += character;
  }
  return { text, next: -1 };
}
