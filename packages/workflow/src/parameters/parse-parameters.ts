import { problem } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import { splitWords, unquote } from './split-words.ts';
import type { Word } from './split-words.ts';

export interface ParsedParameters {
  readonly values: ReadonlyMap<string, string>;
  /** Warnings about ignored text. */
  readonly problems: readonly Problem[];
  /** Ignored text in its order. */
  readonly unread: readonly string[];
}

/** Pattern of a parameter's name: letters, digits and `_`, not a digit first. */
export const PARAMETER_NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;

const ASSIGNMENT = new RegExp(`^(${PARAMETER_NAME})=([^]*)$`, 'u');
const OPTION = '--var';

/**
 * Reads parameter text: `--var a=1 --var b="two words" --var=c=3`. Quotes around a whole value (or around
 * `name=value`) are taken off; quotes inside a value stay, so that `'x','y'` can go into SQL. Of several values
 * for a name the last one counts. What is not of this form is left out and reported.
 */
export function parseParameterText(text: string | null | undefined): ParsedParameters {
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  const unread: string[] = [];
  const words = splitWords(text ?? '').values();
  for (const word of words) {
    const { optionText, whole, open } = option(word, words);
    const [, name, value] = ASSIGNMENT.exec(unquote(optionText)) ?? [];
    if (!open && name !== undefined && value !== undefined) {
      values.set(name, unquote(value));
      continue;
    }
    problems.push(problem(open ? 'parameter-not-closed' : 'parameter-not-understood', { text: whole }));
    unread.push(whole);
  }
  return { values, problems, unread };
}

interface Option {
  /** The text after `--var`; '' if the word is not an option. */
  readonly optionText: string;
  readonly whole: string;
  readonly open: boolean;
}

function option(word: Word, rest: Iterator<Word>): Option {
  const joined = `${OPTION}=`;
  if (word.text.startsWith(joined))
    return { optionText: word.text.slice(joined.length), whole: word.text, open: word.open };
  if (word.text !== OPTION) return { optionText: '', whole: word.text, open: word.open };
  const next = rest.next();
  const optionText = next.done ? '' : next.value.text;
  return { optionText, whole: `${OPTION} ${optionText}`.trim(), open: !next.done && next.value.open };
}
