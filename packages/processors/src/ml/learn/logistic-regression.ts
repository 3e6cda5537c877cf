import { logisticRegression as makeRegression } from '@millrace/spark-connect/ml';
import { classesOf } from '../kit/attributes.ts';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { requireLabel } from '../kit/feature-names.ts';
import { choice, flag } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import {
  maxInteger,
  classifierColumns,
  elasticNetGrid,
  withoutUndefined,
  labelFields,
  linearFields,
  linearParams,
  regParamGrid,
} from '../kit/learner-fields.ts';
import { history, matrixIn, numbersIn, ofFeatures } from '../kit/model-results.ts';
import { withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised } from './_supervised.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

/** Most classes whose coefficients are shown. */
const maxClasses = 20;

export const logisticRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeLogisticRegression',
  name: 'Logistic Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description: `Trains a classifier by logistic regression; the coefficients show how each feature makes a class more or less likely. ${passesOnModel}`,
  fields: {
    ...labelFields,
    maxIter: integer({ default: 100, min: 0, max: maxInteger, title: 'Maximum iterations' }),
    ...linearFields,
    threshold: number({ default: 0.5, min: 0, max: 1, title: 'Threshold for class 1' }),
    family: choice(['auto', 'binomial', 'multinomial'], { default: 'auto', title: 'Family' }),
    standardization: flag({ default: true, title: 'Standardize features while training' }),
    ...classifierColumns,
    regParamGrid,
    elasticNetGrid,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'gives a constant feature no weight and shows all results',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: {
        featuresCol: 'v',
        labelCol: 'y',
        maxIter: '0',
        output_confusion_matrix_chart: 'true',
        output_roc_curve: 'true',
      },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 0],
        [3, 7, 1],
        [4, 7, 1],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 2],
            ['classes', 2],
            ['iterations', 0],
            ['intercept', 0],
          ]),
        },
        {
          type: 'table',
          title: 'Coefficients',
          data: table('feature string, coefficient double', [
            ['a', 0],
            ['b', 0],
          ]),
        },
        { type: 'chart', title: 'Coefficients', kind: 'bar' },
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, `0` bigint, `1` bigint', [
            ['0', 2n, 0n],
            ['1', 2n, 0n],
          ]),
        },
        { type: 'chart', title: 'Confusion Matrix Chart', kind: 'heat-map' },
        {
          type: 'chart',
          title: 'ROC Curve',
          kind: 'line',
          data: table('false_positive_rate double, true_positive_rate double, threshold double', [
            [0, 0, null],
            [1, 1, 0.5],
          ]),
        },
        {
          type: 'chart',
          title: 'Precision-Recall Curve',
          kind: 'line',
          data: table('recall double, precision double, threshold double', [[1, 0.5, 0.5]]),
        },
      ],
    },
    {
      name: 'names classes by their labels and tests on held-out rows',
      after: [
        { nodeClass: 'fire.nodes.ml.NodeStringIndexer', fields: { inputCols: ['kind'], outputCols: ['y'] } },
        { nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } },
      ],
      fields: {
        featuresCol: 'v',
        labelCol: 'y',
        splitRatio: '0.5',
        regParam: '0.1',
        maxIter: '1',
        elasticNetParam: '1',
      },
      input: table(
        'a int, kind string',
        Array.from({ length: 40 }, (_, i) => [i % 4, ['no', 'no', 'maybe', 'yes'][i % 4] ?? null]),
      ),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
        { type: 'chart', title: 'Training history', kind: 'line' },
        { type: 'table', title: 'Test metrics' },
        { type: 'table', title: 'Confusion matrix' },
      ],
    },
    {
      name: 'warns that a multinomial model ignores the threshold',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', family: 'multinomial', threshold: '0.2', maxIter: '1' },
      input: table('a int, y int', [
        [1, 0],
        [2, 1],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
        { type: 'chart', title: 'Training history' },
      ],
      warnings: ['field "threshold" is ignored'],
    },
    {
      name: 'rejects a text label',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, y string', [[1, 'yes']]),
      error: 'has type STRING: must be numeric',
    },
    {
      name: 'rejects a value to try that is not a number',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', regParamGrid: '0.1 much' },
      input: table('a int, y int', [[1, 1]]),
      error: 'invalid value "much" for field "regParamGrid": must be a number',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields, session } = context;
    const { maxIter, threshold, family, standardization, probabilityCol, rawPredictionCol } = fields;
    const metadataClasses = classesOf(requireLabel(context.schema, fields.labelCol));
    requireFamily(fields, metadataClasses);
    return trainSupervised(context, {
      title: 'logistic regression',
      labels: 'classes',
      check: ({ maxLabel = 0 }) => requireFamily(fields, maxLabel + 1),
      estimator: (columns) =>
        makeRegression({
          ...columns,
          ...linearParams(fields),
          maxIter,
          threshold,
          family,
          standardization,
          ...withoutUndefined({ probabilityCol, rawPredictionCol }),
        }),
      grid: {
        regParam: ['regParamGrid', fields.regParamGrid],
        elasticNetParam: ['elasticNetGrid', fields.elasticNetGrid],
      },
      inspect: async (model, names, className) => {
        const coefficients = (await matrixIn(model, 'coefficientMatrix')).slice(0, maxClasses);
        const [intercept = 0, ...intercepts] = numbersIn(await model.get('interceptVector'));
        const steps = numbersIn(await model.get('summary.objectiveHistory'));
        const isOne = coefficients.length === 1;
        return {
          warnings:
            threshold === 0.5 || isOne
              ? []
              : ['field "threshold" is ignored: a multinomial model predicts the most likely class'],
          numbers: {
            classes: Number(await model.get('numClasses')),
            iterations: Math.max(0, steps.length - 1),
            ...(isOne
              ? { intercept }
              : Object.fromEntries(
                  [intercept, ...intercepts]
                    .slice(0, maxClasses)
                    .map((b, i) => [`intercept of class ${className(i)}`, b]),
                )),
          },
          results: [
            ...ofFeatures(
              session,
              'Coefficients',
              names,
              Object.fromEntries(coefficients.map((of, i) => [isOne ? 'coefficient' : `class ${className(i)}`, of])),
            ),
            ...history(session, steps, 'Loss'),
          ],
        };
      },
      shows: fields,
    });
  },
});

/** Throws a `FieldError` for more classes than the family has. */
function requireFamily(
  { family, labelCol }: { readonly family: string; readonly labelCol: string },
  classes = 0,
): void {
  if (family === 'binomial' && classes > 2)
    throw new FieldError(
      'family',
      `invalid value "binomial" for field "family": binomial takes two classes, but column "${labelCol}" has ${classes}`,
      'choose multinomial, or auto',
    );
}
