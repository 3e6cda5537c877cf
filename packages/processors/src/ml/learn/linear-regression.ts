import { linearRegression as makeRegression, type Model } from '@millrace/spark-connect/ml';
import { choice, flag, text } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import {
  maxInteger,
  elasticNetGrid,
  labelFields,
  linearFields,
  linearParams,
  maxIterGrid,
  regParamGrid,
} from '../kit/learner-fields.ts';
import { history, numberIn, numbersIn, ofFeatures } from '../kit/model-results.ts';
import { withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised } from './_supervised.ts';
import { trainingAggregates, type TrainingFacts } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const linearRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeLinearRegression',
  name: 'Linear Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description: `Trains a regression model that predicts a number as a weighted sum of the features; the coefficients show the contribution of each feature. ${passesOnModel}`,
  fields: {
    ...labelFields,
    maxIter: integer({ default: 100, min: 0, max: maxInteger, title: 'Maximum iterations' }),
    ...linearFields,
    solver: choice(['auto', 'l-bfgs', 'normal'], { default: 'auto', title: 'Solver' }),
    standardization: flag({ default: true, title: 'Standardize features while training' }),
    loss: choice(['squaredError', 'huber'], { default: 'squaredError', title: 'Loss' }),
    epsilon: number({ default: 1.35, min: 1.000001, title: 'Outlier threshold (huber)' }),
    saveCoefficientsPath: text({ kind: 'path', writes: 'replacing', title: 'Folder to save the coefficients in' }),
    regParamGrid,
    elasticNetGrid,
    maxIterGrid,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'predicts the mean if no feature is informative',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', solver: 'l-bfgs', maxIter: '0' },
      input: table('a int, b int, y double', [
        [1, 7, -1],
        [2, 7, 1],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        {
          type: 'table',
          title: 'Coefficients',
          data: table('feature string, coefficient double', [
            ['a', 0],
            ['b', 0],
          ]),
        },
        { type: 'chart', title: 'Coefficients', kind: 'bar' },
        { type: 'text', title: 'Standard errors', text: 'omitted: field "solver" is l-bfgs' },
      ],
    },
    ...(
      [
        ['that is constant', 7, 7, 7, 7],
        ['that repeats another feature', 1, 2, 3, 5],
      ] as const
    ).map(([kind, ...values]) => ({
      name: `omits standard errors for a feature ${kind}`,
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table(
        'a int, b int, y double',
        [1, 2, 3, 5].map((a, i) => [a, values[i] ?? null, [1, 3, 4, 4][i] ?? null]),
      ),
      results: [
        { type: 'table' as const, title: 'Model' },
        { type: 'table' as const, title: 'Coefficients' },
        { type: 'chart' as const, title: 'Coefficients' },
        { type: 'chart' as const, title: 'Training history' },
      ],
      warnings: ['a feature is constant, or depends linearly on the others'],
    })),
    {
      name: 'saves the coefficients if a folder is set',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', saveCoefficientsPath: 'out/c' },
      input: table('a int, y double', [
        [1, 1],
        [2, 3],
        [3, 4],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
      ],
      saves: [{ format: 'csv', path: 'out/c', mode: 'overwrite', singleFile: true, options: { header: 'true' } }],
    },
    {
      name: 'omits standard errors for as many coefficients as rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, y double', [
        [1, 1],
        [2, 3],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
      ],
      warnings: ['there are 2 coefficients including the intercept but only 2 rows'],
    },
    {
      name: 'rejects a missing label column',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'price' },
      input: table('a int, y double', [[1, 1]]),
      error: 'unknown column "price" in field "labelCol": the input has ',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields, session } = context;
    const { maxIter, solver, standardization, loss, epsilon, saveCoefficientsPath: path } = fields;
    return trainSupervised(context, {
      title: 'linear regression',
      labels: 'numbers',
      estimator: (columns) =>
        makeRegression({ ...columns, ...linearParams(fields), maxIter, solver, standardization, loss, epsilon }),
      grid: {
        regParam: ['regParamGrid', fields.regParamGrid],
        elasticNetParam: ['elasticNetGrid', fields.elasticNetGrid],
        maxIter: ['maxIterGrid', fields.maxIterGrid],
      },
      inspect: async (model, names, _className, facts) => {
        const steps = numbersIn(await model.get('summary.objectiveHistory'));
        const coefficient = numbersIn(await model.get('coefficients'));
        const isExact = steps.length === 1 && steps[0] === 0;
        // a search may have chosen others than the fields tell
        const reason = withoutEquations(facts, { ...fields, ...penalties(model) });
        const without = reason ?? withoutTests(facts, fields) ?? (isExact ? undefined : dependent);
        const tests = without === undefined ? await significance(model, coefficient.length) : {};
        const left = `standard errors, t values and p values are omitted: ${without}`;
        const results = ofFeatures(session, 'Coefficients', names, { coefficient }, tests);
        const [table] = results;
        return {
          numbers: {
            intercept: await numberIn(model, 'intercept'),
            iterations: Math.max(0, steps.length - 1),
            'rmse of training': await numberIn(model, 'summary.rootMeanSquaredError'),
            'r2 of training': await numberIn(model, 'summary.r2'),
          },
          results: [
            ...results,
            ...(reason === undefined ? [] : [{ type: 'text' as const, title: 'Standard errors', text: left }]),
            ...history(session, steps, 'Loss'),
          ],
          ...(without === undefined || reason !== undefined ? {} : { warnings: [left] }),
          saves:
            path === undefined || table?.type !== 'table'
              ? []
              : [
                  {
                    format: 'csv',
                    path,
                    mode: 'overwrite',
                    data: table.data,
                    singleFile: true,
                    options: { header: 'true' },
                  },
                ],
        };
      },
    });
  },
});

