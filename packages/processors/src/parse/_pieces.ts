import { functions as F, type Column } from '@millrace/spark-connect';

/** What delimiters inside it do not cut: option of the interface -> the expression of such a stretch. */
export const enclosures = {
  'Ignore Delimiters in Quotes': '"[^"]*"',
  'Ignore Delimiters in Single Quotes': "'[^']*'",
  'Ignore Delimiters in Parentheses': '\\([^)]*\\)',
  'Ignore Delimiters in Brackets': '\\[[^\\]]*\\]',
} as const;
export type Enclosure = keyof typeof enclosures;

/** `\t`, `\n` and `\s` (a blank) stand for characters that a form cannot hold. */
export const delimiterCharacters = (text: string): string[] => [
  ...new Set(text.replaceAll('\\t', '\t').replaceAll('\\n', '\n').replaceAll('\\s', ' ')),
];

/** A text cut up at any of some characters. */
export interface Pieces {
  /** The pieces, in order. Null for null text. */
  readonly pieces: Column;
  /** The text from the n-th piece on (from 0), delimiters and all. */
  rest(from: number): Column;
}

/** Cuts text at delimiters, except inside shelters that are closed again; `skipEmpty` leaves empty pieces out. */
export function cutText(
  text: Column,
  delimiters: readonly string[],
  enclosureList: readonly Enclosure[],
  skipEmpty: boolean,
): Pieces {
  const characters = delimiters.map((c) => c.replace(/[\\\]^[&~-]/, '\\$&')).join('');
  const stretches = [...enclosureList.map((s) => enclosures[s]), `[^${characters}]`].join('|');
  const pattern = `((?:${stretches})${skipEmpty ? '+' : '*'})[${characters}]`;
  // one delimiter more at the end, so that every piece ends with one
  const whole = F.call('concat', text, delimiters[0] ?? '');
  const withDelimiters = F.call('regexp_extract_all', whole, pattern, 0);
  return {
    pieces: F.call('regexp_extract_all', whole, pattern, 1),
    rest(from) {
      const all = F.call('array_join', F.call('slice', withDelimiters, from + 1, 1_000_000), '');
      return F.call('substring', all, 1, F.length(all).minus(1));
    },
  };
}
