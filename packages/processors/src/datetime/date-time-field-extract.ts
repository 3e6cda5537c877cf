import { functions as F } from '@millrace/spark-connect';
import { column, flag } from '../core/fields.ts';
import { processor, table } from '../core/processor.ts';

/** Switch of the field -> Spark function, which also names the column. */
const parts = {
  extractYear: 'year',
  extractMonth: 'month',
  extractDayOfMonth: 'dayofmonth',
  extractHour: 'hour',
  extractMinute: 'minute',
  extractSecond: 'second',
} as const;

export const dateTimeFieldExtract = processor({
  nodeClass: 'fire.nodes.etl.NodeDateTimeFieldExtract',
  name: 'DateTimeFieldExtract',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Adds the chosen parts of a date or timestamp as whole numbers in columns named after it: `<column>_year`, `<column>_hour` and so on. Text that is no date gives null.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    extractYear: flag({ default: false, title: 'Year' }),
    extractMonth: flag({ default: false, title: 'Month' }),
    extractDayOfMonth: flag({ default: false, title: 'Day of month' }),
    extractHour: flag({ default: false, title: 'Hour' }),
    extractMinute: flag({ default: false, title: 'Minute' }),
    extractSecond: flag({ default: false, title: 'Second' }),
  },
  examples: [
    {
      name: 'parts of a timestamp, before 1970 too; null stays null',
      fields: { inputCol: 't', extractYear: 'true', extractHour: 'true', extractSecond: 'true' },
      input: table('t timestamp', [['2024-02-29T23:59:58Z'], ['1969-12-31T00:00:01Z'], [null]]),
      output: table('t timestamp, t_year int, t_hour int, t_second int', [
        ['2024-02-29T23:59:58Z', 2024, 23, 58],
        ['1969-12-31T00:00:01Z', 1969, 0, 1],
        [null, null, null, null],
      ]),
    },
    {
      name: 'a date has no time of day: its hour is 0',
      fields: { inputCol: 'd', extractDayOfMonth: 'true', extractMonth: 'true', extractHour: 'true', extractMinute: 'true' },
      input: table('d date', [['2024-02-29']]),
      output: table('d date, d_month int, d_dayofmonth int, d_hour int, d_minute int', [['2024-02-29', 2, 29, 0, 0]]),
    },
    {
      name: 'text is read as a timestamp; text that is none gives null',
      fields: { inputCol: 's', extractYear: 'true' },
      input: table('s string', [['2024-05-01 10:00:00'], ['2024-05-01'], ['soon'], ['']]),
      output: table('s string, s_year int', [['2024-05-01 10:00:00', 2024], ['2024-05-01', 2024], ['soon', null], ['', null]]),
    },
    {
      name: 'an empty input keeps the new columns',
      fields: { inputCol: 't', extractMinute: 'true' },
      input: table('t timestamp', []),
      output: table('t timestamp, t_minute int', []),
    },
  ],
  run({ input, fields }) {
    const moment = F.columnNamed(fields.inputCol).tryCast('timestamp');
    const chosen = Object.entries(parts).filter(([field]) => fields[field as keyof typeof parts]);
    return input.withColumns(chosen.map(([, part]) => [`${fields.inputCol}_${part}`, F.call(part, moment)]));
  },
});
