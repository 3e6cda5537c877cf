import { StreamLanguage } from '@codemirror/language';
import { scala } from '@codemirror/legacy-modes/mode/clike';

/** The syntax of Scala. Quotes close after the prefix of an interpolated string, too. */
export const scalaLanguage = StreamLanguage.define({
  ...scala,
  languageData: {
    ...scala.languageData,
    closeBrackets: { brackets: ['(', '[', '{', '"', '"""'], stringPrefixes: ['s', 'f', 'raw'] },
  },
});

/** Words that Scala reserves. */
export const scalaKeywords: readonly string[] = [
  ...['abstract', 'case', 'catch', 'class', 'def', 'do', 'else', 'extends', 'false', 'final', 'finally', 'for', 'if'],
  ...['implicit', 'import', 'lazy', 'match', 'new', 'null', 'object', 'override', 'package', 'private', 'protected'],
  ...['return', 'sealed', 'super', 'this', 'throw', 'trait', 'true', 'try', 'type', 'val', 'var', 'while', 'with'],
  'yield',
];
