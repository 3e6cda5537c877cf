import { requireColumns } from '../kit/columns.ts';
import { describe, descriptionOf, statistics } from './_describe.ts';
import { columns } from '../kit/list-fields.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const summary = processor({
  nodeClass: 'fire.nodes.ml.NodeSummary',
  name: 'Summary Statistics',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Describes columns as text: count, mean, minimum, quartiles, maximum, standard deviation and variance. Nulls are ignored. Quartiles are exact values of the column. Text is described by the numbers it holds, except for its minimum and maximum; other types have only count, minimum and maximum.',
  fields: {
    title: text({ default: 'Summary' }),
    colNames: columns({ required: true, title: 'Columns' }),
    path: text({
      writes: 'replacing',
      description: 'Where to save the table as CSV, replacing existing files; if empty, it is not saved',
    }),
  },
  outputs: ['summary', 'input'],
  defaultOutput: 'input',
  examples: [
    {
      name: 'quartiles of an even number of values are elements; ignores nulls',
      fields: { colNames: ['a', 'b'] },
      input: table('id string, a int, b double', [
        ['w', 6, 3e7],
        ['x', 0, null],
        ['y', 3, 1e7],
        ['z', 3, 2e7],
      ]),
      ordered: true,
      output: [
        table('summary string, a string, b string', [
          ['count', '4', '3'],
          ['mean', '3.0', '2.0E7'],
          ['min', '0', '1.0E7'],
          ['25%', '0', '1.0E7'],
          ['50%', '3', '2.0E7'],
          ['75%', '3', '3.0E7'],
          ['max', '6', '3.0E7'],
          ['stddev', '2.449489742783178', '1.0E7'],
          ['variance', '6.0', '1.0E14'],
        ]),
        table('id string, a int, b double', [
          ['w', 6, 3e7],
          ['x', 0, null],
          ['y', 3, 1e7],
          ['z', 3, 2e7],
        ]),
      ],
    },
    {
      name: 'describes text by its numbers, and a date by minimum and maximum',
      fields: { colNames: ['n', 't', 'd'], title: 'Five' },
      input: table('n bigint, t string, d date', [
        [5n, '10', '2024-02-29'],
        [-1n, '9', '1969-12-31'],
        [2n, 'x', null],
        [1n, null, '2024-02-29'],
        [3n, '2', '2024-01-01'],
      ]),
      results: [
        {
          type: 'table',
          title: 'Five',
          data: table('summary string, n string, t string, d string', [
            ['count', '5', '4', '4'],
            ['mean', '2.0', '7.0', null],
            ['min', '-1', '10', '1969-12-31'],
            ['25%', '1', '2.0', null],
            ['50%', '2', '9.0', null],
            ['75%', '3', '10.0', null],
            ['max', '5', 'x', '2024-02-29'],
            ['stddev', '2.23606797749979', '4.358898943540674', null],
            ['variance', '5.0', '19.0', null],
          ]),
        },
      ],
    },
    {
      name: 'one row has no deviation; a name with a dot',
      fields: { colNames: '["größe.m"]' },
      input: table('`größe.m` double', [[0.0005]]),
      results: [
        {
          type: 'table',
          title: 'Summary',
          data: table('summary string, `größe.m` string', [
            ['count', '1'],
            ...['mean', 'min', '25%', '50%', '75%', 'max'].map((name) => [name, '5.0E-4']),
            ['stddev', null],
            ['variance', null],
          ]),
        },
      ],
    },
    {
      name: 'an empty input has counts of 0 and nulls',
      fields: { colNames: ['a', 's'] },
      input: table('a double, s string', []),
      ordered: true,
      output: [
        table('summary string, a string, s string', [
          ['count', '0', '0'],
          ...['mean', 'min', '25%', '50%', '75%', 'max', 'stddev', 'variance'].map((name) => [name, null, null]),
        ]),
        table('a double, s string', []),
      ],
    },
    {
      name: 'rejects an unknown column and names it',
      fields: { colNames: ['a', 'c'] },
      input: table('a double, b string', []),
      error: '"c"',
    },
  ],
  run({ input, schema, engine, fields }) {
    const columns = requireColumns(schema, fields.colNames, 'colNames').map((c) => ({ ...c, textAsNumbers: true }));
    const rows = describe(input, columns, engine);
    return {
      outputs: [rows, input],
      schemas: [descriptionOf(columns), schema],
      results: [{ type: 'table', title: fields.title, data: rows, limit: statistics.length }],
      ...(fields.path === undefined
        ? {}
        : {
            saves: [
              {
                data: rows,
                format: 'csv',
                path: fields.path,
                mode: 'overwrite',
                singleFile: true,
                options: { header: 'true' },
              },
            ],
          }),
    };
  },
});
