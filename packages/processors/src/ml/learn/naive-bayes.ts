import { naiveBayes as makeBayes } from '@millrace/spark-connect/ml';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice } from '../../kit/fields.ts';
import { number } from '../../kit/number-fields.ts';
import { classifierColumns, withoutUndefined, labelledByDefault, weightCol } from '../kit/learner-fields.ts';
import { matrixIn, numbersIn, ofFeatures } from '../kit/model-results.ts';
import { withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised } from './_supervised.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

/** Most classes whose features are shown. */
const maxClasses = 20;

export const naiveBayes = processor({
  nodeClass: 'fire.nodes.ml.NodeNaiveBayes',
  name: 'Naive Bayes',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description: `Trains a naive Bayes classifier, which assumes that features are independent of each other within a class; it is fast and suits word counts. Features must be 0 or greater, or 0 and 1 for bernoulli. ${passesOnModel}`,
  fields: {
    ...labelledByDefault,
    modelType: choice(['multinomial', 'bernoulli'], {
      default: 'multinomial',
      title: 'Model type',
    }),
    smoothing: number({ default: 1, min: 0, title: 'Smoothing' }),
    weightCol,
    ...classifierColumns,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'shows the probabilities of classes and features',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y int', [
        [3, 0, 0],
        [3, 0, 0],
        [0, 3, 1],
        [0, 3, 1],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 2],
            ['classes', 2],
          ]),
        },
        {
          type: 'table',
          title: 'Log-likelihoods of features',
          data: table('feature string, `class 0` double, `class 1` double', [
            ['a', -0.13353139262452252, Math.log(1 / 8)],
            ['b', Math.log(1 / 8), -0.13353139262452252],
          ]),
        },
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'rejects a negative feature',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, y int', [
        [-1, 0],
        [2, 1],
      ]),
      error: 'a negative number: [-1.0]',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields, session } = context;
    const { modelType, smoothing, probabilityCol, rawPredictionCol } = fields;
    return trainSupervised(context, {
      title: 'naive Bayes classifier',
      labels: 'classes',
      estimator: (columns) =>
        makeBayes({ ...columns, modelType, smoothing, ...withoutUndefined({ probabilityCol, rawPredictionCol }) }),
      inspect: async (model, names, className) => {
        const theta = (await matrixIn(model, 'theta')).slice(0, maxClasses);
        const title = 'Log-likelihoods of features';
        return {
          numbers: { classes: numbersIn(await model.get('pi')).length },
          results: ofFeatures(
            session,
            title,
            names,
            Object.fromEntries(theta.map((of, i) => [`class ${className(i)}`, of])),
          ),
        };
      },
      shows: fields,
    });
  },
});
