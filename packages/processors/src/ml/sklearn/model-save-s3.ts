import { text } from '../../kit/fields.ts';
import { modelName } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { line } from './_sklearn-examples.ts';
import { savingModel } from '../kit/sklearn-files.ts';

const ridge = [
  { nodeClass: 'fire.nodes.sklearn.NodeSklearnRidgeRegression', fields: { targetCol: 'y', featureCols: ['x'] } },
] as const;

export const sklearnModelSaveS3 = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnModelSaveToS3',
  name: 'Sklearn Model Save To S3',
  type: 'ml-modelsave',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description:
    'Saves the model of its input as Sklearn Model Save does: in a folder of the file space, which lies on S3 where the service keeps its files there. Each run saves a version of its own.',
  fields: { path: text({ required: true, kind: 'path', writes: 'version', title: 'Folder' }), modelName },
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
      fields: { path: '/m' },
      after: ridge,
      input: table('x double, y double', []),
      error: 'its input has no rows',
    },
    {
      name: 'rows that no model can be made of',
      fields: { path: '/m' },
      after: ridge,
      input: table('x double, y double', [[null, 1]]),
      error: 'the column "x" is null in 1 of 1 rows',
    },
    { name: 'rows without a model', fields: { path: '/m' }, input: line, error: 'none of its inputs brings a model' },
  ],
  run: (context) => savingModel(context, context.fields, { libraries: ['sklearn'], what: 'model of scikit-learn' }),
});
