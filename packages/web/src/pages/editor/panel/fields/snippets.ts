import type { Column } from '../../state/live.ts';

/** Lines of code for a common step. */
export interface Snippet {
  readonly lines: readonly string[];
  /** Selected after the insertion, as what users replace first. */
  readonly selected: string;
}

/** Text for the editor: the changes in the order of the document, and what is selected after them. */
export interface Insertion {
  readonly changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
  readonly anchor: number;
  readonly head: number;
}

/** A string of Python or Scala. */
export const text = (value: string): string => JSON.stringify(value);

/** True for a column of numbers. */
export const isNumeric = ({ type }: Column): boolean =>
  /^(tinyint|smallint|int|bigint|float|double|decimal|byte|short|long)/i.test(type);

/** Lines with an indentation, except empty ones. */
export const indented = (lines: readonly string[], indent: string): string =>
  lines.map((line) => (line === '' ? '' : indent + line)).join('\n');

/** The blanks at the beginning of a line. */
export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** Where lines are inserted. */
export interface InsertionPlace {
  /** An empty line is replaced. */
  readonly from: number;
  readonly to: number;
  readonly indent: string;
  /** Before the line that starts at `from`, not after the one that ends there. */
  readonly isBefore: boolean;
}

interface LinesAt {
  readonly lines: readonly string[];
  /** The position of each line. */
  readonly starts: readonly number[];
  /** The line of the position. */
  readonly number: number;
  /** The last line up to it that is not empty; else -1. */
  readonly nearest: number;
}

/** The lines of code around a position. */
export function linesAt(code: string, at: number): LinesAt {
  const lines = code.split('\n');
  const starts = lines.map((_, i) => lines.slice(0, i).reduce((sum, line) => sum + line.length + 1, 0));
  const number = starts.findLastIndex((start) => start <= at);
  const nearest = lines.findLastIndex((line, i) => i <= number && line.trim() !== '');
  return { lines, starts, number, nearest };
}
