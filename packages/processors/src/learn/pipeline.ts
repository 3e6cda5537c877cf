import { Pipeline } from '@millrace/spark-connect/ml';
import { FieldError } from '../core/fields.ts';
import { once, type TrainedModel } from '../core/learned.ts';
import { processor, table, type Example } from '../core/processor.ts';
import { lessons, needsSpark, trained } from '../core/stages.ts';

const learned: Example['after'] = [
  { nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['x'], outputCol: 'features' } },
  { nodeClass: 'fire.nodes.ml.NodeDecisionTreeRegression', fields: { featuresCol: 'features', labelCol: 'y' } },
];

export const pipeline = processor({
  nodeClass: 'fire.nodes.ml.NodePipeline',
  name: 'Spark Pipeline',
  type: 'ml-pipeline',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Makes one model of the nodes of machine learning before it: the rows that come into the first of them go through all. Such a model predicts for rows as they are before the first.',
  fields: {},
  needs: ['ml'],
  examples: [
    {
      name: 'hands on the rows that come into the first node',
      after: learned,
      input: table('x double, y double, note string', [
        [0, 1, null],
        [1, 5, 'b'],
      ]),
      output: table('x double, y double, note string', [
        [0, 1, null],
        [1, 5, 'b'],
      ]),
    },
    {
      name: 'nothing is learned of no rows',
      after: learned,
      input: table('x double, y double', []),
      error: 'no rows',
    },
    {
      name: 'nothing of machine learning before it',
      input: table('x double', [[1]]),
      error: 'no node of machine learning stands before it',
    },
  ],
  run(context) {
    needsSpark(context);
    const recipe = context.learned[0]?.recipe;
    if (recipe === undefined)
      throw new FieldError(
        '',
        'no node of machine learning stands before it',
        'connect the last one of those that it is to hold',
      );
    const { input, stages, grid } = recipe;
    const estimator = new Pipeline(stages);
    const model: TrainedModel = {
      title: 'pipeline',
      fitted: once(() => estimator.fit(lessons(context, input))),
      training: { estimator, input, grid },
    };
    return trained(context, { model }, [input]);
  },
});
