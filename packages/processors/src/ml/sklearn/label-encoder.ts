import { types } from '@millrace/spark-connect';
import { column } from '../../kit/fields.ts';
import { requireCategories } from '../kit/sklearn-columns.ts';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn } from '../kit/feature-columns.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fittingInPython } from '../kit/sklearn-transforming.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const sklearnLabelEncoder = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeLabelEncoderFitTransform',
  name: 'Sklearn Label Encoder',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description: `Encodes the values of a column as numbers from 0 in ascending order with scikit-learn: adds a column with the suffix “_encoded”. ${passesOnFitted}`,
  fields: {
    columnToEncode: column({ required: true, title: 'Column' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'encodes values in ascending order',
      fields: { columnToEncode: 'c' },
      input: table('c string, n int', [
        ['b', 1],
        ['a', null],
        ['b', 3],
      ]),
      output: table('c string, n int, c_encoded bigint', [
        ['b', 1, 1n],
        ['a', null, 0n],
        ['b', 3, 1n],
      ]),
      results: [
        {
          type: 'table',
          title: 'Classes',
          data: table('value string, number double', [
            ['a', 0],
            ['b', 1],
          ]),
        },
      ],
    },
    {
      name: 'rejects a null',
      fields: { columnToEncode: 'c' },
      input: table('c string', [['b'], [null]]),
      error: 'column "c" is null in 1 of 2 rows',
    },
    {
      name: 'rejects dates',
      fields: { columnToEncode: 'c' },
      input: table('c date', [[null]]),
      error: 'column "c" in field "columnToEncode" has type DATE',
    },
    {
      name: 'rejects an input without rows',
      fields: { columnToEncode: 'c' },
      input: table('c string', []),
      error: 'the input has no rows',
    },
  ],
  run(context) {
    const { fields, schema } = context;
    const { name, type } = requireColumn(schema, fields.columnToEncode, 'columnToEncode');
    requireCategories(name, type, 'columnToEncode');
    return fittingInPython(context, {
      title: 'scikit-learn label encoder',
      estimator: 'LabelEncoder',
      parameters: {},
      features: [name],
      field: 'columnToEncode',
      output: { name: newColumn(schema, `${name}_encoded`, 'columnToEncode'), type: types.long },
      tableTitle: 'Classes',
    });
  },
});
