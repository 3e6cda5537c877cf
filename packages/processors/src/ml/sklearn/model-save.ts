import { text } from '../../kit/fields.ts';
import { modelName } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { line } from './_sklearn-examples.ts';
import { savingModel } from '../kit/sklearn-files.ts';

const ridge = [
  { nodeClass: 'fire.nodes.sklearn.NodeSklearnRidgeRegression', fields: { targetCol: 'y', featureCols: ['x'] } },
] as const;

export const sklearnModelSave = processor({
  nodeClass: 'fire.nodes.sklearn.NodeModelSave',
  name: 'Sklearn Model Save',
  type: 'ml-modelsave',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description:
    'Saves the model of scikit-learn of its input, by skops and never as a pickle, with a card that says what it is, and hands it on. Each run saves a version of its own below the folder, named by the start of the run.',
  fields: { path: text({ default: 'modelsavepath', kind: 'path', writes: 'version', title: 'Folder' }), modelName },
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
      after: ridge,
      input: table('x double, y double', []),
      error: 'its input has no rows',
    },
    {
      name: 'rows that no model can be made of',
      after: ridge,
      input: table('x double, y double', [[null, 1]]),
      error: 'the column "x" is null in 1 of 1 rows',
    },
    { name: 'rows without a model', input: line, error: 'none of its inputs brings a model' },
  ],
  run: (context) => savingModel(context, context.fields, { libraries: ['sklearn'], what: 'model of scikit-learn' }),
});
