import { FieldError } from '../../kit/field-error.ts';
import { choice } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { assembler, modelTable, twoGroups, withoutLabel, withoutRows } from '../learn/_learner-examples.ts';
import { labelledByDefault } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingAggregates, mostClasses, type TrainingFacts } from '../learn/_training-facts.ts';
import { boosterParams, insteadOf, roundFields, sizeFields } from './_fields.ts';
import { boosting } from './_learner.ts';

const assembled = [assembler('a', 'b')];

export const xgboostClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeXGBoostClassifier',
  name: 'XGBoost Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description:
    'Learns to tell classes apart by trees of XGBoost, each grown for what those before got wrong. NaN in a vector is a missing value, for which each split learns a way. The model goes on to later nodes, and the rows beside it. Predictions come with rawPrediction and probability; of multi:softmax and binary:hinge, which tell no probabilities, with rawPrediction alone.',
  fields: {
    ...labelledByDefault,
    numClass: integer({
      default: 2,
      min: 2,
      max: mostClasses,
      title: 'Classes',
      description:
        'Of multi:softprob and multi:softmax, whose labels are whole numbers from 0 on; the others tell 0 and 1 apart',
    }),
    ...sizeFields,
    objective: choice(['multi:softprob', 'multi:softmax', 'reg:logistic', 'binary:logistic', 'binary:hinge'], {
      default: 'multi:softprob',
      title: 'Objective',
    }),
    ...roundFields,
  },
  needs: ['ml', 'python'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'a feature that says nothing has no importance',
      after: assembled,
      fields: {
        featuresCol: 'v',
        labelCol: 'y',
        numRound: '2',
        minChildWeight: '0',
        objective: 'binary:logistic',
        scalePosWeight: '1',
      },
      input: twoGroups('int', 0, 1),
      results: [
        modelTable({ rows: 4, features: 2, classes: 2, trees: 2, nodes: 6 }),
        {
          type: 'table',
          title: 'Feature importances',
          data: table('feature string, importance double, splits double', [
            ['a', 1, 2],
            ['b', 0, 0],
          ]),
        },
        { type: 'chart', kind: 'bar' },
        { type: 'chart', title: 'Training history', kind: 'line' },
      ],
    },
    {
      name: 'a label above the number of classes',
      after: assembled,
      fields: { featuresCol: 'v', labelCol: 'y', numClass: '3' },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 3],
      ]),
      error: 'the column "y" holds 3, but "numClass" is 3: labels are whole numbers from 0 to 2',
    },
    {
      name: 'two classes are 0 and 1',
      after: assembled,
      fields: { featuresCol: 'v', labelCol: 'y', objective: 'binary:hinge' },
      input: table('a int, b int, y int', [
        [1, 7, 1],
        [2, 7, 2],
      ]),
      error: 'holds 2, but labels are 0 and 1',
    },
    {
      name: 'what needs a graphics card is done without one',
      after: assembled,
      fields: { featuresCol: 'v', labelCol: 'y', treeMethod: 'gpu_hist', numRound: '1' },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 1],
      ]),
      warnings: ['"treeMethod" is gpu_hist'],
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances' },
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'a logistic objective begins with a probability',
      after: assembled,
      fields: { featuresCol: 'v', labelCol: 'y', objective: 'binary:logistic', baseScore: '1' },
      input: table('a int, b int, y int', [[1, 7, 1]]),
      error: '"baseScore" is 1, but with binary:logistic it lies between 0 and 1',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields } = context;
    const { objective, numClass } = fields;
    const isMulti = objective.startsWith('multi:');
    const hasProbability = objective !== 'multi:softmax' && objective !== 'binary:hinge';
    const classes = isMulti ? numClass : 2;
    return boosting(context, {
      kind: 'classifier',
      labels: isMulti ? 'classes' : 'two classes',
      parameters: { ...boosterParams(fields), ...(isMulti ? { num_class: numClass } : {}) },
      rounds: fields.numRound,
      scores: hasProbability ? ['rawPrediction', 'probability'] : ['rawPrediction'],
      classes,
      check: (facts, label) => checkClasses(facts, label, classes),
      warnings: insteadOf(fields),
    });
  },
});

function checkClasses({ maxLabel = 0 }: TrainingFacts, label: string, classes: number): void {
  if (maxLabel >= classes)
    throw new FieldError(
      'labelCol',
      `the column "${label}" holds ${maxLabel}, but "numClass" is ${classes}: labels are whole numbers from 0 to ${classes - 1}`,
      `give "numClass" ${maxLabel + 1}, or number the labels by a String Indexer before this node`,
    );
}
