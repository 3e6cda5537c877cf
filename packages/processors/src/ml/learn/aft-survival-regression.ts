import { aftSurvivalRegression as makeRegression } from '@millrace/spark-connect/ml';
import { newColumn } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { requireLabel } from '../kit/feature-names.ts';
import { maxInteger, labelFields } from '../kit/learner-fields.ts';
import { numberIn, numbersIn, ofFeatures } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { numbersToTry } from '../kit/stages.ts';
import { trainSupervised } from './_supervised.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const aftSurvivalRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeAFTSurvivalRegression',
  name: 'AFT Survival Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description: `Trains an accelerated failure time (AFT) model of the time until an event, from rows where the event has occurred and rows where it had not occurred yet (censored rows). ${passesOnModel}`,
  fields: {
    ...labelFields,
    censorCol: column({
      required: true,
      title: 'Event occurred',
      description: '1 if the label is the time of the event, 0 if the event had not occurred by then',
    }),
    fitIntercept: flag({ default: true, title: 'Fit an intercept' }),
    maxIter: integer({ default: 10, min: 0, max: maxInteger, title: 'Maximum iterations' }),
    tol: number({ default: 1e-6, min: 0, title: 'Tolerance' }),
    quantileProbabilities: text({ default: '0.3,0.6', title: 'Quantile probabilities' }),
    quantilesCol: text({ default: 'quantiles', title: 'Quantiles column' }),
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'shows coefficients with feature names',
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
      name: 'rejects a time of 0',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c' },
      input: table('a int, y double, c int', [
        [1, 0, 1],
        [2, 3, 0],
      ]),
      error: 'contains 0: must be greater than 0',
    },
    {
      name: 'rejects a probability outside 0 to 1',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c', quantileProbabilities: '30' },
      input: table('a int, y double, c int', [[1, 1, 1]]),
      error: 'invalid value "30" for field "quantileProbabilities"',
    },
    {
      name: 'rejects a quantiles column that already exists',
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c', quantilesCol: 'c' },
      input: table('v vector, y double, c int', []),
      error: 'column "c" in field "quantilesCol" already exists in the input',
    },
    {
      name: 'rejects a row without a label',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c' },
      input: table('a int, y double, c int', [
        [1, 1, 1],
        [2, null, 1],
      ]),
      error: 'is null or NaN in 1 of 2 rows',
    },
    {
      name: 'rejects an input without rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', censorCol: 'c' },
      input: table('a int, y double, c int', []),
      error: 'no rows to train on',
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
        `invalid value "${fields.quantileProbabilities}" for field "quantileProbabilities": must be numbers between 0 and 1`,
        'enter probabilities such as 0.3, 0.6',
      );
    const censorCol = requireLabel(schema, fields.censorCol, 'censorCol').name;
    return trainSupervised(context, {
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
          `column "${fields.labelCol}" contains ${minLabel}: must be greater than 0`,
          'leave out such rows before this node',
        );
      },
      inspect: async (model, names) => ({
        numbers: { intercept: await numberIn(model, 'intercept'), scale: await numberIn(model, 'scale') },
        results: ofFeatures(session, 'Coefficients', names, {
          coefficient: numbersIn(await model.get('coefficients')),
        }),
      }),
    });
  },
});
