import { flag, formerField, optional, text } from '../../kit/fields.ts';
import { boostedModelOf } from '../kit/ml-artifacts.ts';
import { modelAt } from './_loaded.ts';
import { referenceOf, folderOrModel, selectChampionModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { isRegistered, isSamePath, findRegisteredModel } from '../kit/registered.ts';
import { requireSpark, modelOutcome } from '../kit/stages.ts';

export const modelLoad = processor({
  nodeClass: 'fire.nodes.ml.NodeModelLoad',
  name: 'Spark ML Model Load',
  type: 'ml-modelload',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Loads a saved model, from this or another Spark installation: the one in the folder, or the newest version below it. In workflows that set fixedPath, true takes only the model in the folder, and false prefers the versions. After a node that saves to the same folder, it provides the model of this run.',
  fields: {
    selectChampionModel,
    path: text({ default: 'modelsavepath', ...folderOrModel }),
    fixedPath: formerField(optional(flag({ default: false }))),
    modelType: formerField(text()),
  },
  inputs: { min: 0, max: 1 },
  needs: ['ml'],
  examples: [
    {
      name: 'rejects a folder without a model',
      fields: { path: '/models' },
      files: { 'models/readme.txt': 'none yet' },
      input: table('x double', []),
      error: 'no saved model in path "/models"',
    },
    {
      name: 'rejects a scikit-learn model',
      fields: { path: '/models' },
      files: {
        'models/card.json': JSON.stringify({
          library: 'sklearn',
          kind: 'regressor',
          title: 'scikit-learn ridge regression',
          features: ['x'],
          file: 'model.skops',
          sha256: '',
        }),
      },
      input: table('x double', []),
      error: 'contains a scikit-learn ridge regression: must be a Spark ML model',
    },
  ],
  async run(context) {
    requireSpark(context);
    const { fields, input, inputs, learned, models } = context;
    const { path, champion } = referenceOf(fields);
    const inputModel = learned[0]?.model;
    const isKnown = isRegistered(models, { path, champion });
    // what this run saves is put in place when all has ended well
    if (inputModel !== undefined && isSamePath(inputModel.path, path) && !isKnown)
      return modelOutcome(context, { model: inputModel }, [input]);
    const trees = boostedModelOf(learned[0]);
    if (trees !== undefined && isSamePath(trees.path, path) && !isKnown)
      return { outputs: [input], learned: [{ fitted: trees }] };
    const model = isKnown ? await findRegisteredModel(models, { reference: path, champion, field: 'path' }) : undefined;
    const savedModel = await modelAt(
      context,
      model ?? { path, title: 'loaded model' },
      'path',
      model === undefined ? fields.fixedPath : undefined,
    );
    const alone = inputs.length === 0;
    if ('fitted' in savedModel) return { outputs: [input], learned: [{ fitted: { ...savedModel.fitted, alone } }] };
    return modelOutcome(context, { model: { ...savedModel.model, alone } }, [input]);
  },
});
