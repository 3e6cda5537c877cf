import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, text } from '../kit/fields.ts';
import { failUnless, words } from '../kit/guard.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { commaList, literalPattern } from '../kit/text.ts';
import { missing } from '../kit/field-shape.ts';

export const fieldSplitter = processor({
  nodeClass: 'fire.nodes.etl.NodeFieldSplitter',
  name: 'FieldSplitter',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Splits a string column at a separator, taken literally (except that \\t is a tab and a backslash before a special character is removed), and adds the parts as string columns. If the number of parts differs from the number of columns, the run fails or, if errors are ignored, extra parts are dropped and missing parts are null. Nulls give null parts.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCols: text({
      required: true,
      widget: 'textarea_small',
      title: 'New columns',
      description: 'Names separated by commas',
    }),
    sep: text({ default: ' ', title: 'Separator', description: 'A space by default' }),
    onError: choice(['die', 'ignore'], { default: 'die', title: 'If the number of parts differs' }),
  },
  examples: [
    {
      name: 'splits date and time; nulls remain null',
      fields: { inputCol: 'date', outputCols: 'dt,time', sep: ' ' },
      input: table('date string', [['2024-01-01 10:00'], [null]]),
      output: table('date string, dt string, time string', [
        ['2024-01-01 10:00', '2024-01-01', '10:00'],
        [null, null, null],
      ]),
    },
    {
      name: 'takes a separator that is special in regular expressions literally; counts empty parts; ignores extra parts if chosen',
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
      name: 'splits numbers as strings',
      fields: { inputCol: 'a.b', outputCols: 'x,y', sep: '0' },
      input: table('`a.b` int', [[102]]),
      output: table('`a.b` int, x string, y string', [[102, '1', '2']]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputCol: 's', outputCols: 'a', sep: ',' },
      input: table('s string', []),
      output: table('s string, a string', []),
    },
    {
      name: 'fails on a different number of parts',
      fields: { inputCol: 's', outputCols: 'a,b', sep: ',' },
      input: table('s string', [['1,2'], ['1,2,3']]),
      error: 'value "1,2,3" in column "s" has 3 parts: must have 2',
    },
    {
      name: 'takes \\t as a tab and removes a backslash before a special character',
      fields: { inputCol: 'f', outputCols: 'a,b', sep: '\\t' },
      input: table('f string', [['x\ty z'], [null]]),
      output: table('f string, a string, b string', [
        ['x\ty z', 'x', 'y z'],
        [null, null, null],
      ]),
    },
    {
      name: 'takes an escaped vertical bar',
      fields: { inputCol: 'f', outputCols: 'a,b', sep: '\\|' },
      input: table('f string', [['x|y']]),
      output: table('f string, a string, b string', [['x|y', 'x', 'y']]),
    },
  ],
  run({ input, schema, engine, fields }) {
    const { inputCol, sep, onError } = fields;
    const { type } = requireColumn(schema, inputCol, 'inputCol');
    const names = commaList(fields.outputCols);
    if (names.length === 0) throw missing('outputCols', 'enter names separated by commas');
    const cell = asText(F.columnNamed(inputCol), type, engine);
    const pieces = F.call('split', cell, literalPattern(separatorOf(sep)));
    const rows =
      onError === 'ignore'
        ? input
        : input.filter(
            failUnless(
              F.call('size', pieces).eq(names.length).or(cell.isNull()),
              words(
                'value "',
                cell,
                `" in column "${inputCol}" has `,
                F.call('size', pieces),
                ` parts: must have ${names.length}`,
              ),
            ),
          );
    return rows.withColumns(names.map((name, i) => [name, F.call('get', pieces, i)]));
  },
});

/** What older files escape as in a pattern: a tab, and signs. */
const separatorOf = (text: string): string => text.replaceAll('\\t', '\t').replace(/\\([^A-Za-z0-9\s])/g, '$1');
