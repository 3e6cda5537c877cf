import { FieldError } from '../core/fields.ts';
import { tree, treeOfNothing, twoRows } from '../core/learner-examples.ts';
import { processor, table } from '../core/processor.ts';
import { predictive, refuseFitted } from '../core/learned.ts';
import { needsSpark } from '../core/stages.ts';
import { denseVector } from '../core/vectors.ts';

export const predict = processor({
  nodeClass: 'fire.nodes.ml.NodePredict',
  name: 'Spark Predict',
  type: 'ml-predict',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Adds what a model predicts for each row. One input brings rows, the other one the model, in any order; a model alone predicts for the rows that it was trained on.',
  fields: {},
  inputs: { min: 1, max: 2 },
  inputNames: ['Data', 'Model'],
  needs: ['ml'],
  examples: [
    {
      name: 'a model alone predicts for the rows that it was trained on',
      after: tree,
      input: twoRows,
      output: table('x double, y double, note string, features vector, prediction double', [
        [0, 1, null, denseVector(0), 1],
        [1, 5, 'b', denseVector(1), 5],
      ]),
    },
    treeOfNothing,
    {
      name: 'rows without a model',
      input: table('x double', [[1]]),
      error: 'none of its inputs brings a model',
    },
  ],
  async run({ engine, inputs, learned }) {
    needsSpark({ engine });
    refuseFitted(learned, '"Sklearn Predict"');
    const known = learned.findLastIndex((one) => predictive(one) !== undefined);
    const at = known === -1 ? learned.findLastIndex((one) => one?.model !== undefined) : known;
    const model = learned[at]?.model;
    if (model === undefined)
      throw new FieldError('', 'none of its inputs brings a model', 'connect a node that trains or loads one');
    const rows = inputs.find((_, i) => i !== at) ?? model.before ?? inputs[at];
    if (rows === undefined)
      throw new FieldError('', 'none of its inputs brings rows', 'connect the rows to predict for');
    return (await model.fitted()).transform(rows);
  },
});
