import { text } from '../../kit/fields.ts';
import { chosen, folderOrModel, selectChampionModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { unloadable } from './_sklearn-examples.ts';
import { loadingModel } from '../kit/sklearn-files.ts';

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
  examples: unloadable,
  run: (context) =>
    loadingModel(context, chosen(context.fields), { libraries: ['sklearn'], what: 'model of scikit-learn' }),
});
