import { aftSurvivalRegression as makeRegression } from '@millrace/spark-connect/ml';
import { newColumn } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { requireLabel } from '../kit/feature-names.ts';
import { maxInteger, labelled } from '../kit/learner-fields.ts';
import { numberIn, numbersIn, ofFeatures } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { numbersToTry } from '../kit/stages.ts';
import { supervised } from './_supervised.ts';
import { trainingAggregates } from './_training-facts.ts';

export const aftSurvivalRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeAFTSurvivalRegression',
  name: 'AFT Survival Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description:
    'Learns how long it takes until something happens, from rows where it has happened and rows where one only knows that it had not yet. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...labelled,
    censorCol: column({
      required: true,
      title: 'Happened',
      description: '1 where the label is the time that it took, 0 where it had not happened by then',
    }),
    fitIntercept: flag({ default: true, title: 'Learn an intercept' }),
    maxIter: integer({ default: 10, min: 0, max: maxInteger, title: 'Steps at most' }),
    tol: number({ default: 1e-6, min: 0, title: 'Tolerance' }),
    quantileProbabilities: text({ default: '0.3,0.6', title: 'Shares by which to foretell quantiles' }),
    quantilesCol: text({ default: 'quantiles', title: 'Column of the quantiles' }),
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'coefficients with the names of the features',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c', maxIter: '0' },
      input: table('a int, y double, c int', [
        [1, 1, 1],
        [2, 3, 0],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 2],
            ['features', 1],
            ['intercept', 0],
            ['scale', 1],
          ]),
        },
        { type: 'table', title: 'Coefficients', data: table('feature string, coefficient double', [['a', 0]]) },
      ],
    },
    {
      name: 'times are above 0',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c' },
      input: table('a int, y double, c int', [
        [1, 0, 1],
        [2, 3, 0],
      ]),
      error: 'holds 0, but times are above 0',
    },
    {
      name: 'shares are between 0 and 1',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c', quantileProbabilities: '30' },
      input: table('a int, y double, c int', [[1, 1, 1]]),
      error: '"quantileProbabilities" is "30"',
    },
    {
      name: 'the column of quantiles is a new one',
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c', quantilesCol: 'c' },
      input: table('v vector, y double, c int', []),
      error: '"quantilesCol" names the column "c", which the input has already',
    },
    {
      name: 'a row without a label',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c' },
      input: table('a int, y double, c int', [
        [1, 1, 1],
        [2, null, 1],
      ]),
      error: 'is null or NaN in 1 of 2 rows',
    },
    {
      name: 'no rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c' },
      input: table('a int, y double, c int', []),
      error: 'no rows to learn from',
    },
  ],
  run(context) {
    const { fields, schema, session } = context;
    const { fitIntercept, maxIter, tol } = fields;
    const quantilesCol = newColumn(schema, fields.quantilesCol, 'quantilesCol');
    const quantileProbabilities = numbersToTry(fields.quantileProbabilities, 'quantileProbabilities');
    if (!quantileProbabilities.every((share) => share > 0 && share < 1))
      throw new FieldError(
        'quantileProbabilities',
        `"quantileProbabilities" is "${fields.quantileProbabilities}", and not all of it is between 0 and 1`,
        'give shares such as 0.3, 0.6',
      );
    const censorCol = requireLabel(schema, fields.censorCol, 'censorCol').name;
    return supervised(context, {
      title: 'AFT survival regression',
      labels: 'numbers',
      estimator: ({ featuresCol, labelCol, predictionCol }) =>
        makeRegression({
          featuresCol,
          labelCol,
          predictionCol,
          censorCol,
          fitIntercept,
          maxIter,
          tol,
          quantileProbabilities,
          quantilesCol,
        }),
      check({ minLabel = 1 }) {
        if (minLabel > 0) return;
        throw new FieldError(
          'labelCol',
          `the column "${fields.labelCol}" holds ${minLabel}, but times are above 0`,
          'leave such rows out before this node',
        );
      },
      look: async (model, names) => ({
        numbers: { intercept: await numberIn(model, 'intercept'), scale: await numberIn(model, 'scale') },
        results: ofFeatures(session, 'Coefficients', names, {
          coefficient: numbersIn(await model.get('coefficients')),
        }),
      }),
    });
  },
});
