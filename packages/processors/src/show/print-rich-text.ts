import { functions as F } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { column, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** What saved files hold if no column was chosen. */
const none = 'column';

export const printRichText = processor({
  nodeClass: 'fire.nodes.graph.NodePrintRichText',
  name: 'Print Rich Text',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Shows a rich text and, if a column is chosen, the value of that column in the first row. The input is passed on unchanged.',
  fields: {
    text: text({ widget: 'textarea_rich' }),
    column: column({ default: none, description: 'Shows its value in the first row' }),
  },
  examples: [
    {
      name: 'shows a text and a column of the first row',
      fields: { text: '<b>Größe</b>', column: 'a.b' },
      input: table('`a.b` double, z int', [
        [0.5, 1],
        [2, 2],
      ]),
      output: table('`a.b` double, z int', [
        [0.5, 1],
        [2, 2],
      ]),
      results: [
        { type: 'text', title: 'Print Rich Text', text: '<b>Größe</b>' },
        { type: 'table', title: 'a.b', data: table('`a.b` double', [[0.5]]) },
      ],
    },
    {
      name: 'shows the text alone if no column is chosen',
      fields: { text: 'Done' },
      input: table('n int', [[null]]),
      results: [{ type: 'text', text: 'Done' }],
    },
    {
      name: 'shows a column alone for an empty input',
      fields: { column: 'n' },
      input: table('n int', []),
      output: table('n int', []),
      results: [{ type: 'table', title: 'n', data: table('n int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const unchosen = fields.column === none && !schema.fields.some((f) => f.name === none);
    const name = unchosen ? undefined : requireColumn(schema, fields.column, 'column').name;
    return {
      outputs: [input],
      results: [
        ...(fields.text === undefined
          ? []
          : [{ type: 'text' as const, title: 'Print Rich Text', text: fields.text, format: 'html' as const }]),
        ...(name === undefined
          ? []
          : [{ type: 'table' as const, title: name, data: input.limit(1).select(F.columnNamed(name)), limit: 1 }]),
      ],
    };
  },
});
