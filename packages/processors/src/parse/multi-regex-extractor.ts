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
    'Adds columns with the first match of a Java regular expression in a string column: the chosen group, or the entire match for group 0, the default. No match gives an empty string; null gives null.',
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
      name: 'extracts a group and the entire match; no match gives an empty string; nulls remain null',
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
      name: 'matches only ASCII letters, as Java does; takes numbers as strings and unusual names',
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
      name: 'adds the new column to an empty input',
      fields: { inputColNames: ['s'], outputColNames: ['t'], patterns: ['x'] },
      input: table('s string', []),
      output: table('s string, t string', []),
    },
    {
      name: 'rejects a group that the expression does not have',
      fields: { inputColNames: ['s'], outputColNames: ['t'], patterns: ['(a)'], groups: ['2'] },
      input: table('s string', []),
      error: 'invalid value "2" for field "groups": the expression "(a)" has 1 group',
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
            `invalid value "${groups}" for field "groups": the expression "${patterns}" has ${count} group${count === 1 ? '' : 's'}`,
            'enter the number of a group, or 0 for the entire match',
          );
        return [
          outputColNames.trim(),
          F.call('regexp_extract', asText(F.columnNamed(name), type, engine), javaPattern(patterns, engine), groups),
        ];
      }),
    ),
});
