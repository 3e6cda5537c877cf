import type { CsvFacts, CsvFormat, CsvQuirk } from '../contract/csv-facts.ts';

/** The escape of our readers if nothing else is said: Spark's. */
export const defaultEscape = '\\';

/** How far a text is from good order by the marks that it was looked through with: 0 is in order. */
const disorder = (quirks: ReadonlySet<CsvQuirk>): number =>
  quirks.has('loose-quotes') || quirks.has('unclosed-quotes') ? 2 : quirks.has('inner-quotes') ? 1 : 0;

/**
 * What quirks by the escape \ say of the escape of a text: `quote` means that quotes are doubled (RFC 4180), `perhaps` that
 * only reading by doubled quotes shows which. A \ before another character is text: writers that escape by \ escape it too.
 */
export function escapeFrom(csvQuirks: Iterable<CsvQuirk>): 'backslash' | 'quote' | 'perhaps' {
  const quirks = new Set(csvQuirks);
  if (!quirks.has('escaped-quotes'))
    return quirks.has('doubled-quotes') || quirks.has('lone-escapes') ? 'quote' : 'backslash';
  // in "a\",b and in "\""b" the quote may be the end of the cell, or half of a doubled one
  return disorder(quirks) > 0 ? 'perhaps' : 'backslash';
}

/** True for text that is nearer to good order by doubled quotes than by the escape \. */
export const isTidierDoubled = (doubled: Iterable<CsvQuirk>, byBackslash: Iterable<CsvQuirk>): boolean =>
  disorder(new Set(doubled)) < disorder(new Set(byBackslash));

/** The marks of text with the escape that it uses, and what was found in it. */
export interface CsvScan {
  readonly format: CsvFormat;
  readonly facts: CsvFacts | undefined;
}

/**
 * Looks through text by its marks. Where the escape is that of our readers, and the text doubles its quotes instead, doubled
 * quotes are what is meant: the text is looked through once more by them.
 */
export async function withEscape(
  format: CsvFormat,
  scan: (format: CsvFormat) => Promise<CsvFacts | undefined>,
): Promise<CsvScan> {
  const facts = await scan(format);
  if (facts === undefined || format.escape !== defaultEscape) return { format, facts };
  const escape = escapeFrom(facts.quirks);
  if (escape === 'backslash') return { format, facts };
  const doubling = { ...format, escape: format.quote };
  const doublingFacts = await scan(doubling);
  return escape === 'quote' || (doublingFacts !== undefined && isTidierDoubled(doublingFacts.quirks, facts.quirks))
    ? { format: doubling, facts: doublingFacts }
    : { format, facts };
}
