import { functions as F, types, type Column, type DataType, type StructField } from '@millrace/spark-connect';
import { castWithoutAnsi } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { formatMoment } from '../kit/date-format.ts';
import { column, flag, format } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { type } from '../kit/type-fields.ts';
import { isMoment, momentByPattern } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { invalidValue } from '../kit/field-error.ts';

export const multiCastColumnType2 = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiCastColumnType2',
  name: 'Cast To Different Types-2',
  type: 'transform',
  category: 'Data-Preparation/Cast-DataType',
  description:
    'Casts each listed column to its own type, optionally by a format: a datetime pattern between strings and dates or timestamps, or `precision,scale` for DECIMAL. A value that cannot be cast becomes null. If a rule does not replace its column, the result is appended as `<column>-new`.',
  fields: {
    casts: rows(
      {
        inputColNames: column({ required: true, title: 'Column' }),
        outputColTypes: type({ default: 'STRING', title: 'New type' }),
        replaceExistingCols: flag({ default: true, title: 'Replace the column' }),
        formats: format({ title: 'Format', description: 'Datetime pattern, or precision,scale' }),
      },
      { key: 'inputColNames' },
    ),
  },
  examples: [
    {
      name: 'parses strings into dates and timestamps by patterns; what does not match becomes null',
      fields: {
        inputColNames: ['d', 't'],
        outputColTypes: ['DATE', 'TIMESTAMP'],
        replaceExistingCols: ['true', 'true'],
        formats: ['dd/MM/yyyy', 'yyyy-MM-dd HH:mm:ss'],
      },
      input: table('d string, t string', [
        ['29/02/2024', '2024-02-29 01:02:03'],
        ['5/3/2024', '2024-2-9 1:2:3'],
        ['30/02/2024', 'soon'],
        ['2024-01-01', null],
        [null, ''],
      ]),
      output: table('d date, t timestamp', [
        ['2024-02-29', '2024-02-29T01:02:03Z'],
        ['2024-03-05', '2024-02-09T01:02:03Z'],
        [null, null],
        [null, null],
        [null, null],
      ]),
    },
    {
      name: 'formats dates and timestamps by patterns in new columns',
      fields: {
        inputColNames: ['d', 't'],
        outputColTypes: ['STRING', 'STRING'],
        replaceExistingCols: ['false', 'true'],
        formats: ['dd.MM.yy', 'MMM d, yyyy HH:mm'],
      },
      input: table('d date, t timestamp', [
        ['2024-02-09', '2024-02-09T13:05:00Z'],
        [null, '1969-12-31T23:59:59Z'],
      ]),
      output: table('d date, t string, `d-new` string', [
        ['2024-02-09', 'Feb 9, 2024 13:05', '09.02.24'],
        [null, 'Dec 31, 1969 23:59', null],
      ]),
    },
    {
      name: 'formats the weekday as text and as a number, also of timestamps without a time zone; parses strings with a weekday',
      fields: {
        inputColNames: ['d', 't', 's'],
        outputColTypes: ['STRING', 'STRING', 'DATE'],
        replaceExistingCols: ['true', 'true', 'true'],
        formats: ['u', 'dd/MM/yyyy u', 'EEE, d MMM yyyy'],
      },
      input: table('d date, t timestamp_ntz, s string', [
        ['2024-03-03', '2024-03-04T10:11:12', 'Sun, 3 Mar 2024'],
        [null, null, null],
      ]),
      output: table('d string, t string, s date', [
        ['7', '04/03/2024 1', '2024-03-03'],
        [null, null, null],
      ]),
    },
    {
      name: 'casts to decimals with precision and scale; rounds halves away from zero; too many digits give null',
      fields: {
        inputColNames: ['s', 'd'],
        outputColTypes: ['DECIMAL', 'DECIMAL'],
        replaceExistingCols: ['true', 'true'],
        formats: ['5,2', '4, 1'],
      },
      input: table('s string, d double', [
        ['1.005', 2.25],
        ['-1.005', -2.25],
        ['1234.5', 999.95],
        ['abc', NaN],
        [null, null],
      ]),
      output: table('s decimal(5,2), d decimal(4,1)', [
        ['1.01', '2.3'],
        ['-1.01', '-2.3'],
        [null, null],
        [null, null],
        [null, null],
      ]),
    },
    {
      name: 'warns of a date that is null as a number',
      fields: { inputColNames: ['d'], outputColTypes: ['DOUBLE'] },
      input: table('d date', [['2024-02-29'], [null]]),
      output: table('d double', [[null], [null]]),
      warnings: ['column "d" of type DATE becomes null when cast to DOUBLE'],
    },
    {
      name: 'casts without formats; gives an empty input the new types',
      fields: { inputColNames: ['s'], outputColTypes: ['INTEGER'], replaceExistingCols: ['true'], formats: [''] },
      input: table('s string', []),
      output: table('s int', []),
    },
    {
      name: 'rejects a precision that Spark does not support',
      fields: { inputColNames: ['s'], outputColTypes: ['DECIMAL'], formats: ['40,2'] },
      input: table('s string', [['1']]),
      error: 'must be a precision and a scale',
    },
  ],
  run({ input, schema, fields, engine, now, compatibility }) {
    const casts = fields.casts.map(({ inputColNames, outputColTypes, replaceExistingCols, formats }) => {
      const from = requireColumn(schema, inputColNames, 'inputColNames');
      const { name } = from;
      const to = outputColTypes.kind === 'decimal' && formats !== undefined ? decimalOf(formats) : outputColTypes;
      const value = byPattern(from, to, formats, { engine, now, compatibility });
      const castOptions = { from: from.type, to, name, field: 'outputColTypes', engine };
      return {
        name: replaceExistingCols ? name : `${name}-new`,
        ...(value === undefined ? castWithoutAnsi(F.columnNamed(name), castOptions) : { value, warnings: [] }),
      };
    });
    return {
      outputs: [casts.length === 0 ? input : input.withColumns(casts.map(({ name, value }) => [name, value]))],
      warnings: casts.flatMap(({ warnings }) => warnings),
    };
  },
});

/** The value by a date pattern, if the two types have one between them. */
function byPattern(
  from: StructField,
  to: DataType,
  pattern: string | undefined,
  context: Pick<RunContext, 'engine' | 'now' | 'compatibility'>,
): Column | undefined {
  if (pattern === undefined) return undefined;
  if (to.kind === 'string' && isMoment(from.type))
    return formatMoment(F.columnNamed(from.name), pattern, { ...context, field: 'formats' });
  if (from.type.kind !== 'string' || (to.kind !== 'date' && to.kind !== 'timestamp')) return undefined;
  return momentByPattern(from, to.kind === 'date' ? types.date : types.timestamp, pattern, {
    ...context,
    field: 'formats',
  });
}

function decimalOf(format: string): DataType {
  const [precision = NaN, scale = 0] = format.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
  if (!(precision >= 1 && precision <= 38 && scale <= precision))
    throw invalidValue(
      'formats',
      format,
      'must be a precision and a scale',
      'enter the total number of digits and the digits after the decimal point, such as 12,2',
    );
  return types.decimal(precision, scale);
}
