import { text } from '../../kit/fields.ts';
import { modelName } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Field } from '../../contract/fields.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { line } from './_sklearn-examples.ts';
import { savingModel } from '../kit/sklearn-files.ts';

const ridge = [
  { nodeClass: 'fire.nodes.sklearn.NodeSklearnRidgeRegression', fields: { targetCol: 'y', featureCols: ['x'] } },
] as const;

interface ModelSave extends Pick<Definition<Record<never, never>>, 'nodeClass' | 'name' | 'description'> {
  readonly path: Field<string>;
  /** Fields of examples in which the path does not matter. */
  readonly exampleFields?: Readonly<Record<string, string>>;
}

const modelSave = ({ path, exampleFields, ...names }: ModelSave): Processor => {
  const fields = exampleFields === undefined ? {} : { fields: exampleFields };
  return processor({
    nodeClass: names.nodeClass,
    name: names.name,
    type: 'ml-modelsave',
    category: 'Machine-Learning/ML-Sklearn/Modeling',
    description: names.description,
    fields: { path, modelName },
    needs: ['python'],
    examples: [
      {
        name: 'each run saves a version, named by its start',
        fields: { path: '/models/line/' },
        after: ridge,
        input: line,
        output: line,
        saves: [{ format: 'model', path: '/models/line/20240229T123456789Z', mode: 'error' }],
      },
      {
        name: 'nothing was learned',
        ...fields,
        after: ridge,
        input: table('x double, y double', []),
        error: 'its input has no rows',
      },
      {
        name: 'rows that no model can be made of',
        ...fields,
        after: ridge,
        input: table('x double, y double', [[null, 1]]),
        error: 'the column "x" is null in 1 of 1 rows',
      },
      { name: 'rows without a model', ...fields, input: line, error: 'none of its inputs brings a model' },
    ],
    run: (context) => savingModel(context, context.fields, { libraries: ['sklearn'], what: 'model of scikit-learn' }),
  });
};

export const sklearnModelSave = modelSave({
  nodeClass: 'fire.nodes.sklearn.NodeModelSave',
  name: 'Sklearn Model Save',
  description:
    'Saves the model of scikit-learn of its input, by skops and never as a pickle, with a card that says what it is, and hands it on. Each run saves a version of its own below the folder, named by the start of the run.',
  path: text({ default: 'modelsavepath', kind: 'path', writes: 'version', title: 'Folder' }),
});

export const sklearnModelSaveS3 = modelSave({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnModelSaveToS3',
  name: 'Sklearn Model Save To S3',
  description:
    'Saves the model of its input as Sklearn Model Save does: in a folder of the file space, which lies on S3 where the service keeps its files there. Each run saves a version of its own.',
  path: text({ required: true, kind: 'path', writes: 'version', title: 'Folder' }),
  exampleFields: { path: '/m' },
});
