import { TrainValidationSplit } from '@millrace/spark-connect/ml';
import { flag, formerField } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { searches } from './_learner-examples.ts';
import { defined, seedOf } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { tuning } from './_tuning.ts';

export const trainValidationSplit = processor({
  nodeClass: 'fire.nodes.ml.NodeTrainValidationSplit',
  name: 'Train Validation Split',
  type: 'ml-trainvalidationsplit',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Looks for the best parameters of what learns before it: one part of the rows teaches, the other one judges, and the best parameters learn from all rows. An evaluator stands between and says what is best.',
  fields: {
    trainRatio: number({ default: 0.8, min: 0.01, max: 0.99, title: 'Share of the rows to learn from' }),
    parallelism: integer({ default: 1, min: 1, title: 'Models trained at a time', description: '16 at most' }),
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
      tuner: (options) => new TrainValidationSplit({ ...options, trainRatio, ...defined({ seed }) }),
    });
  },
});
