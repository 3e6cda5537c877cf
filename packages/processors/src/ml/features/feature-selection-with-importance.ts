import { denseValues, randomForestClassifier, randomForestRegressor, type Vector } from '@millrace/spark-connect/ml';
import { choice, column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { importanceTable, preparation } from './_importance.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitOrRefuseEmpty, requireSpark } from '../kit/stages.ts';
import { passesOnInput } from '../kit/descriptions.ts';

export const featureSelectionWithImportance = processor({
  nodeClass: 'fire.nodes.featureselection.NodeFeatureSelectionWithImportance',
  name: 'Feature Selection With Importance',
  type: 'transform',
  category: 'Machine-Learning/ML-Feature-Selection',
  description: `Shows how much each of the chosen columns contributes to predicting a target, as random forest importances that sum to 1, largest first. Text columns are treated as categories, and each element of a vector is shown separately; rows with a null in any of the columns are left out. ${passesOnInput}`,
  fields: {
    targetCol: column({ required: true, title: 'Target' }),
    featureCols: columns({ required: true, title: 'Features' }),
    mlType: choice(['Regression', 'Classification'], {
      default: 'Regression',
      title: 'Type of target',
      description: 'Regression predicts a number, Classification a class',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'ranks an informative column first for a class and passes the input on',
      fields: { targetCol: 'y', featureCols: ['k', 'a'], mlType: 'Classification' },
      input: table('y string, a int, k int', [
        ['no', 1, 7],
        ['no', 2, 7],
        ['yes', 8, 7],
        ['yes', 9, 7],
        [null, 5, 7],
      ]),
      output: table('y string, a int, k int', [
        ['no', 1, 7],
        ['no', 2, 7],
        ['yes', 8, 7],
        ['yes', 9, 7],
        [null, 5, 7],
      ]),
      results: [
        {
          type: 'table',
          title: 'Importance',
          data: table('feature string, importance double', [
            ['a', 1],
            ['k', 0],
          ]),
        },
      ],
    },
    {
      name: 'ranks a categorical column for a numeric target',
      fields: { targetCol: 'y', featureCols: ['c', 'k'] },
      input: table('y double, c string, k int', [
        [1, 'a', 7],
        [1, 'a', 7],
        [50, 'b', 7],
        [50, 'b', 7],
      ]),
      results: [
        {
          type: 'table',
          data: table('feature string, importance double', [
            ['c', 1],
            ['k', 0],
          ]),
        },
      ],
    },
    {
      name: 'ranks each element of a vector and takes Boolean classes',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'k'], outputCol: 'v' } }],
      fields: { targetCol: 'y', featureCols: ['c', 'v'], mlType: 'Classification' },
      input: table('y boolean, c string, a int, k int', [
        [false, 'x', 1, 7],
        [false, 'x', 2, 7],
        [true, 'x', 8, 7],
        [true, 'x', 9, 7],
      ]),
      results: [
        {
          type: 'table',
          title: 'Importance',
          data: table('feature string, importance double', [
            ['v_a', 1],
            ['c', 0],
            ['v_k', 0],
          ]),
        },
      ],
    },
    {
      name: 'rejects a text target for regression',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y string, a int', [['no', 1]]),
      error: 'must be numeric',
    },
    {
      name: 'rejects an input without rows',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y double, a int', []),
      error: 'no rows to train on',
    },
  ],
  async run({ engine, input, schema, session, trains, fields }) {
    requireSpark({ engine });
    const { targetCol, featureCols, mlType } = fields;
    const isClass = mlType === 'Classification';
    const prepare = preparation(schema, {
      features: featureCols,
      field: 'featureCols',
      label: { name: targetCol, field: 'targetCol', isClass },
    });
    if (!trains) return input;
    const { rows, featuresCol, labelCol, names, categories } = await prepare(input);
    const params = { featuresCol, labelCol, maxBins: Math.max(32, categories), seed: 42 };
    const forest = isClass ? randomForestClassifier(params) : randomForestRegressor(params);
    await using model = await fitOrRefuseEmpty(forest, rows);
    const weights = denseValues((await model.get('featureImportances')) as Vector);
    return { outputs: [input], results: [importanceTable(session, names, weights)] };
  },
});
