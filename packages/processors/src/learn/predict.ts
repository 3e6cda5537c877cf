import { FieldError } from '../core/fields.ts';
import { processor } from '../core/processor.ts';
import { needsSpark } from '../core/stages.ts';

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
  examples: [],
  async run({ engine, inputs, learned }) {
    needsSpark({ engine });
    const at = learned.findLastIndex((one) => one?.model !== undefined);
    const model = learned[at]?.model;
    if (model === undefined)
      throw new FieldError('', 'none of its inputs brings a model', 'connect a node that trains or loads one');
    const rows = inputs.find((_, i) => i !== at) ?? inputs[at];
    if (rows === undefined)
      throw new FieldError('', 'none of its inputs brings rows', 'connect the rows to predict for');
    return (await model.fitted()).transform(rows);
  },
});
