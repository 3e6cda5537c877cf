import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { failUnless, words } from '../kit/guard.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { commaList, literalPattern } from '../kit/text.ts';

export const fieldSplitter = processor({
  nodeClass: 'fire.nodes.etl.NodeFieldSplitter',
  name: 'FieldSplitter',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Cuts a text column at a separator, taken literally (but \\t is a tab, and a backslash before a sign is left out), and adds the pieces as text columns. A row with more or fewer pieces than columns fails the run, or, when told to ignore that, loses the further pieces and gets null for the missing ones. Null text gives null pieces.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCols: text({
      required: true,
      widget: 'textarea_small',
      title: 'New columns',
      description: 'Names with commas between',
    }),
    sep: text({ default: ' ', title: 'Separator', description: 'A blank where nothing is given' }),
    onError: choice(['die', 'ignore'], { default: 'die', title: 'On another number of pieces' }),
  },
  examples: [
    {
      name: 'date and time apart; null stays null',
      fields: { inputCol: 'date', outputCols: 'dt,time', sep: ' ' },
      input: table('date string', [['2024-01-01 10:00'], [null]]),
      output: table('date string, dt string, time string', [
        ['2024-01-01 10:00', '2024-01-01', '10:00'],
        [null, null, null],
      ]),
    },
    {
      name: 'a separator that means something in patterns; empty pieces count; others are ignored on request',
      fields: { inputCol: 's', outputCols: 'a, b ,c', sep: '|', onError: 'ignore' },
      input: table('s string', [['1||3'], ['1'], [''], ['ä|é|ö|ü']]),
      output: table('s string, a string, b string, c string', [
        ['1||3', '1', '', '3'],
        ['1', '1', null, null],
        ['', '', null, null],
        ['ä|é|ö|ü', 'ä', 'é', 'ö'],
      ]),
    },
    {
      name: 'numbers are split as their text',
      fields: { inputCol: 'a.b', outputCols: 'x,y', sep: '0' },
      input: table('`a.b` int', [[102]]),
      output: table('`a.b` int, x string, y string', [[102, '1', '2']]),
    },
    {
      name: 'an empty input keeps the new columns',
      fields: { inputCol: 's', outputCols: 'a', sep: ',' },
      input: table('s string', []),
      output: table('s string, a string', []),
    },
    {
      name: 'another number of pieces fails the run',
      fields: { inputCol: 's', outputCols: 'a,b', sep: ',' },
      input: table('s string', [['1,2'], ['1,2,3']]),
      error: 'column "s": "1,2,3" has 3 pieces, not 2',
    },
    {
      name: 'a tab is written \\t; a backslash before a sign, as in patterns, means the sign',
      fields: { inputCol: 'f', outputCols: 'a,b', sep: '\\t' },
      input: table('f string', [['x\ty z'], [null]]),
      output: table('f string, a string, b string', [
        ['x\ty z', 'x', 'y z'],
        [null, null, null],
      ]),
    },
    {
      name: 'an upright stroke that is escaped',
      fields: { inputCol: 'f', outputCols: 'a,b', sep: '\\|' },
      input: table('f string', [['x|y']]),
      output: table('f string, a string, b string', [['x|y', 'x', 'y']]),
    },
  ],
  run({ input, schema, engine, fields }) {
    const { inputCol, sep, onError } = fields;
    const { type } = requireColumn(schema, inputCol, 'inputCol');
    const names = commaList(fields.outputCols);
    if (names.length === 0)
      throw new FieldError('outputCols', '"outputCols" names no column', 'give names with commas between');
    const cell = asText(F.columnNamed(inputCol), type, engine);
    const pieces = F.call('split', cell, literalPattern(separatorOf(sep)));
    const rows =
      onError === 'ignore'
        ? input
        : input.filter(
            failUnless(
              F.call('size', pieces).eq(names.length).or(cell.isNull()),
              words(`column "${inputCol}": "`, cell, '" has ', F.call('size', pieces), ` pieces, not ${names.length}`),
            ),
          );
    return rows.withColumns(names.map((name, i) => [name, F.call('get', pieces, i)]));
  },
});

/** What older files escape as in a pattern: a tab, and signs. */
const separatorOf = (text: string): string => text.replaceAll('\\t', '\t').replace(/\\([^A-Za-z0-9\s])/g, '$1');
