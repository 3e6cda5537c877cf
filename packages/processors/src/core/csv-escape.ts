import type { CsvFacts, CsvFormat, CsvQuirk } from './csv-facts.ts';

/** The escape of our readers where nothing else is said: Spark's. */
export const defaultEscape = '\\';

/** True for text that doubles quotes inside cells (RFC 4180) and puts no escape character before any. */
export const doublesQuotes = (quirks: Iterable<CsvQuirk>): boolean => {
  const seen = new Set(quirks);
  return seen.has('doubled-quotes') && !seen.has('escaped-quotes');
};

/** The marks of text with the escape that it uses, and what was found in it. */
export interface CsvSeen {
  readonly format: CsvFormat;
  readonly facts: CsvFacts | undefined;
}

/**
 * Looks through text by its marks. Where the escape is that of our readers, and the text doubles its quotes instead, doubled
 * quotes are what is meant: the text is looked through once more by them.
 */
export async function withEscape(
  format: CsvFormat,
  look: (format: CsvFormat) => Promise<CsvFacts | undefined>,
): Promise<CsvSeen> {
  const facts = await look(format);
  if (facts === undefined || format.escape !== defaultEscape || !doublesQuotes(facts.quirks)) return { format, facts };
  const doubling = { ...format, escape: format.quote };
  return { format: doubling, facts: await look(doubling) };
}
