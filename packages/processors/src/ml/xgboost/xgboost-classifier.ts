import { FieldError } from '../../kit/field-error.ts';
import { choice } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { assembler, modelTable, twoGroups, withoutLabel, withoutRows } from '../learn/_learner-examples.ts';
import { labelledByDefault } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingAggregates, maxClasses, type TrainingFacts } from '../learn/_training-facts.ts';
import { boosterParams, insteadOf, roundFields, sizeFields } from './_fields.ts';
import { boosting } from './_learner.ts';
import { passesOnModel } from '../kit/descriptions.ts';

const assemblers = [assembler('a', 'b')];

export const xgboostClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeXGBoostClassifier',
  name: 'XGBoost Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description: `Trains an XGBoost classifier on vectors: boosted trees, each of which corrects the errors of those before it. NaN in a vector is a missing value, for which each split learns a direction. ${passesOnModel} Predictions include rawPrediction and probability; multi:softmax and binary:hinge, which predict no probabilities, add only rawPrediction.`,
  fields: {
    ...labelledByDefault,
    numClass: integer({
      default: 2,
      min: 2,
      max: maxClasses,
      title: 'Number of classes',
      description:
        'For multi:softprob and multi:softmax, with labels that are whole numbers from 0; other objectives take labels 0 and 1',
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
      name: 'gives an uninformative feature no importance',
      after: assemblers,
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
      name: 'rejects a label beyond the number of classes',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', numClass: '3' },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 3],
      ]),
      error: 'column "y" contains label 3: must be a whole number from 0 to 2',
    },
    {
      name: 'rejects labels other than 0 and 1',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', objective: 'binary:hinge' },
      input: table('a int, b int, y int', [
        [1, 7, 1],
        [2, 7, 2],
      ]),
      error: 'contains label 2: must be 0 or 1',
    },
    {
      name: 'trains on CPUs instead of a graphics card',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', treeMethod: 'gpu_hist', numRound: '1' },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 1],
      ]),
      warnings: ['field "treeMethod" is gpu_hist'],
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances' },
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'rejects a base score that is not a probability',
      after: assemblers,
      fields: { featuresCol: 'v', labelCol: 'y', objective: 'binary:logistic', baseScore: '1' },
      input: table('a int, b int, y int', [[1, 7, 1]]),
      error: 'invalid value 1 for field "baseScore": must be between 0 and 1 for binary:logistic',
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
      `column "${label}" contains label ${maxLabel}: must be a whole number from 0 to ${classes - 1}, since field "numClass" is ${classes}`,
      `set field "numClass" to ${maxLabel + 1}, or index the labels with a String Indexer before this node`,
    );
}
