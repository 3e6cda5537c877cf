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
    'Turns text into lower case, cuts it into tokens by a regular expression and adds them as an array. The expression (white space where none is given) fits what stands between the tokens, or the tokens themselves when gaps is false. Empty tokens are left out; null gives null.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'New column' }),
    pattern: text({ title: 'Regular expression', description: 'Blank: white space' }),
    gaps: flag({ default: true, title: 'Fits the gaps' }),
  },
  examples: [
    {
      name: 'words between white space, in lower case; null stays null',
      fields: { inputCol: 's', outputCol: 'words' },
      input: table('s string', [[' The  Quick\tÉclair '], [''], [null]]),
      output: table('s string, words array<string>', [
        [' The  Quick\tÉclair ', ['the', 'quick', 'éclair']],
        ['', []],
        [null, null],
      ]),
    },
    {
      name: 'tokens that fit themselves',
      fields: { inputCol: 'a.b', outputCol: 'ü', pattern: '[a-z]+(\\d)', gaps: 'false' },
      input: table('`a.b` string', [['A1, b22 c'], ['-']]),
      output: table('`a.b` string, `ü` array<string>', [
        ['A1, b22 c', ['a1', 'b2']],
        ['-', []],
      ]),
    },
    {
      name: 'separators of several characters',
      fields: { inputCol: 's', outputCol: 't', pattern: '[,;|]+' },
      input: table('s string', [['x,;Y||z']]),
      output: table('s string, t array<string>', [['x,;Y||z', ['x', 'y', 'z']]]),
    },
    {
      name: 'an empty input keeps the new column',
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
