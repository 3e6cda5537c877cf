import { functions as F, type Column } from '@millrace/spark-connect';

/** Kinds of characters as regular expressions that Java and Rust read alike, without the outer bracket. Accents go with letters. */
const kinds = {
  whitespace: ' \\t\\n\\x0B\\f\\r\\p{Z}',
  letters: '\\p{L}\\p{M}',
  digits: '\\p{Nd}',
  commas: ',',
} as const;

/** What is no letter, number, white space or comma. */
const sign = `[^${kinds.letters}\\p{N}${kinds.whitespace},]`;

/** Kinds of characters to remove. */
export interface Unwanted {
  readonly whitespace: boolean;
  readonly letters: boolean;
  readonly digits: boolean;
  readonly signs: boolean;
  readonly commas: boolean;
}

/** Text without the unwanted kinds of characters. */
export function withoutCharacters(text: Column, unwanted: Unwanted): Column {
  const inside = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((kind) => unwanted[kind]).map((kind) => kinds[kind]);
  const patterns = [...(inside.length === 0 ? [] : [`[${inside.join('')}]`]), ...(unwanted.signs ? [sign] : [])];
  return patterns.length === 0 ? text : F.call('regexp_replace', text, patterns.join('|'), '');
}
