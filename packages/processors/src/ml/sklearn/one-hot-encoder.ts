import { choice, column } from '../../kit/fields.ts';
import { numbersType, requireCategories } from '../kit/sklearn-columns.ts';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn } from '../kit/feature-columns.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fittingInPython } from '../kit/sklearn-transforming.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const sklearnOneHotEncoder = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeOneHotEncoderFitTransform',
  name: 'Sklearn OneHotEncoder',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description: `Encodes each value of a column as a list that is 1 at the index of the value and 0 elsewhere, with scikit-learn: adds a column with the suffix “_encoded”. ${passesOnFitted}`,
  fields: {
    columnToTransform: column({ required: true, title: 'Column' }),
    handleUnknown: choice(['ignore', 'error'], { default: 'ignore', title: 'Handling of unknown values' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'encodes each value at its own index',
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
          data: table('value string, index double', [
            ['3', 0],
            ['5', 1],
          ]),
        },
      ],
    },
    {
      name: 'rejects an output column that already exists',
      fields: { columnToTransform: 'c' },
      input: table('c int, c_encoded int', [[1, 1]]),
      error: 'already exists in the input',
    },
    {
      name: 'rejects an input without rows',
      fields: { columnToTransform: 'c' },
      input: table('c string', []),
      error: 'the input has no rows',
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
      tableTitle: 'Categories',
    });
  },
});
