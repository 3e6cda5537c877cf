import { functions as F, type Column } from '@millrace/spark-connect';

/** Kinds of characters as regular expressions that Java and Rust read the same, without the outer bracket. Accents go with letters. */
const kinds = {
  whitespace: ' \\t\\n\\x0B\\f\\r\\p{Z}',
  letters: '\\p{L}\\p{M}',
  digits: '\\p{Nd}',
  commas: ',',
} as const;

const notSigns = `${kinds.letters}\\p{N}${kinds.whitespace}`;
/** What is no letter, number, white space or comma. */
const sign = `[^${notSigns},]`;

/** Kinds of characters to remove. */
export interface Unwanted {
  readonly whitespace: boolean;
  readonly letters: boolean;
  readonly digits: boolean;
  readonly signs: boolean;
  readonly commas: boolean;
}

/** Text without the unwanted kinds of characters. */
export function withoutCharacters(text: Column, characters: Unwanted): Column {
  const inside = (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((kind) => characters[kind])
    .map((kind) => kinds[kind]);
  const patterns = [...(inside.length === 0 ? [] : [`[${inside.join('')}]`]), ...(characters.signs ? [sign] : [])];
  return patterns.length === 0 ? text : F.call('regexp_replace', text, patterns.join('|'), '');
}

const patterns = { letters: `[${kinds.letters}`, digits: `[${kinds.digits}`, punctuation: `[[^${notSigns}]` } as const;

/** Text without letters, digits or punctuation (commas too), but for the characters that are to stay. */
export function removeCharacters(text: Column, kind: keyof typeof patterns, keep = ''): Column {
  const exceptions = [...new Set(keep)].map((c) => c.replace(/[\\^\]&~[-]/, '\\$&')).join('');
  return F.call('regexp_replace', text, `${patterns[kind]}${exceptions === '' ? '' : `&&[^${exceptions}]`}]`, '');
}

export const withoutWhitespace = (text: Column): Column => F.call('regexp_replace', text, `[${kinds.whitespace}]`, '');
/** White space at both ends away. */
export const trim = (text: Column): Column =>
  F.call('regexp_replace', text, `^[${kinds.whitespace}]+|[${kinds.whitespace}]+$`, '');
/** Tabs, line breaks and runs of blanks as one blank. */
export const singleBlanks = (text: Column): Column => F.call('regexp_replace', text, '[ \\t\\n\\x0B\\f\\r]+', ' ');
