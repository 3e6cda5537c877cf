/** What a date pattern is for: to read moments from text, or to write them. */
export type PatternUse = 'read' | 'write';

/** Pieces of a date pattern: quoted text, runs of one letter, and what stands between. */
export const pieces = (pattern: string): string[] => pattern.match(/'(?:[^']|'')*'?|([A-Za-z])\1*|[^A-Za-z']+/g) ?? [];

/**
 * Letters of `java.text.SimpleDateFormat`, and so of Spark 2, that later releases of Spark refuse. Source: Spark SQL,
 * "Datetime Patterns for Formatting and Parsing"; a test asks Spark about every letter.
 */
const onlyOfSpark2: Readonly<Record<PatternUse, string>> = { read: 'YwWuEF', write: 'YwWu' };

/** Letters of a date pattern, each once. */
export const lettersOf = (pattern: string): readonly string[] => [
  ...new Set(pieces(pattern).map((piece) => piece.charAt(0))),
];

/** Letters of a date pattern that only Spark 2 takes in functions of SQL, each once. */
export const lettersOnlyOfSpark2 = (pattern: string, use: PatternUse): readonly string[] =>
  lettersOf(pattern).filter((letter) => onlyOfSpark2[use].includes(letter));
