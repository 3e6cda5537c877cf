import { bucketizer as makeBucketizer } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { listNumbers } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const bucketizer = processor({
  nodeClass: 'fire.nodes.etl.NodeBucketizer',
  name: 'Bucketizer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a column with the number, starting at 0, of the bucket that contains a number. The bounds 0, 10, 20 make two buckets: 0 to below 10, and 10 to 20. ${passesOnFitted}`,
  fields: {
    inputCol: column({ default: 'text', title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    splits: text({
      required: true,
      title: 'Bounds',
      description: 'At least three increasing numbers separated by commas; -inf and inf leave the ends open',
    }),
    // with `keep` Spark keeps null and NaN, and still ends the run at a number out of the bounds
    handleInvalid: choice(['error', 'skip', 'keep'], {
      default: 'error',
      title: 'Handling of null and NaN',
      description: 'A number outside the bounds fails the run; use -inf and inf to include all numbers',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'takes open ends and puts a bound in the upper bucket',
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
      name: 'puts the last bound in the last bucket and leaves out nulls',
      fields: { inputCol: 'x', outputCol: 'b', splits: '[0,10,20]', handleInvalid: 'skip' },
      input: table('x int', [[20], [null]]),
      output: table('x int, b double', [[20, 1]]),
    },
    {
      name: 'rejects bounds that do not increase',
      fields: { inputCol: 'x', outputCol: 'b', splits: '0, 10, 10' },
      input: table('x double', [[1]]),
      error: 'must increase, but 10 follows 10',
    },
    {
      name: 'rejects a bound that is not a number',
      fields: { inputCol: 'x', outputCol: 'b', splits: '0, ten, 20' },
      input: table('x double', [[1]]),
      error: 'invalid value "ten" for field "splits"',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'x', outputCol: 'b', splits: '-inf, 0, 10, inf' },
      input: table('x double', []),
      output: table('x double, b double', []),
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const splits = listNumbers(fields.splits, 'splits');
    if (splits.length < 3)
      throw new FieldError(
        'splits',
        `invalid value "${fields.splits}" for field "splits": must have at least three bounds`,
        'enter at least three bounds such as 0, 10, 20',
      );
    const at = splits.findIndex((bound, i) => i > 0 && bound <= (splits[i - 1] ?? bound));
    if (at !== -1)
      throw new FieldError(
        'splits',
        `invalid value "${fields.splits}" for field "splits": must increase, but ${splits[at]} follows ${splits[at - 1]}`,
        'sort the bounds and remove duplicates',
      );
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'bucketizer', makeBucketizer({ ...fields, inputCol, outputCol, splits }));
  },
});
