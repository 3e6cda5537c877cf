import { functions as F, type Column } from '@millrace/spark-connect';
import { lambda } from '../kit/lambda.ts';

/** Every word, divided by blanks, with a capital first letter and small ones after it. (`initcap` differs between engines.) */
export function titleCase(text: Column): Column {
  const capital = (word: Column): Column =>
    F.call('concat', F.upper(F.call('substring', word, 1, 1)), F.call('substring', word, 2));
  return F.call('array_join', F.call('transform', F.call('split', F.lower(text), ' '), lambda('word', capital)), ' ');
}

export type LetterCase = 'upper' | 'lower' | 'title' | 'as it is';

export const inCase = (text: Column, to: LetterCase): Column =>
  ({ upper: () => F.upper(text), lower: () => F.lower(text), title: () => titleCase(text), 'as it is': () => text })[
    to
  ]();
