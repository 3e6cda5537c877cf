import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { column, flag, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { javaPattern } from '../kit/regex.ts';

export const regexTokenizer = processor({
  nodeClass: 'fire.nodes.etl.NodeRegexTokenizer',
  name: 'Regex Tokenizer',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Converts strings to lower case, splits them into tokens by a regular expression and adds the tokens as an array. The expression (white space by default) matches the gaps between the tokens, or the tokens themselves if gaps is false. Empty tokens are dropped; null gives null.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'New column' }),
    pattern: text({ title: 'Regular expression', description: 'White space by default' }),
    gaps: flag({ default: true, title: 'Match the gaps' }),
  },
  examples: [
    {
      name: 'splits words at white space in lower case; nulls remain null',
      fields: { inputCol: 's', outputCol: 'words' },
      input: table('s string', [[' The  Quick\tÉclair '], [''], [null]]),
      output: table('s string, words array<string>', [
        [' The  Quick\tÉclair ', ['the', 'quick', 'éclair']],
        ['', []],
        [null, null],
      ]),
    },
    {
      name: 'matches the tokens themselves',
      fields: { inputCol: 'a.b', outputCol: 'ü', pattern: '[a-z]+(\\d)', gaps: 'false' },
      input: table('`a.b` string', [['A1, b22 c'], ['-']]),
      output: table('`a.b` string, `ü` array<string>', [
        ['A1, b22 c', ['a1', 'b2']],
        ['-', []],
      ]),
    },
    {
      name: 'splits at separators of several characters',
      fields: { inputCol: 's', outputCol: 't', pattern: '[,;|]+' },
      input: table('s string', [['x,;Y||z']]),
      output: table('s string, t array<string>', [['x,;Y||z', ['x', 'y', 'z']]]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputCol: 's', outputCol: 't' },
      input: table('s string', []),
      output: table('s string, t array<string>', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const { name, type } = requireColumn(schema, fields.inputCol, 'inputCol');
    const lower = F.call('lower', asText(F.columnNamed(name), type, engine));
    const pattern = javaPattern(fields.pattern?.trim() ? fields.pattern : '\\s+', engine);
    const tokens = fields.gaps ? F.call('split', lower, pattern) : F.call('regexp_extract_all', lower, pattern, 0);
    return input.withColumn(fields.outputCol.trim(), F.call('array_remove', tokens, ''));
  },
});
