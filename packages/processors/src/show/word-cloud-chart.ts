import { functions as F, types, type DataFrame, type StructType } from '@millrace/spark-connect';
import { chartColors, chartOf } from '../kit/chart-fields.ts';
import { choice, flag, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { isNumber } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const heading = 'word string, count double';

export const wordCloudChart = processor({
  nodeClass: 'fire.nodes.graph.NodeWorldCloudChart',
  name: 'Word Cloud Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws the most frequent words, sized by their counts. An input with one text and one numeric column is read as words with counts; of any other input, the words of all text columns are counted in lower case, split at characters that are neither letters nor digits. Nulls are ignored; equally frequent words are sorted as text. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Graph' }),
    description: text({ description: 'Shown below the title' }),
    descriptionColor: text({ default: '#6D6E70', widget: 'descriptioncolor', title: 'Colour of the description' }),
    topWordCount: choice(['10', '20', '50', '100'], { default: '10', title: 'Number of words' }),
    chartColors,
    isWordCloud: flag({ default: true, title: 'Word cloud', description: 'If false, a column chart is drawn' }),
  },
  examples: [
    {
      name: 'draws words by count, most frequent first, and adds up repeated words',
      input: table('term string, n int', [
        ['b', 2],
        ['a', 3],
        ['b', 1],
        [null, 9],
        ['c', null],
      ]),
      output: table('term string, n int', [
        ['b', 2],
        ['a', 3],
        ['b', 1],
        [null, 9],
        ['c', null],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Graph',
          kind: 'word-cloud',
          data: table(heading, [
            ['a', 3],
            ['b', 3],
          ]),
        },
      ],
    },
    {
      name: 'counts the words of texts and draws columns',
      fields: { isWordCloud: 'false', title: 'Words' },
      input: table('id int, `a.b` string, z string', [
        [1, 'Über den Dächern; über', null],
        [2, 'dächern – 2', 'den  Über!'],
        [3, '', '...'],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Words',
          kind: 'column',
          data: table(heading, [
            ['über', 3],
            ['den', 2],
            ['dächern', 2],
            ['2', 1],
          ]),
        },
      ],
    },
    {
      name: 'draws the requested number of words',
      fields: { topWordCount: '10' },
      input: table('t string', [['a b c d e f g h i j k l b']]),
      results: [
        {
          type: 'chart',
          data: table(heading, [
            ['b', 2],
            ...['a', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((word): [string, number] => [word, 1]),
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty cloud',
      input: table('t string', []),
      output: table('t string', []),
      results: [{ type: 'chart', data: table(heading, []) }],
    },
  ],
  run({ input, schema, fields }) {
    const top = Number(fields.topWordCount);
    const [word, count] = [F.col('word'), F.col('count')];
    const data = withWeights(input, schema)
      .groupBy(word)
      .agg(F.sum('count').alias('count'))
      .filter(count.isNotNull())
      .orderBy(count.desc(), word)
      .limit(top);
    const kind = fields.isWordCloud ? 'word-cloud' : 'column';
    const encodings = fields.isWordCloud ? { label: 'word', size: 'count' } : { x: 'word', y: ['count'] };
    return {
      outputs: [input],
      results: [{ type: 'chart', title: fields.title, data, limit: top, chart: chartOf(kind, encodings, fields) }],
    };
  },
});

/** Words and how much each counts. */
function withWeights(input: DataFrame, schema: StructType): DataFrame {
  const texts = schema.fields.flatMap((f, i) => (f.type.kind === 'string' ? [i] : []));
  const numbers = schema.fields.flatMap((f, i) => (isNumber(f.type) ? [i] : []));
  if (texts.length === 0)
    throw new FieldError('topWordCount', 'no text column in the input', 'connect an input with a text column');
  const columns = input.toDF(...schema.fields.map((_, i) => `c${i}`));
  const at = (i: number | undefined) => F.col(`c${i ?? 0}`);
  if (schema.fields.length === 2 && numbers.length === 1)
    return columns
      .filter(at(texts[0]).isNotNull())
      .select(at(texts[0]).alias('word'), at(numbers[0]).cast(types.double).alias('count'));
  const all = F.lower(F.concatWs(' ', ...texts.map(at)));
  return columns
    .select(F.explode(F.call('split', all, '[^\\p{L}\\p{N}]+')).alias('word'), F.lit(1, types.double).alias('count'))
    .filter(F.col('word').notEq(''));
}
