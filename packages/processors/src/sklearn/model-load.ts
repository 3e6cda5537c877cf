import { text } from '../core/fields.ts';
import { chosen, folderOrModel, selectChampionModel } from '../core/model-names.ts';
import { processor, table } from '../core/processor.ts';
import { loadingModel } from '../core/sklearn-files.ts';

export const sklearnModelLoad = processor({
  nodeClass: 'fire.nodes.sklearn.NodeModelLoad',
  name: 'Sklearn Model Load',
  type: 'ml-modelload',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description:
    'Loads a model of scikit-learn that was saved before: the one that the folder holds, or the newest of the versions below it. After a node that saves to the same folder it is the model of this run. Files that hold anything but a model are refused.',
  fields: { selectChampionModel, path: text({ default: 'modelsavepath', ...folderOrModel }) },
  inputs: { min: 0, max: 1 },
  needs: ['python'],
  examples: [
    {
      name: 'a folder without a model',
      fields: { path: '/models' },
      files: { 'models/readme.txt': 'none yet' },
      input: table('x double', []),
      error: '"/models" holds no saved model',
    },
    {
      name: 'a model of Spark ML',
      fields: { path: '/models' },
      files: { 'models/tree/metadata/part-0': '{}' },
      input: table('x double', []),
      error: '"/models" holds a model of Spark ML',
    },
    {
      name: 'a card that is none',
      fields: { path: '/models' },
      files: { 'models/card.json': '{"a": 1}' },
      input: table('x double', []),
      error: 'holds a card.json that describes no model',
    },
  ],
  run: (context) =>
    loadingModel(context, chosen(context.fields), { libraries: ['sklearn'], what: 'model of scikit-learn' }),
});
