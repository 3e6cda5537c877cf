import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const textCaseTransformer = processor({
  nodeClass: 'fire.nodes.etl.NodeTextCaseTransformer',
  name: 'Text Case Transformer',
  type: 'transform',
  category: 'Data-Preparation/String',
  description:
    'Writes a text column in upper or lower case into a new column, or in its place where no name is given. Null stays null.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    mode: choice(['upper', 'lower'], { default: 'upper', title: 'Case' }),
    outputCol: text({ title: 'New column' }),
  },
  examples: [
    {
      name: 'upper case in a new column; null stays null',
      fields: { inputCol: 's', outputCol: 't' },
      input: table('s string', [['aB1'], ['straße'], [null], ['']]),
      output: table('s string, t string', [
        ['aB1', 'AB1'],
        ['straße', 'STRASSE'],
        [null, null],
        ['', ''],
      ]),
    },
    {
      name: 'lower case in place, odd names',
      fields: { inputCol: 'a.b', mode: 'lower' },
      input: table('`a.b` string, `ü` int', [['ÉCLAIR 日本', 1]]),
      output: table('`a.b` string, `ü` int', [['éclair 日本', 1]]),
    },
    {
      name: 'an empty input keeps the new column',
      fields: { inputCol: 's', mode: 'lower', outputCol: 't' },
      input: table('s string', []),
      output: table('s string, t string', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const { name, type } = requireColumn(schema, fields.inputCol, 'inputCol');
    return input.withColumn(
      fields.outputCol?.trim() || name,
      F.call(fields.mode, asText(F.columnNamed(name), type, engine)),
    );
  },
});
