import { functions as F, types } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { column } from '../kit/fields.ts';
import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const filterByStringLength = processor({
  nodeClass: 'fire.nodes.etl.NodeFilterByStringLength',
  name: 'FilterByStringLength',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Keeps the rows whose string length is between a minimum and a maximum, both included. Characters are counted as Unicode code points; other types are cast to strings as in Spark. Rows with null are dropped.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    minLength: integer({ default: 0, title: 'Minimum length' }),
    maxLength: integer({ default: 0, title: 'Maximum length' }),
  },
  examples: [
    {
      name: 'includes both ends; drops nulls and empty strings',
      fields: { inputCol: 'name', minLength: '3', maxLength: '5' },
      input: table('name string', [['LISA'], ['Bob'], ['Maria'], ['Al'], ['Thomas'], [''], [null]]),
      output: table('name string', [['LISA'], ['Bob'], ['Maria']]),
    },
    {
      name: 'counts characters instead of bytes; counts spaces',
      fields: { inputCol: 'a.b', minLength: '2', maxLength: '2' },
      input: table('`a.b` string', [['日本'], ['é'], ['😀😀'], ['  '], ['abc']]),
      output: table('`a.b` string', [['日本'], ['😀😀'], ['  ']]),
    },
    {
      name: 'takes the length of numbers as strings',
      fields: { inputCol: 'n', minLength: '1', maxLength: '3' },
      input: table('n double', [[1], [1e7], [-0.5], [null], [2.5]]),
      output: table('n double', [[1], [2.5]]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCol: 'name', minLength: '1', maxLength: '99999' },
      input: table('name string', []),
      output: table('name string', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const { name, type } = requireColumn(schema, fields.inputCol, 'inputCol');
    const length = F.call('length', asText(F.columnNamed(name), type, engine)).cast(types.long);
    return input.filter(length.between(F.lit(fields.minLength, types.long), F.lit(fields.maxLength, types.long)));
  },
});
