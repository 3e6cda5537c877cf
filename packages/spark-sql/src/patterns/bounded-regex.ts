import { RE2JS, RE2JSException } from 're2js';

/** Why a text cannot be used as a regular expression. */
export interface RegexProblem {
  /** `invalid`: it is none; `unbounded`: it needs what cannot be matched in bounded time. */
  readonly kind: 'invalid' | 'unbounded';
  readonly message: string;
}

export type ReadRegex =
  | { readonly ok: true; readonly regex: RE2JS }
  | { readonly ok: false; readonly problem: RegexProblem };

/** One that names many columns is read once. */
let last: { readonly text: string; readonly read: ReadRegex } | undefined;

/**
 * Reads a regular expression of JavaScript (with its flag `u`) for RE2, which matches in time that grows with the text alone;
 * JavaScript's own takes exponential time for such as `(a+)+$`. Look-around, back-references and repeats of more than 1,000
 * are `unbounded`.
 */
export function boundedRegex(text: string): ReadRegex {
  if (last?.text !== text) last = { text, read: readRegex(text) };
  return last.read;
}

function readRegex(text: string): ReadRegex {
  try {
    // reading one costs nothing: it is matching that does
    RegExp(text, 'u');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: { kind: 'invalid', message: error.message } };
  }
  try {
    if (namesGroup(text)) throw new RE2JSException('a back-reference: `\\k`');
    return { ok: true, regex: RE2JS.compile(RE2JS.translateRegExp(sameSpaces(text))) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const message = error.message.replace(/^error parsing regexp: /, '');
    return { ok: false, problem: { kind: 'unbounded', message } };
  }
}

/** Escapes, classes and other characters of an expression. */
const parts = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/gu;

const namesGroup = (text: string): boolean => text.match(parts)?.includes(String.raw`\k`) ?? false;

/** Blanks that JavaScript knows and RE2 does not, as a class has them. */
const moreSpaces = String.raw`\x{b}\x{feff}\p{Z}`;

/** Says in full what `\s` and `\S` are in JavaScript. */
const sameSpaces = (text: string): string =>
  text.replace(parts, (part) => {
    if (part === String.raw`\s`) return String.raw`[\s${moreSpaces}]`;
    if (part === String.raw`\S`) return String.raw`[^\s${moreSpaces}]`;
    if (!part.startsWith('[')) return part;
    return part.replace(/\\[^]/gu, (escape) => (escape === String.raw`\s` ? escape + moreSpaces : escape));
  });
