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
    'Replaces every match of a Java regular expression in place. Each rule names a string column, a pattern and a replacement; rules apply in the order listed. The replacement may refer to groups ($1); \\$ is a dollar sign, and an empty replacement removes the matches. Nulls remain null.',
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
      name: 'applies the rules of one column in turn',
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
      name: 'ignores rules without a column or a pattern; takes named groups',
      fields: {
        inputCols: ['', 'a', 'a'],
        searchPatterns: ['a', '', '(?<y>\\d{4})-(?<m>\\d{2})'],
        replacePatterns: ['b', 'c', '${m}/${y}'],
      },
      input: table('a string', [['2024-02'], ['a 1999-12-']]),
      output: table('a string', [['02/2024'], ['a 12/1999-']]),
    },
    {
      name: 'keeps an empty input empty',
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
