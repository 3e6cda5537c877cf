import { functions as F, types } from '@millrace/spark-connect';
import { column, flag } from '../kit/fields.ts';
import { momentOf } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { missing } from '../kit/field-shape.ts';

/** Switch, which also names the column -> microseconds of the unit. */
const units = { days: 86_400_000_000, hours: 3_600_000_000, minutes: 60_000_000, seconds: 1_000_000 } as const;

export const dateDiff = processor({
  nodeClass: 'fire.nodes.etl.NodeDateDiff',
  name: 'Date Difference',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Adds the difference between two timestamps, or between a timestamp and the start of the run, in the selected columns `days`, `hours`, `minutes` and `seconds`. Each column contains the entire difference in its unit, truncated, and negative if the second timestamp is earlier. A date counts as midnight (in UTC). Nulls, and strings that are not timestamps, give null.',
  fields: {
    fromDate: column({ required: true, title: 'From' }),
    toDate: column({ title: 'To' }),
    useCurrentDateAsToDateCol: flag({ default: false, title: 'To the start of the run' }),
    days: flag({ default: false }),
    hours: flag({ default: false }),
    minutes: flag({ default: false }),
    seconds: flag({ default: false }),
  },
  varies: ['now'],
  examples: [
    {
      name: 'truncates the difference in all units between a date and a timestamp; nulls remain null',
      fields: { fromDate: 'a', toDate: 'b', days: 'true', hours: 'true', minutes: 'true', seconds: 'true' },
      input: table('a date, b timestamp', [
        ['2024-02-28', '2024-03-01T01:59:59.999Z'],
        ['2024-01-02', '2024-01-01T12:00:00Z'],
        [null, '2024-01-01T00:00:00Z'],
      ]),
      output: table('a date, b timestamp, days bigint, hours bigint, minutes bigint, seconds bigint', [
        ['2024-02-28', '2024-03-01T01:59:59.999000Z', 2n, 49n, 2999n, 179999n],
        ['2024-01-02', '2024-01-01T12:00:00Z', 0n, -12n, -720n, -43200n],
        [null, '2024-01-01T00:00:00Z', null, null, null, null],
      ]),
    },
    {
      name: 'takes strings and computes the difference to the start of the run',
      fields: { fromDate: 'a.b', useCurrentDateAsToDateCol: 'true', hours: 'true' },
      input: table('`a.b` string', [['2024-02-29 10:34:56'], ['1969-12-31'], ['x']]),
      output: table('`a.b` string, hours bigint', [
        ['2024-02-29 10:34:56', 2n],
        ['1969-12-31', 474804n],
        ['x', null],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { fromDate: 'a', toDate: 'a', seconds: 'true' },
      input: table('a date', []),
      output: table('a date, seconds bigint', []),
    },
    {
      name: 'requires the second timestamp',
      fields: { fromDate: 'a', days: 'true' },
      input: table('a date', []),
      error: 'field "toDate" is required',
    },
  ],
  run({ input, schema, engine, now, fields }) {
    const { fromDate, toDate, useCurrentDateAsToDateCol } = fields;
    if (toDate === undefined && !useCurrentDateAsToDateCol)
      throw missing('toDate', 'choose a column, or use the start of the run');
    const from = momentOf(fromDate, schema, 'fromDate', engine).cast(types.timestamp);
    const to =
      toDate === undefined || useCurrentDateAsToDateCol
        ? F.lit(now, types.timestamp)
        : momentOf(toDate, schema, 'toDate', engine).cast(types.timestamp);
    const micros = F.call('unix_micros', to).minus(F.call('unix_micros', from));
    const selectedUnits = Object.entries(units).filter(([unit]) => fields[unit as keyof typeof units]);
    return input.withColumns(selectedUnits.map(([unit, size]) => [unit, F.call('div', micros, F.lit(BigInt(size)))]));
  },
});
