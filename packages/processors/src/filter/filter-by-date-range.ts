import { functions as F, types } from '@millrace/spark-connect';
import { castOrNull } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { dateText } from './_dates.ts';
import { column } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const filterByDateRange = processor({
  nodeClass: 'fire.nodes.etl.NodeFilterByDateRange',
  name: 'Filter By Date Range',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Keeps the rows whose date is between two days (yyyy-MM-dd), both included. For timestamps, the day is compared; strings are parsed as dates. Rows with null, or with a string that is not a date, are dropped.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    fromDateCol: dateText({ default: '1850-01-01', title: 'First day' }),
    toDateCol: dateText({ default: '2100-12-31', title: 'Last day' }),
  },
  examples: [
    {
      name: 'includes both ends; drops nulls',
      fields: { inputCol: 'd', fromDateCol: '2024-02-28', toDateCol: '2024-03-01' },
      input: table('d date, n int', [
        ['2024-02-27', 1],
        ['2024-02-28', 2],
        ['2024-02-29', 3],
        ['2024-03-01', 4],
        ['2024-03-02', 5],
        [null, 6],
      ]),
      output: table('d date, n int', [
        ['2024-02-28', 2],
        ['2024-02-29', 3],
        ['2024-03-01', 4],
      ]),
      ordered: true,
    },
    {
      name: 'compares the day of a timestamp; ranges from 1850 to 2100 by default',
      fields: { inputCol: 'a.t' },
      input: table('`a.t` timestamp', [
        ['1849-12-31T23:59:59Z'],
        ['1850-01-01T00:00:00Z'],
        ['2100-12-31T23:59:59.999999Z'],
        ['2101-01-01T00:00:00Z'],
        [null],
      ]),
      output: table('`a.t` timestamp', [['1850-01-01T00:00:00Z'], ['2100-12-31T23:59:59.999999Z']]),
    },
    {
      name: 'parses strings as dates; drops other strings',
      fields: { inputCol: 's', fromDateCol: '2024-01-01', toDateCol: '2024-12-31' },
      input: table('s string', [['2024-02-29'], ['2024-02-30'], ['soon'], ['2023-12-31'], ['2024-12-31 10:00:00']]),
      output: table('s string', [['2024-02-29'], ['2024-12-31 10:00:00']]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCol: 'd' },
      input: table('d date', []),
      output: table('d date', []),
    },
    {
      name: 'rejects a day that does not exist',
      fields: { inputCol: 'd', fromDateCol: '2023-02-29' },
      input: table('d date', []),
      error: 'invalid value "2023-02-29" for field "fromDateCol": must be a date',
    },
  ],
  run({ input, schema, fields, engine }) {
    const { name, type: from } = requireColumn(schema, fields.inputCol, 'inputCol');
    const day = castOrNull(F.columnNamed(name), { from, to: types.date, name, field: 'inputCol', engine });
    return input.filter(day.between(F.lit(fields.fromDateCol, types.date), F.lit(fields.toDateCol, types.date)));
  },
});
