import { functions as F } from '@millrace/spark-connect';
import { castWithoutAnsi } from '../kit/cast.ts';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { flag } from '../kit/fields.ts';
import { type } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const castColumnType = processor({
  nodeClass: 'fire.nodes.etl.NodeCastColumnType',
  name: 'Cast To Single Type',
  type: 'transform',
  category: 'Data-Preparation/Cast-DataType',
  description:
    'Casts the selected columns to one type. A value that cannot be cast becomes null; the fraction of a string is dropped when it is cast to an integer. DECIMAL has 18 digits after the decimal point. If existing columns are not replaced, each result is appended as a new column `<column>-new`.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    outputColType: type({ default: 'STRING', title: 'New type' }),
    replaceExistingCols: flag({ default: true, title: 'Replace existing columns' }),
  },
  examples: [
    {
      name: 'casts strings to integers in place; what is not an integer, or is out of range, becomes null',
      fields: { inputCols: ['s'], outputColType: 'INTEGER' },
      input: table('s string, id int', [
        ['1', 1],
        [' 2 ', 2],
        ['28.5', 3],
        ['-0.9', 4],
        ['x', 5],
        ['', 6],
        ['99999999999', 7],
        ['1e3', 8],
        [null, 9],
      ]),
      output: table('s int, id int', [
        [1, 1],
        [2, 2],
        [28, 3],
        [0, 4],
        [null, 5],
        [null, 6],
        [null, 7],
        [null, 8],
        [null, 9],
      ]),
    },
    {
      name: 'casts columns of several types to one type; drops fractions; overflow gives null',
      fields: { inputCols: ['d', 'l', 'm', 'b', 't'], outputColType: 'INTEGER' },
      input: table('d double, l bigint, m decimal(10,2), b boolean, t timestamp', [
        [1.9, 7n, '12.99', true, '1970-01-01T00:00:01.500000Z'],
        [-1.9, 9999999999n, '-0.50', false, '1969-12-31T23:59:59.500000Z'],
        [NaN, -1n, null, null, '2024-01-01T00:00:00Z'],
        [1e12, null, '0.00', true, null],
      ]),
      output: table('d int, l int, m int, b int, t int', [
        [1, 7, 12, 1, 1],
        [-1, null, 0, 0, -1],
        [null, -1, null, null, 1704067200],
        [null, null, 0, 1, null],
      ]),
    },
    {
      name: 'casts every type to the string that Spark writes',
      fields: { inputCols: ['d', 'f', 'm', 'b', 'dt', 't', 'a'] },
      input: table('d double, f float, m decimal(10,2), b boolean, dt date, t timestamp, a array<int>', [
        [1e7, 1e7, '12.50', true, '2024-02-29', '2024-02-29T01:02:03.040000Z', [1, 2]],
        [1.5, 0.5, '-0.05', false, '0099-01-01', '1969-12-31T23:59:59Z', []],
        [0.00012, 1e-4, '0.00', null, null, null, null],
        [-Infinity, NaN, null, null, null, null, null],
        [-0, 0, null, null, null, null, null],
        [-123456789.125, 1e20, null, null, null, null, null],
        [1.7976931348623157e308, null, null, null, null, null, null],
        [1.2345678901234566e-9, null, null, null, null, null, null],
      ]),
      output: table('d string, f string, m string, b string, dt string, t string, a string', [
        ['1.0E7', '1.0E7', '12.50', 'true', '2024-02-29', '2024-02-29 01:02:03.04', '[1, 2]'],
        ['1.5', '0.5', '-0.05', 'false', '0099-01-01', '1969-12-31 23:59:59', '[]'],
        ['1.2E-4', '1.0E-4', '0.00', null, null, null, null],
        ['-Infinity', 'NaN', null, null, null, null, null],
        ['-0.0', '0.0', null, null, null, null, null],
        ['-1.23456789125E8', '1.0E20', null, null, null, null, null],
        ['1.7976931348623157E308', null, null, null, null, null, null],
        ['1.2345678901234566E-9', null, null, null, null, null, null],
      ]),
    },
    {
      name: 'appends new columns and keeps the old ones; takes names with dots and spaces',
      fields: { inputCols: ['a.b', 'größe in cm'], outputColType: 'DOUBLE', replaceExistingCols: 'false' },
      input: table('`a.b` string, `größe in cm` int', [
        ['1.5', 3],
        ['1e3', 4],
        ['NaN', null],
        ['2d', 0],
        ['1,5', 1],
      ]),
      output: table('`a.b` string, `größe in cm` int, `a.b-new` double, `größe in cm-new` double', [
        ['1.5', 3, 1.5, 3],
        ['1e3', 4, 1000, 4],
        ['NaN', null, NaN, null],
        ['2d', 0, 2, 0],
        ['1,5', 1, null, 1],
      ]),
    },
    {
      name: 'casts to dates; a day that does not exist becomes null, a time of day is dropped',
      fields: { inputCols: ['s', 't'], outputColType: 'DATE' },
      input: table('s string, t timestamp', [
        ['2024-02-29', '2024-02-29T23:59:59Z'],
        ['2023-02-29', '1969-12-31T00:00:00Z'],
        ['2024-1-2 03:04:05', null],
        ['2024-01-02T03:04:05.123456Z', null],
        ['02/01/2024', null],
      ]),
      output: table('s date, t date', [
        ['2024-02-29', '2024-02-29'],
        [null, '1969-12-31'],
        ['2024-01-02', null],
        ['2024-01-02', null],
        [null, null],
      ]),
    },
    {
      name: 'casts strings, dates and seconds since 1970 to timestamps',
      fields: { inputCols: ['s', 'd', 'n', 'x'], outputColType: 'TIMESTAMP' },
      input: table('s string, d date, n bigint, x double', [
        ['2024-02-29 10:00:00', '2024-02-29', 1n, 1.5],
        ['2024-02-30 10:00:00', null, -1n, null],
      ]),
      output: table('s timestamp, d timestamp, n timestamp, x timestamp', [
        ['2024-02-29T10:00:00Z', '2024-02-29T00:00:00Z', '1970-01-01T00:00:01Z', '1970-01-01T00:00:01.500000Z'],
        [null, null, '1969-12-31T23:59:59Z', null],
      ]),
    },
    {
      name: 'casts to decimals; a value with too many digits becomes null',
      fields: { inputCols: ['s', 'd', 'l', 'b', 't'], outputColType: 'DECIMAL' },
      input: table('s string, d double, l bigint, b boolean, t timestamp', [
        ['1.005', 10000000.1, 9223372036854775807n, true, '1970-01-01T00:00:01.500000Z'],
        ['1e3', 1e-7, -1n, false, '2024-01-02T03:04:05.500000Z'],
        ['123456789012345678901', 1e20, 0n, null, null],
        ['x', 12345678901234568, null, null, null],
        [null, NaN, null, null, null],
      ]),
      output: table('s decimal(38,18), d decimal(38,18), l decimal(38,18), b decimal(38,18), t decimal(38,18)', [
        [
          '1.005000000000000000',
          '10000000.100000000000000000',
          '9223372036854775807.000000000000000000',
          '1.000000000000000000',
          '1.500000000000000000',
        ],
        [
          '1000.000000000000000000',
          '0.000000100000000000',
          '-1.000000000000000000',
          '0.000000000000000000',
          '1704164645.500000000000000000',
        ],
        [null, null, '0.000000000000000000', null, null],
        [null, '12345678901234568.000000000000000000', null, null, null],
        [null, null, null, null, null],
      ]),
    },
    {
      name: 'casts words and numbers to Booleans',
      fields: { inputCols: ['s', 'n', 'm'], outputColType: 'BOOLEAN' },
      input: table('s string, n int, m decimal(4,2)', [
        ['true', 1, '0.01'],
        ['N', 0, '0.00'],
        ['1', -5, null],
        ['maybe', null, '-1.00'],
        ['', 0, '0.00'],
      ]),
      output: table('s boolean, n boolean, m boolean', [
        [true, true, true],
        [false, false, false],
        [true, true, null],
        [null, null, true],
        [null, false, false],
      ]),
    },
    {
      name: 'warns of a date that is null as a number and casts the other columns',
      fields: { inputCols: ['age', 'signup_date'], outputColType: 'INTEGER' },
      input: table('age string, signup_date date', [
        ['29', '2024-02-29'],
        [null, null],
      ]),
      output: table('age int, signup_date int', [
        [29, null],
        [null, null],
      ]),
      warnings: ['column "signup_date" of type DATE becomes null when cast to INT'],
    },
    {
      name: 'casts timestamps and dates to Booleans',
      fields: { inputCols: ['t', 'd'], outputColType: 'BOOLEAN' },
      input: table('t timestamp, d date', [
        ['1970-01-01T00:00:00Z', '1970-01-01'],
        ['1969-12-31T23:59:59Z', null],
        [null, '2024-02-29'],
      ]),
      output: table('t boolean, d boolean', [
        [false, null],
        [true, null],
        [null, null],
      ]),
      warnings: ['column "d" of type DATE becomes null when cast to BOOLEAN'],
    },
    {
      name: 'casts Booleans to timestamps as microseconds since 1970',
      fields: { inputCols: ['b'], outputColType: 'TIMESTAMP' },
      input: table('b boolean', [[true], [false], [null]]),
      output: table('b timestamp', [['1970-01-01T00:00:00.000001Z'], ['1970-01-01T00:00:00Z'], [null]]),
    },
    {
      name: 'gives an empty input the new types',
      fields: { inputCols: ['a'], outputColType: 'LONG' },
      input: table('a string, b int', []),
      output: table('a bigint, b int', []),
    },
    {
      name: 'rejects a type that a column cannot be cast to',
      fields: { inputCols: ['a'], outputColType: 'DOUBLE' },
      input: table('a array<int>', [[[1]]]),
      error: 'cannot cast column "a" from ARRAY<INT> to DOUBLE in field "outputColType"',
    },
    {
      name: 'rejects an unknown column',
      fields: { inputCols: ['nope'], outputColType: 'DOUBLE' },
      input: table('a int', [[1]]),
      error: 'unknown column "nope" in field "inputCols": the input has a',
    },
  ],
  run({ input, schema, fields, engine }) {
    const { inputCols, outputColType: to, replaceExistingCols } = fields;
    const columns = requireColumns(schema, inputCols, 'inputCols');
    const casts = columns.map(({ name, type: from }) => ({
      name: replaceExistingCols ? name : `${name}-new`,
      ...castWithoutAnsi(F.columnNamed(name), { from, to, name, field: 'outputColType', engine }),
    }));
    return {
      outputs: [input.withColumns(casts.map(({ name, value }) => [name, value]))],
      warnings: casts.flatMap(({ warnings }) => warnings),
    };
  },
});
