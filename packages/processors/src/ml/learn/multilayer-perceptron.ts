import { multilayerPerceptronClassifier as makePerceptron } from '@millrace/spark-connect/ml';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import {
  minPositive,
  maxInteger,
  classifierColumns,
  withoutUndefined,
  labelledByDefault,
  seedOf,
} from '../kit/learner-fields.ts';
import { history, numbersIn } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { numbersToTry } from '../kit/stages.ts';
import { trainSupervised } from './_supervised.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const multilayerPerceptron = processor({
  nodeClass: 'fire.nodes.ml.NodeMultilayerPerceptron',
  name: 'MultiLayer Perceptron',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description: `Trains a classifier that is a neural network: the first layer has one node per feature, the last layer one node per class, and the layers between have the chosen sizes. ${passesOnModel}`,
  fields: {
    ...labelledByDefault,
    layers: text({ required: true, title: 'Layer sizes', description: 'Such as 4,5,5,3' }),
    maxIter: integer({ default: 100, min: 0, max: maxInteger, title: 'Maximum iterations' }),
    blockSize: integer({ default: 128, min: 1, max: maxInteger, title: 'Block size (rows)' }),
    seed: integer({ default: 1234, title: 'Seed' }),
    tol: number({ default: 1e-6, min: 0, title: 'Tolerance' }),
    solver: choice(['l-bfgs', 'gd'], { default: 'l-bfgs', title: 'Solver' }),
    stepSize: number({ default: 0.03, min: minPositive, title: 'Step size (gd)' }),
    ...classifierColumns,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'trains a network of two layers',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2', maxIter: '2' },
      input: table('a int, y int', [
        [1, 0],
        [2, 1],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 2],
            ['features', 1],
            ['layers', 2],
            ['weights', 4],
            ['iterations', 2],
          ]),
        },
        { type: 'chart', title: 'Training history', kind: 'line' },
      ],
    },
    {
      name: 'rejects a first layer that does not match the features',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '3 2' },
      input: table('a int, y int', [
        [1, 0],
        [2, 1],
      ]),
      error: 'field "layers" starts with 3: must start with 1, the number of features',
    },
    {
      name: 'rejects a last layer with too few classes',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2' },
      input: table('a int, y int', [
        [1, 0],
        [2, 2],
      ]),
      error: 'field "layers" ends with 2: must end with 3 or more',
    },
    {
      name: 'rejects layer sizes that are not whole numbers',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2.5' },
      input: table('a int, y int', [[1, 0]]),
      error: 'invalid value "1,2.5" for field "layers"',
    },
    {
      name: 'rejects a row without a label',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2' },
      input: table('a int, y double', [
        [1, 1],
        [2, null],
      ]),
      error: 'is null or NaN in 1 of 2 rows',
    },
    {
      name: 'rejects an input without rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2' },
      input: table('a int, y double', []),
      error: 'no rows to train on',
    },
  ],
  run(context) {
    const { fields, session } = context;
    const { maxIter, blockSize, tol, solver, stepSize, probabilityCol, rawPredictionCol } = fields;
    const layers = layersOf(fields.layers);
    return trainSupervised(context, {
      title: 'multilayer perceptron',
      labels: 'classes',
      estimator: (columns) =>
        makePerceptron({
          ...columns,
          layers,
          maxIter,
          blockSize,
          tol,
          solver,
          stepSize,
          ...withoutUndefined({ seed: seedOf(fields), probabilityCol, rawPredictionCol }),
        }),
      check({ features, maxLabel = 0 }) {
        const [first, last] = [layers.at(0) ?? 0, layers.at(-1) ?? 0];
        if (first !== features)
          throw new FieldError(
            'layers',
            `field "layers" starts with ${first}: must start with ${features}, the number of features`,
            `start it with ${features}`,
          );
        if (last <= maxLabel)
          throw new FieldError(
            'layers',
            `field "layers" ends with ${last}: must end with ${maxLabel + 1} or more, one node per class`,
            `end it with ${maxLabel + 1}`,
          );
      },
      inspect: async (model) => {
        const steps = numbersIn(await model.get('summary.objectiveHistory'));
        return {
          numbers: {
            layers: layers.length,
            weights: numbersIn(await model.get('weights')).length,
            iterations: Math.max(0, steps.length - 1),
          },
          results: history(session, steps, 'Loss'),
        };
      },
      shows: fields,
    });
  },
});

function layersOf(text: string): readonly number[] {
  const layers = numbersToTry(text, 'layers');
  if (layers.length >= 2 && layers.every((nodes) => Number.isInteger(nodes) && nodes > 0)) return layers;
  throw new FieldError(
    'layers',
    `invalid value "${text}" for field "layers": must be at least two whole numbers above 0`,
    'enter the number of features, the sizes of the layers between, and the number of classes, such as 4,5,3',
  );
}
