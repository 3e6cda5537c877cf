import type { StructType } from '@millrace/spark-connect';
import { regexTokenizer, sqlTransformer, type Stage } from '@millrace/spark-connect/ml';
import { requireColumn, uniqueNames } from '../../kit/columns.ts';
import { newColumn, requireTextOrWords } from '../kit/feature-columns.ts';

interface WordColumns {
  readonly inputCol: string;
  /** The column that gets the words of a text; none if it is blank or the input column itself. */
  readonly inputColStringArrCol: string | undefined;
}

/** The stage that `make` makes for a column of words, after one that splits text at white space if it is text. */
export function onWords(
  schema: StructType,
  { inputCol, inputColStringArrCol: target = '' }: WordColumns,
  make: (words: string) => Stage,
): readonly Stage[] {
  const field = requireTextOrWords(schema, inputCol, 'inputCol');
  if (requireColumn(schema, field, 'inputCol').type.kind === 'array') return [make(field)];
  const hasTarget = target !== '' && target.toLowerCase() !== field.toLowerCase();
  const [words = ''] = hasTarget
    ? [newColumn(schema, target, 'inputColStringArrCol')]
    : uniqueNames([...schema.fields.map(({ name }) => name), 'words'], '_').slice(-1);
  const split = regexTokenizer({ inputCol: field, outputCol: words, pattern: '\\s+', toLowercase: false });
  const drop = sqlTransformer({ statement: `select * except (\`${words}\`) from __THIS__` });
  return [split, make(words), ...(hasTarget ? [] : [drop])];
}
