import { bucketizer as makeBucketizer } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { listNumbers } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';

export const bucketizer = processor({
  nodeClass: 'fire.nodes.etl.NodeBucketizer',
  name: 'Bucketizer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with the number, from 0, of the bucket that a number lies in. The bounds 0, 10, 20 make two buckets: from 0 to below 10, and from 10 to 20. The model goes on beside the rows.',
  fields: {
    inputCol: column({ default: 'text', title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    splits: text({
      required: true,
      title: 'Bounds',
      description: 'Rising numbers with commas between them, three at least; -inf and inf leave the ends open',
    }),
    // with `keep` Spark keeps null and NaN, and still ends the run at a number out of the bounds
    handleInvalid: choice(['error', 'skip', 'keep'], {
      default: 'error',
      title: 'Rows with null or NaN',
      description: 'A number out of the bounds ends the run; -inf and inf leave none out',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'open ends; a bound belongs to the bucket above it',
      fields: { inputCol: 'x', outputCol: 'b', splits: '-inf, 0, 10, inf' },
      input: table('x double', [[-5], [0], [9.9], [10]]),
      output: table('x double, b double', [
        [-5, 0],
        [0, 1],
        [9.9, 1],
        [10, 2],
      ]),
    },
    {
      name: 'whole numbers; the last bound belongs to the last bucket, and what is null is left out',
      fields: { inputCol: 'x', outputCol: 'b', splits: '[0,10,20]', handleInvalid: 'skip' },
      input: table('x int', [[20], [null]]),
      output: table('x int, b double', [[20, 1]]),
    },
    {
      name: 'bounds that do not rise',
      fields: { inputCol: 'x', outputCol: 'b', splits: '0, 10, 10' },
      input: table('x double', [[1]]),
      error: '"splits" does not rise from 10 to 10',
    },
    {
      name: 'a bound that is no number',
      fields: { inputCol: 'x', outputCol: 'b', splits: '0, ten, 20' },
      input: table('x double', [[1]]),
      error: '"splits" holds "ten"',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'x', outputCol: 'b', splits: '-inf, 0, 10, inf' },
      input: table('x double', []),
      output: table('x double, b double', []),
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const splits = listNumbers(fields.splits, 'splits');
    if (splits.length < 3)
      throw new FieldError('splits', `"splits" is "${fields.splits}", which makes no two buckets`, 'give three bounds');
    const at = splits.findIndex((bound, i) => i > 0 && bound <= (splits[i - 1] ?? bound));
    if (at !== -1)
      throw new FieldError(
        'splits',
        `"splits" does not rise from ${splits[at - 1]} to ${splits[at]}`,
        'sort the bounds',
      );
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'bucketizer', makeBucketizer({ ...fields, inputCol, outputCol, splits }));
  },
});
