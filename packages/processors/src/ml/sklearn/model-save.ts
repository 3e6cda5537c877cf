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
        name: 'saves a version named by the start of the run',
        fields: { path: '/models/line/' },
        after: ridge,
        input: line,
        output: line,
        saves: [{ format: 'model', path: '/models/line/20240229T123456789Z', mode: 'error' }],
      },
      {
        name: 'rejects a model without training rows',
        ...fields,
        after: ridge,
        input: table('x double, y double', []),
        error: 'the input has no rows',
      },
      {
        name: 'rejects a model with a null in the training rows',
        ...fields,
        after: ridge,
        input: table('x double, y double', [[null, 1]]),
        error: 'column "x" is null in 1 of 1 rows',
      },
      { name: 'rejects rows without a model', ...fields, input: line, error: 'no input provides a model' },
    ],
    run: (context) =>
      savingModel(context, context.fields, { libraries: ['sklearn'], description: 'scikit-learn model' }),
  });
};

export const sklearnModelSave = modelSave({
  nodeClass: 'fire.nodes.sklearn.NodeModelSave',
  name: 'Sklearn Model Save',
  description:
    'Saves the scikit-learn model of its input with skops, never as a pickle, together with a card that describes it, and passes the model on. Each run saves a version named by its start time below the folder.',
  path: text({ default: 'modelsavepath', kind: 'path', writes: 'version', title: 'Folder' }),
});

export const sklearnModelSaveS3 = modelSave({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnModelSaveToS3',
  name: 'Sklearn Model Save To S3',
  description:
    'Saves a model like Sklearn Model Save: in a folder of the file space, which is on S3 if the service keeps its files there. Each run saves a version of its own.',
  path: text({ required: true, kind: 'path', writes: 'version', title: 'Folder' }),
  exampleFields: { path: '/m' },
});
