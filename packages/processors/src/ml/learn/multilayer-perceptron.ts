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
  defined,
  labelledByDefault,
  seedOf,
} from '../kit/learner-fields.ts';
import { history, numbersIn } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { numbersToTry } from '../kit/stages.ts';
import { supervised } from './_supervised.ts';
import { trainingAggregates } from './_training-facts.ts';

export const multilayerPerceptron = processor({
  nodeClass: 'fire.nodes.ml.NodeMultilayerPerceptron',
  name: 'MultiLayer Perceptron',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description:
    'Learns to tell classes apart by a neural network: as many nodes in the first layer as there are features, as many in the last one as there are classes, and those between as chosen. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...labelledByDefault,
    layers: text({ required: true, title: 'Nodes of the layers', description: 'Such as 4,5,5,3' }),
    maxIter: integer({ default: 100, min: 0, max: maxInteger, title: 'Steps at most' }),
    blockSize: integer({ default: 128, min: 1, max: maxInteger, title: 'Rows of a block' }),
    seed: integer({ default: 1234, title: 'Seed' }),
    tol: number({ default: 1e-6, min: 0, title: 'Tolerance' }),
    solver: choice(['l-bfgs', 'gd'], { default: 'l-bfgs', title: 'Solver' }),
    stepSize: number({ default: 0.03, min: minPositive, title: 'Step (gd)' }),
    ...classifierColumns,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'a network of two layers',
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
      name: 'a first layer that the features do not fit',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '3 2' },
      input: table('a int, y int', [
        [1, 0],
        [2, 1],
      ]),
      error: '"layers" begins with 3, but there is 1 feature',
    },
    {
      name: 'a last layer with too few classes',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2' },
      input: table('a int, y int', [
        [1, 0],
        [2, 2],
      ]),
      error: '"layers" ends with 2, but labels go up to 2',
    },
    {
      name: 'layers are whole numbers',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2.5' },
      input: table('a int, y int', [[1, 0]]),
      error: '"layers" is "1,2.5"',
    },
    {
      name: 'a row without a label',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2' },
      input: table('a int, y double', [
        [1, 1],
        [2, null],
      ]),
      error: 'is null or NaN in 1 of 2 rows',
    },
    {
      name: 'no rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', layers: '1,2' },
      input: table('a int, y double', []),
      error: 'no rows to learn from',
    },
  ],
  run(context) {
    const { fields, session } = context;
    const { maxIter, blockSize, tol, solver, stepSize, probabilityCol, rawPredictionCol } = fields;
    const layers = layersOf(fields.layers);
    return supervised(context, {
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
          ...defined({ seed: seedOf(fields), probabilityCol, rawPredictionCol }),
        }),
      check({ features, maxLabel = 0 }) {
        const [first, last] = [layers.at(0) ?? 0, layers.at(-1) ?? 0];
        if (first !== features)
          throw new FieldError(
            'layers',
            `"layers" begins with ${first}, but there ${features === 1 ? 'is 1 feature' : `are ${features} features`}`,
            `begin it with ${features}`,
          );
        if (last <= maxLabel)
          throw new FieldError(
            'layers',
            `"layers" ends with ${last}, but labels go up to ${maxLabel}`,
            `end it with ${maxLabel + 1}: one node a class`,
          );
      },
      look: async (model) => {
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
    `"layers" is "${text}", which is not two or more whole numbers above 0`,
    'give the number of features, those of the layers between, and the number of classes: 4,5,3',
  );
}
