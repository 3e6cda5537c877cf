import { functions as F, types } from '@millrace/spark-connect';
import { byPosition } from '../kit/columns.ts';
import { FieldError } from '../kit/field-error.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { literalPattern } from '../kit/text.ts';

export const wordCount = processor({
  nodeClass: 'fire.nodes.ml.NodeWordCount',
  name: 'Word Count',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Splits the strings of all string columns at a delimiter, taken literally, and counts how often each word occurs. Returns the columns `word` and `count`, the most frequent words first, then in order of the word. Spaces around a word, empty words and nulls are ignored; case is significant.',
  fields: { delimiter: text({ default: ',' }) },
  examples: [
    {
      name: 'counts the words of all string columns, the most frequent first',
      input: table('a string, n int, `b.c` string', [
        ['x, y', 1, 'x'],
        [null, 2, 'É,é, ,'],
        ['x', 3, null],
      ]),
      output: table('word string, count bigint', [
        ['x', 3n],
        ['y', 1n],
        ['É', 1n],
        ['é', 1n],
      ]),
      ordered: true,
    },
    {
      name: 'takes a delimiter that is special in regular expressions literally',
      fields: { delimiter: '|' },
      input: table('a string, a string', [
        ['p|q', 'p|.'],
        ['', '|'],
      ]),
      output: table('word string, count bigint', [
        ['p', 2n],
        ['.', 1n],
        ['q', 1n],
      ]),
      ordered: true,
    },
    {
      name: 'counts no words in an empty input',
      input: table('a string', []),
      output: table('word string, count bigint', []),
    },
    {
      name: 'rejects an input without string columns',
      input: table('n int', [[1]]),
      error: 'the input has no string columns',
    },
  ],
  run({ input, schema, fields }) {
    const { rows, columns } = byPosition(input, schema, '_c');
    const texts = columns.filter((_, i) => schema.fields[i]?.type.kind === 'string');
    if (texts.length === 0)
      throw new FieldError('delimiter', 'the input has no string columns', 'cast a column to STRING before this node');
    const pieces = F.call(
      'flatten',
      F.call(
        'array',
        ...texts.map((t) => F.call('split', F.coalesce(t, F.lit('', types.string)), literalPattern(fields.delimiter))),
      ),
    );
    return rows
      .select(F.explode(pieces).alias('piece'))
      .select(F.trim('piece').alias('word'))
      .filter(F.col('word').notEq(''))
      .groupBy('word')
      .agg(F.count().alias('count'))
      .orderBy(F.col('count').desc(), F.col('word'));
  },
});
