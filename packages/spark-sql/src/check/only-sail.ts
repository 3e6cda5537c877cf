import type { Call } from '../ast/ast.ts';
import { isKnown } from '../analyse/function-types.ts';
import { generators, untyped } from '../analyse/functions.ts';
import { typedLiterals } from '../parse/keywords.ts';
import { positionOf } from './problem.ts';
import type { ReadText } from './read-text.ts';
import { tableFunctions } from './refused.ts';
import type { Token } from '../parse/tokens.ts';

/** Why Sail does not get a text. `unknown-function`: no engine has it. */
export interface SailRefusal {
  readonly why: 'unsure' | 'unknown-function';
  readonly message: string;
}

/**
 * Why Sail does not get a text; undefined if it does. Sail has a parser of its own; a text that it might read in another way than
 * the checks before it did could do what they refuse. So it gets only text that this package reads to the end, without spellings that
 * parsers differ in, and only calls of functions that this package knows.
 */
export function sailRefusal({ sql, tokens, walk, isOpaque }: ReadText): SailRefusal | undefined {
  const spelling = oddSpelling(sql, tokens);
  if (spelling !== undefined) return unsure(`${spelling.description} at ${positionOf(sql, spelling.at)}`);
  if (isOpaque) return unsure('parts of it were not parsed');
  let call: SailRefusal | undefined;
  const check = ({ name }: Call, isTable: boolean): void => {
    if (call !== undefined || (isTable ? tableFunctions.has(name) : isKnown(name) || generators.has(name))) return;
    call =
      isTable || untyped.has(name)
        ? unsure(`the function ${name} is not tested on Sail`)
        : { why: 'unknown-function', message: `unknown function: ${name}` };
  };
  walk({ expression: (expr) => expr.kind === 'call' && check(expr, false), tableFunction: (one) => check(one, true) });
  return call;
}

const unsure = (reason: string): SailRefusal => ({
  why: 'unsure',
  message: `Sail might read the SQL differently: ${reason}`,
});

const plainHint = /^[\w\s,()]*$/;

/** The first spelling that parsers differ in. */
function oddSpelling(
  sql: string,
  tokens: readonly Token[],
): { readonly description: string; readonly at: number } | undefined {
  let last: Token | undefined;
  for (const token of tokens) {
    const from = last?.end ?? 0;
    if (!isPlainGap(sql, from, token.start)) return { description: 'an unusual blank or comment', at: from };
    if (token.kind === 'bad') return { description: 'an unusual character', at: token.start };
    if (token.kind === 'hint' && !plainHint.test(token.value))
      return { description: 'an unusual hint', at: token.start };
    const abuts = token.kind === 'string' && last?.end === token.start;
    const isPrefix = last?.key === '&' || (last?.kind === 'word' && !Object.hasOwn(typedLiterals, last.key));
    if (abuts && isPrefix) return { description: 'a word or & directly before a string', at: from };
    last = token;
  }
  return undefined;
}

/** Line ends that not all parsers recognize, and other invisible characters. */
const invisible = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/u;

/** True if nothing stands between two tokens but blanks, and comments that end for every parser in the same place. */
function isPlainGap(sql: string, from: number, to: number): boolean {
  for (let at = from; at < to;) {
    if (sql.startsWith('--', at)) {
      const end = sql.indexOf('\n', at);
      const comment = sql.slice(at, end < 0 ? to : end).replace(/\r$/, '');
      if ((end >= 0 && comment.endsWith('\\')) || invisible.test(comment)) return false;
      at = end < 0 ? to : end + 1;
    } else if (sql.startsWith('/*', at)) {
      const end = sql.indexOf('*/', at + 2);
      const inner = sql.slice(at + 2, end);
      if (end < 0 || inner.includes('/*') || /\r(?!\n)/.test(inner)) return false;
      at = end + 2;
    } else if (sql.startsWith('\r\n', at)) at += 2;
    else if (/[ \t\n]/.test(sql.charAt(at))) at += 1;
    else return false;
  }
  return true;
}
