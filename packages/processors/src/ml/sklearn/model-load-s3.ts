import { text } from '../../kit/fields.ts';
import { chosen, folderOrModel, selectChampionModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { unloadable } from './_sklearn-examples.ts';
import { loadingModel } from '../kit/sklearn-files.ts';

export const sklearnModelLoadS3 = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnModelLoadFromS3',
  name: 'Sklearn Model Load From S3',
  type: 'ml-modelload',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description:
    'Loads a model as Sklearn Model Load does: from a folder of the file space, which lies on S3 where the service keeps its files there. The newest version is taken.',
  fields: { selectChampionModel, path: text({ required: true, ...folderOrModel }) },
  inputs: { min: 0, max: 1 },
  needs: ['python'],
  examples: unloadable,
  run: (context) =>
    loadingModel(context, chosen(context.fields), { libraries: ['sklearn'], what: 'model of scikit-learn' }),
});
