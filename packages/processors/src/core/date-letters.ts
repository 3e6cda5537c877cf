/** What a date pattern is for: to read moments from text, or to write them. */
export type PatternUse = 'read' | 'write';

/** Pieces of a date pattern: quoted text, runs of one letter, and what stands between. */
export const pieces = (pattern: string): string[] => pattern.match(/'(?:[^']|'')*'?|([A-Za-z])\1*|[^A-Za-z']+/g) ?? [];

/**
 * Letters of `java.text.SimpleDateFormat`, and so of Spark 2, that later releases of Spark refuse. Source: Spark SQL,
 * "Datetime Patterns for Formatting and Parsing"; a test asks Spark about every letter.
 */
const onlyOfSpark2: Readonly<Record<PatternUse, string>> = { read: 'YwWuEF', write: 'YwWu' };

/** Those among them that nodes take on any Spark: they pass over a weekday, and write its number themselves. */
const ofNodes: Readonly<Record<PatternUse, string>> = { read: 'uE', write: 'u' };

/** Letters that some take for others, and that no Spark takes. */
const ofNoSpark = 'ec';

const insteadOf: Readonly<Record<string, string>> = {
  Y: 'write y for the year',
  w: 'use Time Functions for the week of the year',
  W: 'use Time Functions for the week of the year',
  F: 'give the day of the month or of the year',
  e: 'write u for the day number of the week',
  c: 'write u for the day number of the week',
};

const lettersOf = (pattern: string): readonly string[] => [...new Set(pieces(pattern).map((piece) => piece.charAt(0)))];

/** Letters of a date pattern that only Spark 2 takes in functions of SQL, each once. */
export const lettersOnlyOfSpark2 = (pattern: string, use: PatternUse): readonly string[] =>
  lettersOf(pattern).filter((letter) => onlyOfSpark2[use].includes(letter));

/** The same for a pattern in a field of a node, or of a dataset. */
export const lettersOnlyOfSpark2InNodes = (pattern: string, use: PatternUse): readonly string[] =>
  lettersOnlyOfSpark2(pattern, use).filter((letter) => !ofNodes[use].includes(letter));

/** The first letter of a pattern that a node refuses unless it runs as of Spark 2, and what to do instead. */
export function refusedLetter(
  pattern: string,
  use: PatternUse,
): { readonly letter: string; readonly instead: string } | undefined {
  const ofSpark2 = lettersOnlyOfSpark2InNodes(pattern, use);
  const letter = lettersOf(pattern).find((one) => ofSpark2.includes(one) || ofNoSpark.includes(one));
  return letter === undefined ? undefined : { letter, instead: insteadOf[letter] ?? '' };
}
