import { functions as F, type DataFrame, type StructType, type Value } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { choice, expression, flag, layout, text } from '../kit/fields.ts';
import { columns, list, rows } from '../kit/list-fields.ts';
import { integer } from '../kit/number-fields.ts';
import { freeName } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const printFirstNRows = processor({
  nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
  name: 'PrintNRows',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Shows the first rows as a table with all or the chosen columns, optionally with highlighted rows, cells or columns. A condition that is null highlights nothing. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Row Values' }),
    n: integer({ default: 10, min: 0, title: 'Rows to show' }),
    columns: columns({ description: 'Columns to show; all if none is chosen' }),
    enableInExecution: flag({
      default: true,
      title: 'Show in runs',
      description: 'If false, the table is shown only in previews',
    }),
    displayDataType: flag({ default: true, title: 'Show types' }),
    highlight_tab: layout(),
    highlight: flag({ default: false, widget: 'array_single' }),
    highlights: rows(
      {
        highlight_type: choice(['row', 'column', 'cell'], { title: 'Highlight' }),
        highlight_expression: expression({
          required: true,
          title: 'Condition or column',
          description:
            'A condition for rows and cells (highlights the cells of the columns in the condition), or the name of a column',
        }),
        color_code: text({ default: '#FEF08A', title: 'Colour' }),
      },
      {
        key: 'highlight_expression',
        widgets: { highlight_type: 'list_array', highlight_expression: 'list_textfield', color_code: 'list_textfield' },
      },
    ),
    rowHeader_tab: layout(),
    rowHeader: flag({ default: false, widget: 'array_single', title: 'Header rows' }),
    rowHeader_columns: list({ widget: 'array_textfield', title: 'Columns below the header' }),
    rowHeader_color: list({ widget: 'list_textfield', title: 'Text colour' }),
    rowHeader_bgColor: list({ widget: 'list_textfield', title: 'Background colour' }),
    rowHeader_value: list({ widget: 'list_textfield', title: 'Header text' }),
  },
  examples: [
    {
      name: 'shows the first rows in input order and passes all rows on',
      fields: { n: '2' },
      input: table('id int, name string', [
        [3, 'c'],
        [1, null],
        [2, 'b'],
      ]),
      output: table('id int, name string', [
        [3, 'c'],
        [1, null],
        [2, 'b'],
      ]),
      results: [
        {
          type: 'table',
          title: 'Row Values',
          data: table('id int, name string', [
            [3, 'c'],
            [1, null],
          ]),
        },
      ],
    },
    {
      name: 'shows only the chosen columns',
      fields: { n: '5', title: 'Names', columns: ['name'] },
      input: table('id int, name string', [
        [1, 'é'],
        [2, null],
      ]),
      output: table('id int, name string', [
        [1, 'é'],
        [2, null],
      ]),
      results: [{ type: 'table', title: 'Names', data: table('name string', [['é'], [null]]) }],
    },
    {
      name: 'marks highlighted rows in a hidden column; keeps duplicate names',
      fields: {
        highlight: 'true',
        highlight_type: ['row', 'column'],
        highlight_expression: ['id > 1', 'name'],
        color_code: ['red', ''],
      },
      input: table('id int, name string, name string', [
        [1, 'a', 'x'],
        [2, 'b', 'y'],
        [null, 'c', 'z'],
      ]),
      output: table('id int, name string, name string', [
        [1, 'a', 'x'],
        [2, 'b', 'y'],
        [null, 'c', 'z'],
      ]),
      results: [
        {
          type: 'table',
          data: table('id int, name string, name string, _highlight boolean', [
            [1, 'a', 'x', false],
            [2, 'b', 'y', true],
            [null, 'c', 'z', false],
          ]),
        },
      ],
    },
    {
      name: 'shows nothing in runs if disabled there',
      fields: { enableInExecution: 'false' },
      input: table('id int', [[1]]),
      output: table('id int', [[1]]),
      results: [],
    },
    {
      name: 'an empty input shows an empty table with its columns',
      input: table('id int', []),
      output: table('id int', []),
      results: [{ type: 'table', title: 'Row Values', data: table('id int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    if (!fields.enableInExecution) return { outputs: [input], results: [] };
    const columns = requireColumns(schema, fields.columns, 'columns').map((c) => F.columnNamed(c.name));
    const first = input.limit(fields.n);
    const { data, marks, hidden } = fields.highlight ? mark(first, schema, fields.highlights) : withoutMarks(first);
    const rows = columns.length === 0 ? data : data.select(...columns, ...hidden.map((name) => F.columnNamed(name)));
    const headers = fields.rowHeader
      ? fields.rowHeader_value.map((value, i) => ({
          value,
          columns: fields.rowHeader_columns[i] ?? '',
          color: fields.rowHeader_color[i] ?? '',
          background: fields.rowHeader_bgColor[i] ?? '',
        }))
      : [];
    const options = {
      displayDataType: fields.displayDataType,
      ...(marks.length === 0 ? {} : { highlights: marks, hidden }),
      ...(headers.length === 0 ? {} : { headers }),
    };
    return {
      outputs: [input],
      results: [{ type: 'table', title: fields.title, data: rows, limit: fields.n, options }],
    };
  },
});

interface Highlight {
  readonly highlight_type?: 'row' | 'column' | 'cell' | undefined;
  readonly highlight_expression: string;
  readonly color_code: string;
}

interface HighlightedRows {
  readonly data: DataFrame;
  /** What to colour: a column, or the rows (or their cells) for which the column `by` is true. */
  readonly marks: readonly Readonly<Record<string, Value>>[];
  /** Columns that are there for the marks alone. */
  readonly hidden: readonly string[];
}

const withoutMarks = (data: DataFrame): HighlightedRows => ({ data, marks: [], hidden: [] });

const mark = (data: DataFrame, schema: StructType, highlights: readonly Highlight[]): HighlightedRows =>
  highlights.reduce<HighlightedRows>(
    (done, { highlight_type: type = 'row', highlight_expression: where, color_code: color }) => {
      if (type === 'column') return { ...done, marks: [...done.marks, { type, column: where, color }] };
      const allFields = {
        ...schema,
        fields: [
          ...schema.fields,
          ...done.hidden.map((name) => ({ name, type: { kind: 'boolean' }, nullable: true }) as const),
        ],
      };
      const by = freeName(allFields, '_highlight');
      const condition = F.coalesce(F.expr(where), F.lit(false)).alias(by);
      return {
        data: done.data.select('*', condition),
        marks: [...done.marks, { type, where, by, color }],
        hidden: [...done.hidden, by],
      };
    },
    withoutMarks(data),
  );
