import { choice } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requireFeatures } from '../kit/sklearn-columns.ts';
import { fittingInPython } from '../kit/sklearn-transforming.ts';

export const sklearnNormalizer = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeNormalizerFitTransform',
  name: 'Sklearn Normalizer',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description:
    'Divides the chosen numbers of each row by their length, so that all rows are as long, by scikit-learn. They become doubles in their places. What it does goes on beside the rows.',
  fields: {
    columnsToNormalize: columns({ required: true, title: 'Columns' }),
    norm: choice(['l2', 'l1', 'max'], { default: 'l2', title: 'Length' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'rows of length 1',
      fields: { columnsToNormalize: ['x', 'y'] },
      input: table('x int, y int, note string', [
        [3, 4, null],
        [0, 0, 'a'],
      ]),
      output: table('x double, y double, note string', [
        [0.6, 0.8, null],
        [0, 0, 'a'],
      ]),
    },
    {
      name: 'no rows',
      fields: { columnsToNormalize: ['x'] },
      input: table('x int', []),
      error: 'its input has no rows',
    },
    {
      name: 'a column that is text',
      fields: { columnsToNormalize: ['x'] },
      input: table('x string', [['1']]),
      error: '"columnsToNormalize" names the column "x", which is of type string and holds no numbers',
    },
  ],
  run(context) {
    const { fields, schema } = context;
    return fittingInPython(context, {
      title: 'scikit-learn normalizer',
      estimator: 'Normalizer',
      parameters: { norm: fields.norm },
      features: requireFeatures(schema, fields.columnsToNormalize, 'columnsToNormalize'),
      field: 'columnsToNormalize',
    });
  },
});
