import { TrainValidationSplit } from '@millrace/spark-connect/ml';
import { flag, formerField } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { searches } from './_learner-examples.ts';
import { withoutUndefined, seedOf } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { tuning } from './_tuning.ts';

export const trainValidationSplit = processor({
  nodeClass: 'fire.nodes.ml.NodeTrainValidationSplit',
  name: 'Train Validation Split',
  type: 'ml-trainvalidationsplit',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Finds the best parameters of the preceding learner with a validation split: one part of the rows is used for training, the other for evaluation, and the best parameters are trained on all rows. An evaluator between the learner and this node sets the metric.',
  fields: {
    trainRatio: number({ default: 0.8, min: 0.01, max: 0.99, title: 'Share of rows for training' }),
    parallelism: integer({ default: 1, min: 1, title: 'Models trained in parallel', description: 'At most 16' }),
    collectSubModels: formerField(flag({ default: false })),
    seed: integer({ title: 'Seed' }),
  },
  needs: ['ml'],
  examples: searches,
  run(context) {
    const { trainRatio, parallelism } = context.fields;
    const seed = seedOf(context.fields);
    return tuning(context, {
      title: 'train validation split',
      field: 'trainRatio',
      parallelism,
      tuner: (options) => new TrainValidationSplit({ ...options, trainRatio, ...withoutUndefined({ seed }) }),
    });
  },
});
