import { gbtRegressor as makeTrees } from '@millrace/spark-connect/ml';
import { choice } from '../../kit/fields.ts';
import {
  boostedFields,
  boostedParams,
  given,
  labelledByDefault,
  numberImpurity,
  seedOf,
  treeFields,
  treeGrid,
  treeGridOf,
  treeParams,
} from '../kit/learner-fields.ts';
import { withoutLabel } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { supervised } from './_supervised.ts';
import { lookAtForest } from './_tree-results.ts';
import { lessonAsks } from './_training-facts.ts';
export const gbtRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeGBTRegression',
  name: 'GBT Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description:
    'Learns to foretell a number by trees that are grown one after the other, each for what those before got wrong. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...labelledByDefault,
    ...boostedFields,
    lossType: choice(['squared', 'absolute'], { default: 'squared', title: 'Loss' }),
    ...treeFields,
    impurity: numberImpurity,
    ...treeGrid,
  },
  needs: ['ml'],
  asks: lessonAsks,
  examples: [
    {
      name: 'a feature that says nothing has no importance',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', maxIter: '1' },
      input: table('a int, b int, y double', [
        [1, 7, 10],
        [2, 7, 10],
        [3, 7, 30],
        [4, 7, 30],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 2],
            ['trees', 1],
            ['nodes', 3],
          ]),
        },
        {
          type: 'table',
          title: 'Feature importances',
          data: table('feature string, importance double', [
            ['a', 1],
            ['b', 0],
          ]),
        },
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'no rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y double', []),
      error: 'no rows to learn from',
    },
    withoutLabel,
  ],
  run(context) {
    const { fields, schema, session } = context;
    return supervised(context, {
      title: 'GBT regression',
      labels: 'numbers',
      maxBins: fields.maxBins,
      estimator: (columns) =>
        makeTrees({
          ...columns,
          ...treeParams(fields),
          impurity: fields.impurity,
          lossType: fields.lossType,
          ...boostedParams(schema, fields),
          ...given({ seed: seedOf(fields) }),
        }),
      grid: {
        ...treeGridOf(fields),
        maxIter: ['maxIterGrid', fields.maxIterGrid],
      },
      look: (model, names) => lookAtForest(session, model, names),
    });
  },
});
