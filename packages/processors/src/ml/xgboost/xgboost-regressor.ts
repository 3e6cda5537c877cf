import { FieldError } from '../../kit/field-error.ts';
import { choice } from '../../kit/fields.ts';
import { assembler, modelTable, twoGroups, withoutLabel, withoutRows } from '../learn/_learner-examples.ts';
import { labelledByDefault } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingAggregates, type TrainingFacts } from '../learn/_training-facts.ts';
import { boosterParams, insteadOf, roundFields, sizeFields } from './_fields.ts';
import { boosting } from './_learner.ts';
import { passesOnModel } from '../kit/descriptions.ts';

const assemblers = [assembler('a', 'b')];

export const xgboostRegressor = processor({
  nodeClass: 'fire.nodes.ml.NodeXGBoostRegressor',
  name: 'XGBoost Regressor',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description: `Trains an XGBoost regression model on vectors: boosted trees, each of which corrects the errors of those before it. NaN in a vector is a missing value, for which each split learns a direction. ${passesOnModel}`,
  fields: {
    ...labelledByDefault,
    ...sizeFields,
    objective: choice(['reg:linear', 'reg:gamma', 'reg:tweedie'], {
      default: 'reg:linear',
      // as XGBoost has called it since
      aliases: { 'reg:squarederror': 'reg:linear' },
      title: 'Objective',
      description:
        'reg:linear minimizes the squared error; labels above 0 may suit reg:gamma, labels with many zeros reg:tweedie',
    }),
    ...roundFields,
  },
  needs: ['ml', 'python'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'gives an uninformative feature no importance',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', numRound: '1', eta: '1', regLambda: '0', baseScore: '0' },
      input: twoGroups('double', 10, 30),
      results: [
        modelTable({ rows: 4, features: 2, trees: 1, nodes: 3 }),
        {
          type: 'table',
          title: 'Feature importances',
          data: table('feature string, importance double, splits double', [
            ['a', 1, 1],
            ['b', 0, 0],
          ]),
        },
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'trains a single leaf for one row',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', numRound: '1' },
      input: table('a int, b int, y double', [[1, 7, 10]]),
      results: [
        modelTable({ rows: 1, features: 2, trees: 1, nodes: 1 }),
        { type: 'table', title: 'Feature importances' },
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'rejects a label of 0 for reg:gamma',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', objective: 'reg:gamma' },
      input: table('a int, b int, y double', [
        [1, 7, 0],
        [2, 7, 2],
      ]),
      error: 'column "y" contains 0: must be greater than 0 for reg:gamma',
    },
    {
      name: 'rejects lossguide growth with the tree method exact',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', treeMethod: 'exact', growPlicy: 'lossguide' },
      input: table('a int, b int, y double', [[1, 7, 1]]),
      error: 'invalid value "lossguide" for field "growPlicy": not supported by the tree method exact',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields } = context;
    const { objective } = fields;
    return boosting(context, {
      kind: 'regressor',
      labels: 'numbers',
      parameters: boosterParams(fields),
      rounds: fields.numRound,
      scores: [],
      check: (facts, label) => checkAmounts(facts, label, objective),
      warnings: insteadOf(fields),
    });
  },
});

function checkAmounts({ minLabel = 0 }: TrainingFacts, label: string, objective: string): void {
  const wrong = objective === 'reg:gamma' ? minLabel <= 0 : objective === 'reg:tweedie' && minLabel < 0;
  if (wrong)
    throw new FieldError(
      'labelCol',
      `column "${label}" contains ${minLabel}: must be ${objective === 'reg:gamma' ? 'greater than 0' : '0 or greater'} for ${objective}`,
      'leave out such rows before this node, or choose reg:linear',
    );
}
