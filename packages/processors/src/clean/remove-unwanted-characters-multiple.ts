import { functions as F } from '@millrace/spark-connect';
import { withoutCharacters } from './_characters.ts';
import { column, flag } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { requireText } from '../kit/replace.ts';

export const removeUnwantedCharactersMultiple = processor({
  nodeClass: 'fire.nodes.etl.NodeRemoveUnwantedCharactersMultiple',
  name: 'Remove Unwanted Characters Advanced',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Removes kinds of characters from string columns in place, with separate settings for each column: white space, letters, digits, commas and special characters, which are all others. Letters and digits are those of every script. Nulls remain null.',
  fields: {
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        removeWhitespaces: flag({ default: false, title: 'White space' }),
        removeLetters: flag({ default: false, title: 'Letters' }),
        removeDigits: flag({ default: false, title: 'Digits' }),
        removeSigns: flag({ default: false, title: 'Special characters' }),
        removeCommas: flag({ default: false, title: 'Commas' }),
      },
      { key: 'inputCols' },
    ),
  },
  examples: [
    {
      name: 'removes the characters selected for each column',
      fields: {
        inputCols: ['phone', 'price', ''],
        removeWhitespaces: ['true', '', 'true'],
        removeLetters: ['false', 'true', 'true'],
        removeSigns: ['true', 'false', 'true'],
        removeCommas: ['', 'true', ''],
      },
      input: table('phone string, price string, note string', [
        ['+1 (555) 0100', 'EUR 1,000.50', ' a-b '],
        [null, '', null],
      ]),
      output: table('phone string, price string, note string', [
        ['15550100', ' 1000.50', ' a-b '],
        [null, '', null],
      ]),
    },
    {
      name: 'removes Unicode letters and digits; applies the rules of one column in turn',
      fields: { inputCols: ['a.b', 'a.b'], removeLetters: ['true', ''], removeDigits: ['', 'true'] },
      input: table('`a.b` string', [['ß٣-é1']]),
      output: table('`a.b` string', [['-']]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCols: ['s'], removeDigits: ['true'] },
      input: table('s string', []),
      output: table('s string', []),
    },
  ],
  run: ({ input, schema, fields }) =>
    fields.rules.reduce((result, r) => {
      const name = requireText(schema, r.inputCols, 'inputCols');
      const characters = {
        whitespace: r.removeWhitespaces,
        letters: r.removeLetters,
        digits: r.removeDigits,
        signs: r.removeSigns,
        commas: r.removeCommas,
      };
      return result.withColumn(name, withoutCharacters(F.columnNamed(name), characters));
    }, input),
});
