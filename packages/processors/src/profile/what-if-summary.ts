import { requireColumns } from '../kit/columns.ts';
import { frequentValues } from '../kit/counts.ts';
import { describe, statistics } from './_describe.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Most values of a categorical column to show. */
const maxValues = 100;

export const whatIfSummary = processor({
  nodeClass: 'fire.nodes.ml.NodeWhatIfSummary',
  name: 'WhatIf Summary Statistics',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Shows the values that a what-if analysis can choose from. Numeric columns are described by count, mean, minimum, quartiles, maximum, standard deviation and variance, categorical columns by count, minimum and maximum, all as text. Each categorical column is followed by its 100 most frequent values with their counts. Nulls are ignored in the statistics and listed among the values. Quartiles are exact values of the column. The input is passed on unchanged.',
  fields: {
    categoricalColNames: columns({ title: 'Categorical columns' }),
    numericColNames: columns({ title: 'Numeric columns' }),
  },
  examples: [
    {
      name: 'describes numbers, then categories without reading them as numbers, and counts their values',
      fields: { categoricalColNames: ['CODE'], numericColNames: ['ID'] },
      input: table('ID int, CODE string', [
        [1, '20'],
        [2, '3'],
        [9, '20'],
        [6, null],
        [null, null],
      ]),
      output: table('ID int, CODE string', [
        [1, '20'],
        [2, '3'],
        [9, '20'],
        [6, null],
        [null, null],
      ]),
      results: [
        {
          type: 'table',
          title: 'WhatIf Summary Statistics',
          data: table('summary string, ID string, CODE string', [
            ['count', '4', '3'],
            ['mean', '4.5', null],
            ['min', '1', '20'],
            ['25%', '1', null],
            ['50%', '2', null],
            ['75%', '6', null],
            ['max', '9', '3'],
            ['stddev', String(Math.sqrt(41 / 3)), null],
            ['variance', String(41 / 3), null],
          ]),
        },
        {
          type: 'table',
          title: 'Values of CODE',
          data: table('CODE string, count bigint', [
            [null, 2n],
            ['20', 2n],
            ['3', 1n],
          ]),
        },
      ],
    },
    {
      name: 'describes numbers only, with dots in names',
      fields: { numericColNames: ['a.b', 'n'] },
      input: table('`a.b` double, n bigint', [[0.5, 3n]]),
      results: [
        {
          type: 'table',
          data: table('summary string, `a.b` string, n string', [
            ['count', '1', '1'],
            ['mean', '0.5', '3.0'],
            ...['min', '25%', '50%', '75%', 'max'].map((name) => [name, '0.5', '3']),
            ['stddev', null, null],
            ['variance', null, null],
          ]),
        },
      ],
    },
    {
      name: 'an empty input has counts of 0 and no values',
      fields: { categoricalColNames: ['c', 'd'], numericColNames: ['n'] },
      input: table('c string, d date, n float', []),
      output: table('c string, d date, n float', []),
      results: [
        {
          type: 'table',
          data: table('summary string, n string, c string, d string', [
            ['count', '0', '0', '0'],
            ...['mean', 'min', '25%', '50%', '75%', 'max', 'stddev', 'variance'].map((name) => [
              name,
              null,
              null,
              null,
            ]),
          ]),
        },
        { type: 'table', title: 'Values of c', data: table('c string, count bigint', []) },
        { type: 'table', title: 'Values of d', data: table('d date, count bigint', []) },
      ],
    },
    {
      name: 'rejects text among the numeric columns and names it',
      fields: { numericColNames: ['c'] },
      input: table('c string', []),
      error: 'column "c" in field "numericColNames" has type STRING: must be numeric',
    },
    {
      name: 'rejects an empty choice of columns',
      input: table('c string', []),
      error: 'no columns in fields "categoricalColNames" and "numericColNames"',
    },
  ],
  run({ input, schema, engine, fields }) {
    const numeric = requireNumbers(schema, fields.numericColNames, 'numericColNames');
    const categorical = requireColumns(schema, fields.categoricalColNames, 'categoricalColNames');
    const columns = [...numeric, ...categorical];
    if (columns.length === 0)
      throw new FieldError(
        'numericColNames',
        'no columns in fields "categoricalColNames" and "numericColNames"',
        'choose numeric or categorical columns',
      );
    const data = describe(
      input,
      columns.map((c) => ({ ...c, textAsNumbers: false })),
      engine,
    );
    return {
      outputs: [input],
      results: [
        { type: 'table', title: 'WhatIf Summary Statistics', data, limit: statistics.length },
        ...categorical.map(({ name }) => frequentValues(input, name, maxValues)),
      ],
    };
  },
});
