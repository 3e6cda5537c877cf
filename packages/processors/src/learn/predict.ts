import { FieldError, flag, text } from '../core/fields.ts';
import { tree, treeOfNothing, twoRows } from '../core/learner-examples.ts';
import { processor, table } from '../core/processor.ts';
import { predictive } from '../core/learned.ts';
import { loadedFrom } from '../core/loaded.ts';
import { registered } from '../core/registered.ts';
import { needsSpark } from '../core/stages.ts';
import { denseVector } from '../core/vectors.ts';

export const predict = processor({
  nodeClass: 'fire.nodes.ml.NodePredict',
  name: 'Spark Predict',
  type: 'ml-predict',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Adds what a model predicts for each row. One input brings rows, the other one the model, in any order; a model alone predicts for the rows that it was trained on.',
  fields: {
    useChampion: flag({
      default: false,
      title: 'Champion',
      description: 'Predicts with the champion of the registered model, whichever version is named.',
    }),
    model_uuid: text({
      kind: 'model',
      title: 'Registered model',
      description:
        'For a node without a model among its inputs: models:/NAME, models:/NAME/VERSION, models:/NAME/champion, or a uuid.',
    }),
  },
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
  async run({ engine, fields, files, input, inputs, learned, models, session }) {
    needsSpark({ engine });
    const known = learned.findLastIndex((one) => predictive(one) !== undefined);
    const at = known === -1 ? learned.findLastIndex((one) => one?.model !== undefined) : known;
    const model = learned[at]?.model;
    if (model === undefined) {
      const { model_uuid: reference, useChampion: champion } = fields;
      if (reference === undefined)
        throw new FieldError(
          '',
          'none of its inputs brings a model',
          'connect a node that trains or loads one, or name a registered model',
        );
      const wish = { reference, champion, field: 'model_uuid' };
      const found = loadedFrom(session, files, await registered(models, wish), 'model_uuid');
      return (await found.fitted()).transform(input);
    }
    const rows = inputs.find((_, i) => i !== at) ?? model.before ?? inputs[at];
    if (rows === undefined)
      throw new FieldError('', 'none of its inputs brings rows', 'connect the rows to predict for');
    return (await model.fitted()).transform(rows);
  },
});
