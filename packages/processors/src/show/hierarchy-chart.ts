import { functions as F } from '@millrace/spark-connect';
import { aggregate } from '../kit/aggregates.ts';
import { chartColors, chartOf, fromInput, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { requireColumns, uniqueNames } from '../kit/columns.ts';
import { column, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const hierarchyChart = processor({
  nodeClass: 'fire.nodes.graph.NodeHierarchyChart',
  name: 'Hierarchy Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws nested levels as a treemap, each branch sized by the sum of a column over its rows. Branches are sorted by value; the chart shows the first ones up to the maximum. A null level is a branch of its own; a null size is ignored. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Hierarchy Chart' }),
    ...styleFields,
    xlabel: text({ title: 'Size label' }),
    maxValuesToDisplay,
    chartColors,
    xCol: column({ required: true, title: 'Size', description: 'A numeric column' }),
    yCols: columns({ title: 'Levels', description: 'From the top level down' }),
  },
  examples: [
    {
      name: 'sums all branches from the top level down, null included',
      fields: { xCol: 'n', yCols: ['land', 'city'] },
      input: table('city string, land string, n int', [
        ['Rome', 'IT', 1],
        ['Oslo', 'NO', null],
        ['Rome', 'IT', 2],
        [null, 'IT', 4],
      ]),
      output: table('city string, land string, n int', [
        ['Rome', 'IT', 1],
        ['Oslo', 'NO', null],
        ['Rome', 'IT', 2],
        [null, 'IT', 4],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Hierarchy Chart',
          kind: 'hierarchy',
          data: table('land string, city string, n bigint', [
            ['IT', null, 4n],
            ['IT', 'Rome', 3n],
            ['NO', 'Oslo', null],
          ]),
        },
      ],
    },
    {
      name: 'draws the first branches only; the size may also be a level',
      fields: { xCol: 'a.b', yCols: ['a.b'], maxValuesToDisplay: '1' },
      input: table('`a.b` double', [[2], [1], [1]]),
      results: [{ type: 'chart', data: table('`a.b` double, `a.b_` double', [[1, 2]]) }],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'n', yCols: ['g'] },
      input: table('g string, n bigint', []),
      output: table('g string, n bigint', []),
      results: [{ type: 'chart', kind: 'hierarchy', data: table('g string, n bigint', []) }],
    },
  ],
  run({ input, schema, engine, fields }) {
    const levels = requireColumns(schema, fields.yCols, 'yCols').map((c) => c.name);
    if (levels.length === 0) throw new FieldError('yCols', 'field "yCols" is required', 'choose at least one column');
    const [size] = requireNumbers(schema, [fields.xCol], 'xCol');
    if (size === undefined) throw new Error('requireNumbers gives one column for one name');
    const names = uniqueNames([...levels, size.name], '_');
    const keys = levels.map((_, i) => `level_${i}`);
    const data = input
      .groupBy(...levels.map((name, i) => F.columnNamed(name).alias(keys[i] ?? '')))
      .agg(aggregate('sum', F.columnNamed(size.name), size.type, engine).alias('size'))
      .orderBy(...keys)
      .limit(fields.maxValuesToDisplay)
      .toDF(...names);
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          limit: fields.maxValuesToDisplay,
          chart: chartOf(
            'hierarchy',
            { levels: names.slice(0, -1), size: names.at(-1) ?? '', from: fromInput(names, levels) },
            fields,
          ),
        },
      ],
    };
  },
});
