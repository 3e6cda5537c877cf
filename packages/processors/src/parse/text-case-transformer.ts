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
    'Converts a string column to upper or lower case in a new column, or in place if no name is set. Nulls remain null.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    mode: choice(['upper', 'lower'], { default: 'upper', title: 'Case' }),
    outputCol: text({ title: 'New column' }),
  },
  examples: [
    {
      name: 'converts to upper case in a new column; nulls remain null',
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
      name: 'converts to lower case in place; takes unusual names',
      fields: { inputCol: 'a.b', mode: 'lower' },
      input: table('`a.b` string, `ü` int', [['ÉCLAIR 日本', 1]]),
      output: table('`a.b` string, `ü` int', [['éclair 日本', 1]]),
    },
    {
      name: 'adds the new column to an empty input',
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
