import { choice, column } from '../../kit/fields.ts';
import { numbersType, requireCategories } from '../kit/sklearn-columns.ts';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn } from '../kit/feature-columns.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fittingInPython } from '../kit/sklearn-transforming.ts';

export const sklearnOneHotEncoder = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeOneHotEncoderFitTransform',
  name: 'Sklearn OneHotEncoder',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description:
    'Makes a list of each value of a column that holds 1 in the place of the value and 0 in all others, by scikit-learn: adds a column of its name and “_encoded”. What was learned goes on beside the rows.',
  fields: {
    columnToTransform: column({ required: true, title: 'Column' }),
    handleUnknown: choice(['ignore', 'error'], { default: 'ignore', title: 'Values that were not learned' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'a place for each value',
      fields: { columnToTransform: 'c' },
      input: table('c int, n int', [
        [5, 1],
        [3, null],
      ]),
      output: table('c int, n int, c_encoded array<double>', [
        [5, 1, [0, 1]],
        [3, null, [1, 0]],
      ]),
      results: [
        {
          type: 'table',
          title: 'Categories',
          data: table('value string, place double', [
            ['3', 0],
            ['5', 1],
          ]),
        },
      ],
    },
    {
      name: 'the new column is there already',
      fields: { columnToTransform: 'c' },
      input: table('c int, c_encoded int', [[1, 1]]),
      error: 'which the input has already',
    },
    {
      name: 'no rows',
      fields: { columnToTransform: 'c' },
      input: table('c string', []),
      error: 'its input has no rows',
    },
  ],
  run(context) {
    const { fields, schema } = context;
    const { name, type } = requireColumn(schema, fields.columnToTransform, 'columnToTransform');
    requireCategories(name, type, 'columnToTransform');
    return fittingInPython(context, {
      title: 'scikit-learn one-hot encoder',
      estimator: 'OneHotEncoder',
      parameters: { handle_unknown: fields.handleUnknown },
      features: [name],
      field: 'columnToTransform',
      output: { name: newColumn(schema, `${name}_encoded`, 'columnToTransform'), type: numbersType },
      tells: 'Categories',
    });
  },
});
