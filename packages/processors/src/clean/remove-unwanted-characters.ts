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
    'Removes kinds of characters from the chosen text columns, in place: white space, letters, digits, commas, and signs, which are all else. Letters and digits are those of every script. Null stays null.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    removeWhitespaces: flag({ default: false, title: 'White space' }),
    removeLetters: flag({ default: false, title: 'Letters' }),
    removeDigits: flag({ default: false, title: 'Digits' }),
    removeSigns: flag({ default: false, title: 'Signs' }),
    removeCommas: flag({ default: false, title: 'Commas' }),
  },
  examples: [
    {
      name: 'signs go; letters, digits, blanks and commas stay',
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
      name: 'several kinds at once, of every script',
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
      name: 'nothing chosen removes nothing',
      fields: { inputCols: ['s'] },
      input: table('s string', [[' a,1$ ']]),
      output: table('s string', [[' a,1$ ']]),
    },
    {
      name: 'an empty input stays empty',
      fields: { inputCols: ['s'], removeDigits: 'true' },
      input: table('s string', []),
      output: table('s string', []),
    },
  ],
  run({ input, schema, fields: f }) {
    const unwanted = {
      whitespace: f.removeWhitespaces,
      letters: f.removeLetters,
      digits: f.removeDigits,
      signs: f.removeSigns,
      commas: f.removeCommas,
    };
    const names = f.inputCols.map((name) => requireText(schema, name, 'inputCols'));
    return input.withColumns(names.map((name) => [name, withoutCharacters(F.columnNamed(name), unwanted)]));
  },
});
