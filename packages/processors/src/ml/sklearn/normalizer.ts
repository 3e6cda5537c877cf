import { choice } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requireFeatures } from '../kit/sklearn-columns.ts';
import { fittingInPython } from '../kit/sklearn-transforming.ts';
import { passesOnFitted, toDoubles } from '../kit/descriptions.ts';

export const sklearnNormalizer = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeNormalizerFitTransform',
  name: 'Sklearn Normalizer',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description: `Divides the chosen numbers of each row by their norm with scikit-learn, so that all rows have the same length. ${toDoubles} ${passesOnFitted}`,
  fields: {
    columnsToNormalize: columns({ required: true, title: 'Columns' }),
    norm: choice(['l2', 'l1', 'max'], { default: 'l2', title: 'Norm' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'scales rows to length 1',
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
      name: 'rejects an input without rows',
      fields: { columnsToNormalize: ['x'] },
      input: table('x int', []),
      error: 'the input has no rows',
    },
    {
      name: 'rejects a text column',
      fields: { columnsToNormalize: ['x'] },
      input: table('x string', [['1']]),
      error: 'column "x" in field "columnsToNormalize" has type STRING: must be numeric',
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
