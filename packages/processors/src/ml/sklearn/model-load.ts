import { text } from '../../kit/fields.ts';
import { referenceOf, folderOrModel, selectChampionModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import type { Field } from '../../contract/fields.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { unloadable } from './_sklearn-examples.ts';
import { loadingModel } from '../kit/sklearn-files.ts';

interface ModelLoad extends Pick<Definition<Record<never, never>>, 'nodeClass' | 'name' | 'description'> {
  readonly path: Field<string>;
}

const modelLoad = ({ path, ...names }: ModelLoad): Processor =>
  processor({
    nodeClass: names.nodeClass,
    name: names.name,
    type: 'ml-modelload',
    category: 'Machine-Learning/ML-Sklearn/Modeling',
    description: names.description,
    fields: { selectChampionModel, path },
    inputs: { min: 0, max: 1 },
    needs: ['python'],
    examples: unloadable,
    run: (context) =>
      loadingModel(context, referenceOf(context.fields), { libraries: ['sklearn'], description: 'scikit-learn model' }),
  });

export const sklearnModelLoad = modelLoad({
  nodeClass: 'fire.nodes.sklearn.NodeModelLoad',
  name: 'Sklearn Model Load',
  description:
    'Loads a saved scikit-learn model: the one in the folder, or the newest version below it. After a node that saves to the same folder, it provides the model of this run. Files that contain anything but a model are rejected.',
  path: text({ default: 'modelsavepath', ...folderOrModel }),
});

export const sklearnModelLoadS3 = modelLoad({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnModelLoadFromS3',
  name: 'Sklearn Model Load From S3',
  description:
    'Loads a model like Sklearn Model Load: from a folder of the file space, which is on S3 if the service keeps its files there. Takes the newest version.',
  path: text({ required: true, ...folderOrModel }),
});
