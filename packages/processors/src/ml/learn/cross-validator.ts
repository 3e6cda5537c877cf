import { CrossValidator } from '@millrace/spark-connect/ml';
import { flag, formerField } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { searches } from './_learner-examples.ts';
import { withoutUndefined, seedOf } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { tuning } from './_tuning.ts';

export const crossValidator = processor({
  nodeClass: 'fire.nodes.ml.NodeCrossValidator',
  name: 'Cross Validator',
  type: 'ml-crossvalidator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Finds the best parameters of the preceding learner by cross-validation: the rows are split into folds, each fold is used once to evaluate a model trained on the others, and the parameters with the best mean metric are trained on all rows. An evaluator between the learner and this node sets the metric.',
  fields: {
    numFolds: integer({ default: 3, min: 2, max: 100, title: 'Folds' }),
    parallelism: integer({ default: 1, min: 1, title: 'Models trained in parallel', description: 'At most 16' }),
    collectSubModels: formerField(flag({ default: false })),
    seed: integer({ title: 'Seed' }),
  },
  needs: ['ml'],
  examples: searches,
  run(context) {
    const { numFolds, parallelism } = context.fields;
    const seed = seedOf(context.fields);
    return tuning(context, {
      title: 'cross validator',
      field: 'numFolds',
      parallelism,
      tuner: (options) => new CrossValidator({ ...options, numFolds, ...withoutUndefined({ seed }) }),
    });
  },
});
