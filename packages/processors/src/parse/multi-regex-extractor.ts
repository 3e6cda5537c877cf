import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { column, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { integer } from '../kit/number-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { groupCount, javaPattern } from '../kit/regex.ts';

export const multiRegexExtractor = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiRegexExtractor',
  name: 'Multi Regex Extractor',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Adds columns with the first piece of a text column that fits a regular expression: the given group, or the whole piece for group 0 (and where no group is given). No match gives empty text, null gives null. The expressions are those of Java.',
  fields: {
    extractions: rows(
      {
        inputColNames: column({ required: true, title: 'Column' }),
        outputColNames: text({ required: true, title: 'New column' }),
        patterns: text({ required: true, title: 'Regular expression' }),
        groups: integer({ default: 0, min: 0, title: 'Group' }),
      },
      { key: 'inputColNames', required: true },
    ),
  },
  examples: [
    {
      name: 'a group and the whole match; no match is empty, null stays null',
      fields: {
        inputColNames: ['s', 's'],
        outputColNames: ['number', 'all'],
        patterns: ['([a-z]+)-(\\d+)', '[a-z]+-\\d+'],
        groups: ['2', ''],
      },
      input: table('s string', [['ab-12, cd-34'], ['none'], [''], [null]]),
      output: table('s string, number string, all string', [
        ['ab-12, cd-34', '12', 'ab-12'],
        ['none', '', ''],
        ['', '', ''],
        [null, null, null],
      ]),
    },
    {
      name: 'letters of Java know ASCII alone; numbers are read as text; odd names',
      fields: {
        inputColNames: ['a.b', 'x'],
        outputColNames: ['word', 'ü'],
        patterns: ['\\w+', '\\.(\\d)'],
        groups: ['0', '1'],
      },
      input: table('`a.b` string, x double', [['éa1', 2.5]]),
      output: table('`a.b` string, x double, word string, `ü` string', [['éa1', 2.5, 'a1', '5']]),
    },
    {
      name: 'an empty input keeps the new column',
      fields: { inputColNames: ['s'], outputColNames: ['t'], patterns: ['x'] },
      input: table('s string', []),
      output: table('s string, t string', []),
    },
    {
      name: 'a group that the expression does not have is refused',
      fields: { inputColNames: ['s'], outputColNames: ['t'], patterns: ['(a)'], groups: ['2'] },
      input: table('s string', []),
      error: '"groups" is 2, and the expression "(a)" has 1',
    },
  ],
  run: ({ input, schema, engine, fields }) =>
    input.withColumns(
      fields.extractions.map(({ inputColNames, outputColNames, patterns, groups }) => {
        const { name, type } = requireColumn(schema, inputColNames, 'inputColNames');
        const count = groupCount(patterns);
        if (groups > count)
          throw new FieldError(
            'groups',
            `"groups" is ${groups}, and the expression "${patterns}" has ${count}`,
            'give the number of a group, or 0 for the whole match',
          );
        return [
          outputColNames.trim(),
          F.call('regexp_extract', asText(F.columnNamed(name), type, engine), javaPattern(patterns, engine), groups),
        ];
      }),
    ),
});
