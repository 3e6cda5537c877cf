import { functions as F } from '@millrace/spark-connect';
import { withoutCharacters } from './_characters.ts';
import { columns } from '../kit/list-fields.ts';
import { flag } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { requireText } from '../kit/replace.ts';

export const removeUnwantedCharacters = processor({
  nodeClass: 'fire.nodes.etl.NodeRemoveUnwantedCharacters',
  name: 'Remove Unwanted Characters',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Removes kinds of characters from the selected string columns in place: white space, letters, digits, commas and special characters, which are all others. Letters and digits are those of every script. Nulls remain null.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    removeWhitespaces: flag({ default: false, title: 'White space' }),
    removeLetters: flag({ default: false, title: 'Letters' }),
    removeDigits: flag({ default: false, title: 'Digits' }),
    removeSigns: flag({ default: false, title: 'Special characters' }),
    removeCommas: flag({ default: false, title: 'Commas' }),
  },
  examples: [
    {
      name: 'removes special characters and keeps letters, digits, spaces and commas',
      fields: { inputCols: ['s'], removeSigns: 'true' },
      input: table('s string, t string', [
        ['a$1,000% é-日!', '$'],
        [null, '%'],
        ['', null],
      ]),
      output: table('s string, t string', [
        ['a1,000 é日', '$'],
        [null, '%'],
        ['', null],
      ]),
    },
    {
      name: 'removes several kinds at once, of every script',
      fields: {
        inputCols: ['a.b', 't'],
        removeWhitespaces: 'true',
        removeLetters: 'true',
        removeDigits: 'true',
        removeCommas: 'true',
      },
      input: table('`a.b` string, t string', [
        ['a1,b 2$ é日_٢-\t\u00a0.', 'e\u0301x, 5'],
        ['(42)', null],
      ]),
      output: table('`a.b` string, t string', [
        ['$_-.', ''],
        ['()', null],
      ]),
    },
    {
      name: 'removes nothing if no kind is selected',
      fields: { inputCols: ['s'] },
      input: table('s string', [[' a,1$ ']]),
      output: table('s string', [[' a,1$ ']]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCols: ['s'], removeDigits: 'true' },
      input: table('s string', []),
      output: table('s string', []),
    },
  ],
  run({ input, schema, fields: f }) {
    const characters = {
      whitespace: f.removeWhitespaces,
      letters: f.removeLetters,
      digits: f.removeDigits,
      signs: f.removeSigns,
      commas: f.removeCommas,
    };
    const names = f.inputCols.map((name) => requireText(schema, name, 'inputCols'));
    return input.withColumns(names.map((name) => [name, withoutCharacters(F.columnNamed(name), characters)]));
  },
});
