import { lettersOf, lettersOnlyOfSpark2, type PatternUse } from '@millrace/spark-sql/patterns';

/** Letters of Spark 2 alone that nodes take on any Spark: they pass over a weekday, and write its number themselves. */
const ofNodes: Readonly<Record<PatternUse, string>> = { read: 'uE', write: 'u' };

/** Letters that some take for others, and that no Spark takes. */
const ofNoSpark = 'ec';

const insteadOf: Readonly<Record<string, string>> = {
  Y: 'use y for the year',
  w: 'use the node Time Functions for the week of the year',
  W: 'use the node Time Functions for the week of the year',
  F: 'use d for the day of the month or D for the day of the year',
  e: 'use u for the number of the weekday',
  c: 'use u for the number of the weekday',
};

/** Letters that only Spark 2 takes in a pattern of a field of a node, or of a dataset. */
export const lettersOnlyOfSpark2InNodes = (pattern: string, use: PatternUse): readonly string[] =>
  lettersOnlyOfSpark2(pattern, use).filter((letter) => !ofNodes[use].includes(letter));

/** The first letter of a pattern that a node refuses unless it runs as of Spark 2, and what to do instead. */
export function findUnsupportedLetter(
  pattern: string,
  use: PatternUse,
): { readonly letter: string; readonly instead: string } | undefined {
  const ofSpark2 = lettersOnlyOfSpark2InNodes(pattern, use);
  const letter = lettersOf(pattern).find((one) => ofSpark2.includes(one) || ofNoSpark.includes(one));
  return letter === undefined ? undefined : { letter, instead: insteadOf[letter] ?? '' };
}
