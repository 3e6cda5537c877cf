import { Pipeline } from '@millrace/spark-connect/ml';
import { FieldError } from '../../kit/field-error.ts';
import { requireSparkLearner } from '../kit/ml-artifacts.ts';
import { tree, treeOfNothing, twoRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requireSpark, showLast, modelOutcome, trainWith } from '../kit/stages.ts';

export const pipeline = processor({
  nodeClass: 'fire.nodes.ml.NodePipeline',
  name: 'Spark Pipeline',
  type: 'ml-pipeline',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Combines the preceding machine learning nodes into one model: the rows that enter the first of them pass through all of them. Such a model predicts for rows as they are before the first node.',
  fields: {},
  needs: ['ml'],
  examples: [
    {
      name: 'passes on the rows that enter the first node',
      after: tree,
      input: twoRows,
      output: twoRows,
    },
    treeOfNothing,
    {
      name: 'rejects an input without machine learning nodes',
      input: table('x double', [[1]]),
      error: 'no machine learning node precedes this node',
    },
  ],
  async run(context) {
    requireSpark(context);
    requireSparkLearner(context.learned[0], 'a pipeline');
    const recipe = context.learned[0]?.recipe;
    if (recipe === undefined)
      throw new FieldError(
        '',
        'no machine learning node precedes this node',
        'connect the last machine learning node of the pipeline',
      );
    const { input, stages, grid } = recipe;
    const estimator = new Pipeline(stages);
    const model = trainWith(context, { title: 'pipeline', estimator, input, grid });
    const trainingReport = context.learned[0]?.trainingReport;
    const report = context.trains ? await trainingReport?.() : undefined;
    const learned = { model, ...(trainingReport === undefined ? {} : { trainingReport }) };
    return modelOutcome(context, learned, [input], async () => showLast(await model.fitted(), report));
  },
});