/** Most features for which Spark's solver "auto" takes the normal equations: see `MAX_FEATURES_FOR_NORMAL_SOLVER` of it. */
const maxSolved = 4_096;

/** Why Spark goes from step to step, by what was chosen, and solves no normal equations, which alone tell standard errors. */
function withoutEquations(
  { features }: TrainingFacts,
  { solver, loss, regParam, elasticNetParam }: SolverFields,
): string | undefined {
  const reason = 'but only the normal equations provide standard errors';
  if (loss === 'huber') return `field "loss" is huber, ${reason}`;
  if (solver === 'l-bfgs') return `field "solver" is l-bfgs, ${reason}`;
  if (regParam * elasticNetParam > 0) return `fields "regParam" and "elasticNetParam" are above 0, ${reason}`;
  return solver === 'auto' && features > maxSolved ? `there are more than ${maxSolved} features, ${reason}` : undefined;
}

/** The penalties that a model was given. */
const penalties = ({ estimatorParams: { regParam = 0, elasticNetParam = 0 } }: Model) => ({
  regParam: Number(regParam),
  elasticNetParam: Number(elasticNetParam),
});

interface SolverFields {
  readonly solver: string;
  readonly loss: string;
  readonly regParam: number;
  readonly elasticNetParam: number;
}

/** Why they are not solved where they were wanted. */
const dependent =
  'a feature is constant, or depends linearly on the others, so the coefficients are not unique: leave it out';

/**
 * Why Spark has no standard errors: see `LinearRegressionTrainingSummary` of Spark, which wants more rows than coefficients,
 * and a label that the intercept alone does not predict.
 */
function withoutTests(
  { rows, features, constant, minLabel }: TrainingFacts,
  { fitIntercept }: { readonly fitIntercept: boolean },
): string | undefined {
  if (constant && (fitIntercept || minLabel === 0)) return 'the label is the same in every row';
  const coefficients = features + (fitIntercept ? 1 : 0);
  if (rows > coefficients) return undefined;
  const intercept = fitIntercept ? ' including the intercept' : '';
  return `there are ${coefficients} coefficients${intercept} but only ${rows} rows: standard errors need more rows than coefficients`;
}

/** How sure the coefficients are: what the solution of the normal equations tells. */
async function significance(model: Model, features: number): Promise<Readonly<Record<string, readonly number[]>>> {
  const ofCoefficients = async (path: string) => numbersIn(await model.get(path)).slice(0, features);
  return {
    standard_error: await ofCoefficients('summary.coefficientStandardErrors'),
    t: await ofCoefficients('summary.tValues'),
    p: await ofCoefficients('summary.pValues'),
  };
}
