import { replaceByPattern } from '../kit/replace.ts';
import { columns } from '../kit/list-fields.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const findAndReplaceUsingRegex = processor({
  nodeClass: 'fire.nodes.etl.NodeFindAndReplaceUsingRegex',
  name: 'Find And Replace Using Regex',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Replaces every match of a Java regular expression in the selected string columns, in place. The replacement may refer to groups ($1); \\$ is a dollar sign. An empty replacement removes the matches. Nulls remain null.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    searchPattern: text({ title: 'Pattern' }),
    replacePattern: text({ title: 'Replacement' }),
  },
  examples: [
    {
      name: 'replaces all matches in each column; nulls remain null',
      fields: { inputCols: ['a', 'b'], searchPattern: '[aeiou]+', replacePattern: '*' },
      input: table('a string, b string, c string', [
        ['queue', 'sky', 'aa'],
        [null, '', 'e'],
      ]),
      output: table('a string, b string, c string', [
        ['q*', 'sky', 'aa'],
        [null, '', 'e'],
      ]),
    },
    {
      name: 'takes groups, a digit that follows a group, and an escaped dollar sign',
      fields: { inputCols: ['a.b'], searchPattern: '(\\w+)@(\\w+)', replacePattern: '$2.$10\\$' },
      input: table('`a.b` string', [['me@home, you@work'], ['é@x']]),
      output: table('`a.b` string', [['home.me0$, work.you0$'], ['é@x']]),
    },
    {
      name: 'matches only ASCII digits and white space, as Java does; removes matches if the replacement is empty',
      fields: { inputCols: ['s'], searchPattern: '[\\d\\s]|\\p{Punct}' },
      input: table('s string', [['a1 b٢\u00a0$-'], ['日本, 7']]),
      output: table('s string', [['ab٢\u00a0'], ['日本']]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCols: ['s'], searchPattern: 'x', replacePattern: 'y' },
      input: table('s string', []),
      output: table('s string', []),
    },
    {
      name: 'rejects a group that the pattern does not have',
      fields: { inputCols: ['s'], searchPattern: '(a)', replacePattern: '$2' },
      input: table('s string', [['a']]),
      error: 'the pattern has no group 2',
    },
    {
      name: 'rejects a column of another type',
      fields: { inputCols: ['n'], searchPattern: '1', replacePattern: '2' },
      input: table('n int', [[1]]),
      error: 'column "n" in field "inputCols" has type INT: must be STRING',
    },
  ],
  run({ input, schema, fields, engine }) {
    const { searchPattern: pattern, replacePattern: replacement = '' } = fields;
    if (pattern === undefined) return input;
    const rules = fields.inputCols.map((column) => ({ column, pattern, replacement }));
    return replaceByPattern(input, schema, rules, { column: 'inputCols', replacement: 'replacePattern' }, engine);
  },
});
