import { splitLine } from '@millrace/processors/split-line';

export interface Marks {
  readonly delimiter: string;
  /** One character, or none. */
  readonly quote: string;
  readonly escape: string;
}

/** A quote that is open for longer in text that was cut off is one that is never closed. */
const longestSpan = 1 << 16;

/**
 * The rows of delimited text as our reader cuts them: quoted cells may hold line ends, unless a quote that is never
 * closed would then swallow the rest. Lines of blanks do not count. `whole` false: the text was cut off, and its last
 * row, which may not be all there, is left out.
 */
export function rowsOf(text: string, marks: Marks, whole = true): string[][] {
  const lines =
    (marks.quote === '' || !text.includes(marks.quote) ? undefined : records(text, marks, whole)) ??
    linesOf(text, whole);
  return lines.map((line) => splitLine(line, marks));
}

/** Lines, blank ones too. */
export function allLines(text: string, whole = true): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return whole && lines.at(-1) !== '' ? lines : lines.slice(0, -1);
}

const linesOf = (text: string, whole: boolean): string[] => allLines(text, whole).filter(hasInk);

const hasInk = (line: string): boolean => /[^\0- ]/.test(line);

/** Lines whose quoted cells may go over line ends; undefined if quotes are not in order. */
function records(text: string, marks: Marks, whole: boolean): string[] | undefined {
  const rows: string[] = [];
  const ends = new RegExp(`${marks.delimiter.replace(/[^\w\s]/g, '\\$&')}|\r\n?|\n`, 'g');
  let start = 0;
  for (let at = 0; at < text.length;) {
    let from = at;
    if (text.startsWith(marks.quote, at)) {
      const close = closing(text, at + 1, marks);
      if (close < 0) return !whole && text.length - at < longestSpan ? rows : undefined;
      ends.lastIndex = close;
      const next = ends.exec(text);
      const isClosed = !hasInk(text.slice(close, next?.index));
      if (!isClosed && /[\r\n]/.test(text.slice(at, close))) return undefined;
      if (isClosed) from = close;
    }
    ends.lastIndex = from;
    const end = ends.exec(text);
    if (end === null) break;
    at = end.index + end[0].length;
    if (end[0] === marks.delimiter) continue;
    const line = text.slice(start, end.index);
    if (hasInk(line)) rows.push(line);
    start = at;
  }
  const last = text.slice(start);
  if (whole && hasInk(last)) rows.push(last);
  return rows;
}

/** Where a quoted cell's text and closing quote are over; -1 if it has none. */
function closing(text: string, from: number, { quote, escape }: Marks): number {
  for (let at = from; ;) {
    const end = text.indexOf(quote, at);
    if (end < 0) return -1;
    const isEscaped = escape === quote ? text.startsWith(quote, end + 1) : end > from && text[end - 1] === escape;
    if (!isEscaped) return end + 1;
    at = end + (escape === quote ? 2 : 1);
  }
}
