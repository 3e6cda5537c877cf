import { column, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { replaceByPattern } from '../kit/replace.ts';

export const findAndReplaceUsingRegexMultiple = processor({
  nodeClass: 'fire.nodes.etl.NodeFindAndReplaceUsingRegexMultiple',
  name: 'Find And Replace Using Regex Advanced',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Replaces every match of a Java regular expression, one rule a row: text column, pattern, replacement; in place and in the order listed. The replacement may name groups ($1); \\$ is a dollar sign; none removes the matches. Null stays null.',
  fields: {
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        searchPatterns: text({ title: 'Pattern' }),
        replacePatterns: text({ title: 'Replacement' }),
      },
      { key: 'inputCols', required: true },
    ),
  },
  examples: [
    {
      name: 'rules of one column follow each other',
      fields: { inputCols: ['a', 'b', 'a'], searchPatterns: ['x', '^\\s+', 'yy'], replacePatterns: ['y', '', 'z'] },
      input: table('a string, b string', [
        ['xx', '  q '],
        ['xyx', null],
        [null, ''],
      ]),
      output: table('a string, b string', [
        ['z', 'q '],
        ['zy', null],
        [null, ''],
      ]),
    },
    {
      name: 'rows without a column or a pattern are not used; named groups',
      fields: {
        inputCols: ['', 'a', 'a'],
        searchPatterns: ['a', '', '(?<y>\\d{4})-(?<m>\\d{2})'],
        replacePatterns: ['b', 'c', '${m}/${y}'],
      },
      input: table('a string', [['2024-02'], ['a 1999-12-']]),
      output: table('a string', [['02/2024'], ['a 12/1999-']]),
    },
    {
      name: 'an empty input stays empty',
      fields: { inputCols: ['a'], searchPatterns: ['x'], replacePatterns: ['y'] },
      input: table('a string', []),
      output: table('a string', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const rules = fields.rules.flatMap((r) =>
      r.searchPatterns === undefined
        ? []
        : [{ column: r.inputCols, pattern: r.searchPatterns, replacement: r.replacePatterns ?? '' }],
    );
    return replaceByPattern(input, schema, rules, { column: 'inputCols', replacement: 'replacePatterns' }, engine);
  },
});
