import type { DataFrame } from '@millrace/spark-connect';
import { FieldError } from '../core/fields.ts';
import { tree, treeOfNothing, twoRows } from '../core/learner-examples.ts';
import { processor, table } from '../core/processor.ts';
import { predictive, refuseFitted, type TrainedModel } from '../core/learned.ts';
import { loadedFrom } from '../core/loaded.ts';
import { registeredModel } from '../core/model-names.ts';
import { isPredictive, suited } from '../core/model-columns.ts';
import { registered } from '../core/registered.ts';
import type { Outcome } from '../core/results.ts';
import { needsSpark } from '../core/stages.ts';
import { denseVector } from '../core/vectors.ts';

export const predict = processor({
  nodeClass: 'fire.nodes.ml.NodePredict',
  name: 'Spark Predict',
  type: 'ml-predict',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Adds what a model predicts for each row. One input brings rows, the other one the model, in any order; a model alone predicts for the rows that it was trained on.',
  fields: registeredModel,
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
      name: 'a registered model, where none are registered',
      fields: { model_uuid: 'models:/churn/champion' },
      input: table('x double', [[1]]),
      error: 'models are registered by the service alone',
    },
    {
      name: 'rows without a model',
      input: table('x double', [[1]]),
      error: 'none of its inputs brings a model',
    },
  ],
  async run({ engine, fields, files, input, inputs, learned, models, session }): Promise<Outcome> {
    needsSpark({ engine });
    refuseFitted(learned, '"Sklearn Predict"');
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
      return predicted(input, loadedFrom(session, files, await registered(models, wish), 'model_uuid'));
    }
    const own = model.alone === true ? undefined : (model.before ?? inputs[at]);
    const rows = inputs.find((_, i) => i !== at) ?? own;
    if (rows === undefined)
      throw new FieldError('', 'none of its inputs brings rows', 'connect the rows to predict for');
    return predicted(rows, model);
  },
});

/** Rows with what a model predicts for them. */
async function predicted(rows: DataFrame, model: TrainedModel): Promise<Outcome> {
  const fitted = await model.fitted();
  const given = await suited(rows, await rows.schema(), { model: fitted, title: model.title });
  const warnings = isPredictive(fitted) ? [] : ['the model predicts nothing: it only changes columns'];
  return { outputs: [fitted.transform(given)], warnings };
}
