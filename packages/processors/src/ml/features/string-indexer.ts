import { stringIndexer as makeStringIndexer } from '@millrace/spark-connect/ml';
import { castFor } from '../kit/casting.ts';
import { asText, newColumn, noneUsed, requireCategory } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { rows } from '../../kit/list-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { noInputColumn } from '../kit/ml-errors.ts';

export const stringIndexer = processor({
  nodeClass: 'fire.nodes.ml.NodeStringIndexer',
  name: 'String Indexer',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'For each chosen column, adds a column with the index of its value, by default 0 for the most frequent one. Numbers, Booleans, dates and times are indexed as text. Rows with a null fail the run, are left out or get an index of their own.',
  fields: {
    handleInvalid: choice(['error', 'skip', 'keep'], {
      default: 'error',
      title: 'Handling of null and unknown values',
    }),
    rules: rows(
      { inputCols: column({ title: 'Column' }), outputCols: text({ title: 'New column' }) },
      { key: 'outputCols' },
    ),
    stringOrderType: choice(['frequencyDesc', 'frequencyAsc', 'alphabetDesc', 'alphabetAsc'], {
      default: 'frequencyDesc',
      title: 'Order of values',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'orders values by frequency, then alphabetically, and skips blank rules',
      fields: { inputCols: ['c', 'n'], outputCols: ['i', ''] },
      input: table('c string, n int', [
        ['b', 1],
        ['a', 1],
        ['c', 1],
        ['c', 1],
      ]),
      output: table(
        'c string, n int, i double',
        [
          ['b', 1, 1],
          ['a', 1, 0],
          ['c', 1, 0],
          ['c', 1, 0],
        ].map(([c, n]) => [c ?? null, n ?? null, { a: 1, b: 2, c: 0 }[String(c)] ?? null]),
      ),
    },
    {
      name: 'leaves out rows with a null if chosen',
      fields: { inputCols: ['n'], outputCols: ['i'], handleInvalid: 'skip', stringOrderType: 'alphabetDesc' },
      input: table('n int', [[1], [null], [2]]),
      output: table('n int, i double', [
        [1, 1],
        [2, 0],
      ]),
    },
    {
      name: 'indexes Booleans and dates',
      fields: { inputCols: ['b', 'd'], outputCols: ['i', 'j'], handleInvalid: 'keep' },
      input: table('b boolean, d date', [
        [true, '2024-01-02'],
        [true, '2024-01-01'],
        [false, '2024-01-01'],
        [null, null],
      ]),
      output: table('b boolean, d date, i double, j double', [
        [true, '2024-01-02', 0, 1],
        [true, '2024-01-01', 0, 0],
        [false, '2024-01-01', 1, 0],
        [null, null, 2, 2],
      ]),
    },
    {
      name: 'rejects a null and names its column',
      fields: { inputCols: ['n', 'c'], outputCols: ['i', 'j'] },
      input: table('n int, c string', [
        [1, 'a'],
        [2, null],
      ]),
      error: 'a row has null in column "c"',
    },
    {
      name: 'rejects a list',
      fields: { inputCols: ['l'], outputCols: ['i'] },
      input: table('l array<int>', [[[1]]]),
      error: 'must be text, numeric, Boolean, a date or a timestamp',
    },
    {
      name: 'rejects a rule without a column',
      fields: { inputCols: [''], outputCols: ['i'] },
      input: table('n int', [[1]]),
      error: 'no input column for new column',
    },
    {
      name: 'warns if every rule is blank',
      fields: { inputCols: ['n', 'm'], outputCols: ['', ''] },
      input: table('n int, m int', [[1, 2]]),
      output: table('n int, m int', [[1, 2]]),
      warnings: ['no output column is set'],
    },
    {
      name: 'handles an empty input',
      fields: { inputCols: ['c', 'n'], outputCols: ['i', ''] },
      input: table('c string, n int', []),
      output: table('c string, n int, i double', []),
    },
  ],
  async run(context) {
    const { schema, fields } = context;
    const { handleInvalid, stringOrderType } = fields;
    if (fields.rules.length === 0) return { ...(await through(context, [])), warnings: [noneUsed] };
    const inputCols = fields.rules.map(({ inputCols, outputCols }) => {
      if (inputCols === undefined) throw noInputColumn(outputCols);
      return requireCategory(schema, inputCols, 'inputCols');
    });
    const outputCols = fields.rules.map(({ outputCols }) => newColumn(schema, outputCols ?? '', 'outputCols'));
    const stages = castFor(schema, inputCols, asText, (read) =>
      makeStringIndexer({ inputCols: read, outputCols, handleInvalid, stringOrderType }),
    );
    return through(context, stages, handleInvalid === 'error' ? inputCols : []);
  },
});
