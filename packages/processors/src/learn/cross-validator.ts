import { CrossValidator } from '@millrace/spark-connect/ml';
import { flag, formerField, integer } from '../core/fields.ts';
import { processor, table, type Example } from '../core/processor.ts';
import { tuning } from '../core/tuning.ts';
import { denseVector } from '../core/vectors.ts';

const judged: Example['after'] = [
  { nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['x'], outputCol: 'features' } },
  {
    nodeClass: 'fire.nodes.ml.NodeLinearRegression',
    fields: { featuresCol: 'features', labelCol: 'y', regParamGrid: '100, 0' },
  },
  { nodeClass: 'fire.nodes.ml.NodeRegressionEvaluator', fields: { labelCol: 'y' } },
];
const rows = table(
  'x double, y double, note string',
  Array.from({ length: 20 }, (_, i) => [i, 2 * i, i === 0 ? null : 'b']),
);

export const crossValidator = processor({
  nodeClass: 'fire.nodes.ml.NodeCrossValidator',
  name: 'Cross Validator',
  type: 'ml-crossvalidator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Looks for the best parameters of what learns before it: the rows are dealt out into folds, each fold judges once what the others taught, and the parameters with the best mean learn from all rows. An evaluator stands between and says what is best.',
  fields: {
    numFolds: integer({ default: 3, min: 2, max: 100, title: 'Folds' }),
    parallelism: integer({ default: 1, min: 1, max: 16, title: 'Models trained at a time' }),
    collectSubModels: formerField(flag({ default: false })),
    seed: integer({ title: 'Seed' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'tells what it has tried, and hands on the rows',
      fields: { seed: '1' },
      after: judged,
      input: rows,
      output: table(
        'x double, y double, note string, features vector',
        rows.rows.map((row, i) => [...row, denseVector(i)]),
      ),
      results: [{ type: 'table', title: 'Parameters tried' }],
    },
    {
      name: 'nothing is learned of no rows',
      after: judged,
      input: table('x double, y double', []),
      error: 'no rows',
    },
    {
      name: 'rows without an evaluator before it',
      input: table('x double', [[1]]),
      error: 'no evaluator of a model stands before it',
    },
  ],
  run(context) {
    const { numFolds, parallelism, seed } = context.fields;
    return tuning(context, {
      title: 'cross validator',
      tuner: (options) =>
        new CrossValidator({ ...options, numFolds, parallelism, ...(seed === undefined ? {} : { seed }) }),
    });
  },
});
