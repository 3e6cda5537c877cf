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
    'Shows what a what-if question can choose from: of numeric columns count, mean, least, quartiles, greatest, standard deviation and variance, of categorical ones count, least and greatest, as text; and then the values of each categorical column with their counts, the 100 most frequent ones. Nulls are left out of the statistics and are one of the values. Quartiles are elements of the column. The input goes on unchanged.',
  fields: {
    categoricalColNames: columns({ title: 'Categorical columns' }),
    numericColNames: columns({ title: 'Numeric columns' }),
  },
  examples: [
    {
      name: 'numbers, then categories, which are not taken as numbers; the values of a category with their counts',
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
      name: 'only numbers; names with dots',
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
      name: 'an empty input: counts are 0, there are no values',
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
      name: 'text among the numeric columns is named',
      fields: { numericColNames: ['c'] },
      input: table('c string', []),
      error: 'column "c" in field "numericColNames" has type STRING: must be numeric',
    },
    {
      name: 'without columns there is nothing to show',
      input: table('c string', []),
      error: 'no columns are chosen',
    },
  ],
  run({ input, schema, engine, fields }) {
    const numeric = requireNumbers(schema, fields.numericColNames, 'numericColNames');
    const categorical = requireColumns(schema, fields.categoricalColNames, 'categoricalColNames');
    const described = [...numeric, ...categorical];
    if (described.length === 0)
      throw new FieldError('numericColNames', 'no columns are chosen', 'choose numeric or categorical columns');
    const data = describe(
      input,
      described.map((c) => ({ ...c, textAsNumbers: false })),
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
