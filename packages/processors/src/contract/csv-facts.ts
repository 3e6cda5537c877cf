/** How delimited text is marked up. */
export interface CsvFormat {
  /** One character or several. */
  readonly delimiter: string;
  /** Blank: there are no quotes. */
  readonly quote: string;
  /** Blank: there are no escapes. */
  readonly escape: string;
  /** A character set as Spark names it; UTF-8 if not set. */
  readonly encoding?: string;
  /** Lines that begin with it are none. */
  readonly comment?: string;
  /** Blanks at the beginning, and at the end, of a cell without quotes are no part of it. */
  readonly trims?: { readonly start: boolean; readonly end: boolean };
}

/** What engines may read in different ways. */
export type CsvQuirk =
  /** A quote inside a quoted cell, behind the escape character. */
  | 'escaped-quotes'
  /** Two quotes in a row inside a quoted cell, if the escape is another character. */
  | 'doubled-quotes'
  /** Two escape characters in a row inside a quoted cell, of which a reader takes one. */
  | 'escaped-escapes'
  /** The escape character in a quoted cell, before something else than a quote or another one. */
  | 'lone-escapes'
  /** Text between the end of a quoted cell and the next delimiter. */
  | 'loose-quotes'
  /** A quoted cell that does not end in its line, nor, in good order, in a later one. */
  | 'unclosed-quotes'
  /** A line end inside a quoted cell. */
  | 'multi-line'
  /** A carriage return, be it part of a line end or not. */
  | 'carriage-returns'
  /** A quote in a cell that does not begin with one, if it means nothing. */
  | 'inner-quotes'
  /** A line of blanks (tabs, too) alone. */
  | 'blank-lines'
  /** Bytes that the encoding does not know. */
  | 'bad-bytes'
  | 'byte-order-mark';

export type LineEnd = '\n' | '\r' | '\r\n';

/** What delimited text was found to hold, before an engine reads it. Empty lines do not count. */
export interface CsvFacts {
  readonly bytes: number;
  readonly files: number;
  /** The cells of the first line of each file, equal ones once; files without lines have none. */
  readonly firstRows: readonly (readonly string[])[];
  /** The first line comes again later in its file. */
  readonly headerAgain: boolean;
  /** Minimum and maximum of cells of a line, first lines left out; both 0 if there are no others. */
  readonly cells: { readonly least: number; readonly most: number };
  readonly quoted: boolean;
  /** How all lines end, if cells hold line ends too; undefined if lines end in different ways. */
  readonly lineEnd?: LineEnd;
  readonly quirks: readonly CsvQuirk[];
}
