import { functions as F } from '@millrace/spark-connect';
import { castWithoutAnsi } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { column, flag } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { type } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const multiCastColumnType = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiCastColumnType',
  name: 'Cast To Different Types-1',
  type: 'transform',
  category: 'Data-Preparation/Cast-DataType',
  description:
    'Casts each listed column to its own type, STRING by default. A value that cannot be cast becomes null; the fraction of a string is dropped when it is cast to an integer. If a rule does not replace its column, the result is appended as `<column>-new`.',
  fields: {
    casts: rows(
      {
        inputColNames: column({ required: true, title: 'Column' }),
        outputColTypes: type({ default: 'STRING', title: 'New type' }),
        replaceExistingCols: flag({ default: true, title: 'Replace the column' }),
      },
      { key: 'inputColNames' },
    ),
  },
  examples: [
    {
      name: 'casts each column to its own type, in place or in a new column',
      fields: {
        inputColNames: ['a', 'b', 'c'],
        outputColTypes: ['INTEGER', 'DOUBLE', 'STRING'],
        replaceExistingCols: ['true', 'false', 'true'],
      },
      input: table('a string, b string, c int', [
        ['1', '1.5', 1],
        ['x', 'y', null],
        [null, null, 3],
      ]),
      output: table('a int, b string, c string, `b-new` double', [
        [1, '1.5', '1', 1.5],
        [null, 'y', null, null],
        [null, null, '3', null],
      ]),
    },
    {
      name: 'ignores rules without a column; takes names with dots and quotes',
      fields: {
        inputColNames: ['', 'a.b', 'q`t'],
        outputColTypes: ['DATE', 'DATE', 'BOOLEAN'],
        replaceExistingCols: ['', 'true', ''],
      },
      input: table('`a.b` string, `q``t` string, z int', [
        ['2024-02-29', 'yes', 1],
        ['2024-02-30', 'so', 2],
      ]),
      output: table('`a.b` date, `q``t` boolean, z int', [
        ['2024-02-29', true, 1],
        [null, null, 2],
      ]),
    },
    {
      name: 'gives null on overflow',
      fields: {
        inputColNames: ['n', 'n', 'd'],
        outputColTypes: ['BYTE', 'SHORT', 'LONG'],
        replaceExistingCols: ['false', 'true', 'true'],
      },
      input: table('n int, d double', [
        [127, 1.99],
        [128, 1e19],
        [-40000, -0.5],
      ]),
      output: table('n smallint, d bigint, `n-new` tinyint', [
        [127, 1n, 127],
        [128, null, null],
        [null, 0n, null],
      ]),
    },
    {
      name: 'warns of a date that is null as a number',
      fields: { inputColNames: ['d'], outputColTypes: ['LONG'], replaceExistingCols: ['true'] },
      input: table('d date', [['2024-02-29'], [null]]),
      output: table('d bigint', [[null], [null]]),
      warnings: ['column "d" of type DATE becomes null when cast to BIGINT'],
    },
    {
      name: 'gives an empty input the new types',
      fields: { inputColNames: ['a'], outputColTypes: ['FLOAT'], replaceExistingCols: ['true'] },
      input: table('a string', []),
      output: table('a float', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const casts = fields.casts.map(({ inputColNames, outputColTypes: to, replaceExistingCols }) => {
      const { name, type: from } = requireColumn(schema, inputColNames, 'inputColNames');
      const castOptions = { from, to, name, field: 'outputColTypes', engine };
      return { name: replaceExistingCols ? name : `${name}-new`, ...castWithoutAnsi(F.columnNamed(name), castOptions) };
    });
    return {
      outputs: [casts.length === 0 ? input : input.withColumns(casts.map(({ name, value }) => [name, value]))],
      warnings: casts.flatMap(({ warnings }) => warnings),
    };
  },
});
