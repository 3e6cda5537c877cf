import { denseValues, randomForestClassifier, randomForestRegressor, type Vector } from '@millrace/spark-connect/ml';
import { choice, column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { importanceTable, preparation } from './_importance.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitOrRefuseEmpty, needsSpark } from '../kit/stages.ts';

export const featureSelectionWithImportance = processor({
  nodeClass: 'fire.nodes.featureselection.NodeFeatureSelectionWithImportance',
  name: 'Feature Selection With Importance',
  type: 'transform',
  category: 'Machine-Learning/ML-Feature-Selection',
  description:
    'Shows how much each of the chosen columns tells of a target, as a random forest finds it: shares of 1, the greatest first. Texts are categories, and of a vector each place is shown by itself; rows with null in one of the columns are left out. The rows go on as they are.',
  fields: {
    targetCol: column({ required: true, title: 'Target' }),
    featureCols: columns({ required: true, title: 'Features' }),
    mlType: choice(['Regression', 'Classification'], {
      default: 'Regression',
      title: 'Target is',
      description: 'A number that is to be told (Regression), or a class (Classification)',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'a class that one column tells and the other does not; the input goes on',
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
      name: 'a number that a category tells',
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
      name: 'of a vector each place has its own importance; true and false are classes',
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
      name: 'a text is no number that can be told',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y string, a int', [['no', 1]]),
      error: 'holds no numbers',
    },
    {
      name: 'no rows to learn from',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y double, a int', []),
      error: 'there are no rows to learn from',
    },
  ],
  async run({ engine, input, schema, session, trains, fields }) {
    needsSpark({ engine });
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
