import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice, flag, formerField, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { randomState, trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, oneClass, twoClasses } from './_sklearn-examples.ts';
import { classWeight } from './_sklearn-fields.ts';
import { passesOnModel } from '../kit/descriptions.ts';

const threeClasses = table('x double, y string', [
  [0, 'low'],
  [1, 'low'],
  [5, 'middle'],
  [6, 'middle'],
  [9, 'top'],
]);

export const sklearnLogisticRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnLogisticRegression',
  name: 'Sklearn Logistic Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Classification',
  description: `Trains a logistic regression classifier with scikit-learn on numeric columns; the coefficients show how each column makes a class more or less likely. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    penalty: choice(['l2', 'l1', 'elasticnet'], { default: 'l2', title: 'Penalty' }),
    dual: flag({ default: false, title: 'Solve the dual problem' }),
    tol: number({ default: 1e-4, min: 0, title: 'Tolerance' }),
    C: number({ default: 1, title: 'Inverse regularization strength' }),
    fit_intercept: flag({ default: true, title: 'Fit an intercept' }),
    intercept_scaling: number({ default: 1, title: 'Intercept scaling' }),
    class_weight: text({ title: 'Class weights', description: 'balanced, or weights such as {"0": 1, "1": 5}' }),
    random_state: randomState,
    solver: choice(['liblinear', 'newton-cg', 'lbfgs', 'sag', 'saga'], { default: 'liblinear', title: 'Solver' }),
    max_iter: integer({ default: 100, min: 1, title: 'Maximum iterations' }),
    multi_class: choice(['ovr', 'multinomial', 'auto'], { default: 'ovr', title: 'Multiclass method' }),
    verbose: formerField(integer({ default: 0 })),
    warm_start: formerField(text()),
    ...confusionFields,
    ...rocFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'shows coefficients, metrics and curves',
      fields: {
        targetCol: 'y',
        featureCols: ['x'],
        solver: 'lbfgs',
        C: '1000000',
        output_confusion_matrix_chart: 'true',
        output_roc_curve: 'true',
      },
      input: twoClasses,
      output: twoClasses,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, `0` bigint, `1` bigint', [
            ['0', 3n, 0n],
            ['1', 0n, 3n],
          ]),
        },
        { type: 'chart', title: 'Confusion Matrix Chart', kind: 'heat-map' },
        { type: 'chart', title: 'ROC Curve', kind: 'line' },
        { type: 'chart', title: 'Precision-Recall Curve', kind: 'line' },
      ],
    },
    {
      name: 'trains three text classes one-vs-rest without a ROC curve',
      fields: { targetCol: 'y', featureCols: ['x'], class_weight: 'balanced', output_roc_curve: 'true' },
      input: threeClasses,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
        { type: 'table', title: 'Confusion matrix' },
      ],
      warnings: ['the ROC curve is left out'],
    },
    {
      name: 'weights classes by name',
      fields: { targetCol: 'y', featureCols: ['x'], class_weight: '{0: 1, 1: 2.5}' },
      input: twoClasses,
      output: twoClasses,
    },
    ...(['liblinear', 'lbfgs'] as const).map((solver) => ({
      name: `weights three classes by name with the solver ${solver}`,
      fields: {
        targetCol: 'y',
        featureCols: ['x'],
        class_weight: '{"low": 1, "middle": 2, "top": 3}',
        solver,
        multi_class: solver === 'lbfgs' ? 'multinomial' : 'ovr',
      },
      input: threeClasses,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
      ],
    })),
    {
      name: 'rejects a weight for an unknown class',
      fields: { targetCol: 'y', featureCols: ['x'], class_weight: '{"7": 2}' },
      input: twoClasses,
      error: 'unknown class "7" in field "class_weight": the target has 0, 1',
    },
    {
      name: 'rejects a penalty that the solver does not support',
      fields: { targetCol: 'y', featureCols: ['x'], penalty: 'l1', solver: 'lbfgs' },
      input: twoClasses,
      error: 'invalid value "l1" for field "penalty": must be',
    },
    {
      name: 'rejects the target among the features',
      fields: { targetCol: 'y', featureCols: ['x', 'y'] },
      input: twoClasses,
      error: 'column "y" in field "featureCols" is the target',
    },
    ...badRows,
    oneClass,
  ],
  run(context) {
    const { fields } = context;
    const { penalty, dual, tol, C, fit_intercept, intercept_scaling, solver, max_iter, multi_class } = fields;
    if (!penalties[solver].includes(penalty))
      throw new FieldError(
        'penalty',
        `invalid value "${penalty}" for field "penalty": must be ${penalties[solver].join(' or ')} for the solver ${solver}`,
        `choose ${penalties[solver].join(' or ')}, or another solver`,
      );
    if (dual && (solver !== 'liblinear' || penalty !== 'l2'))
      throw new FieldError(
        'dual',
        'invalid value true for field "dual": must be false unless the solver is liblinear and the penalty is l2',
        'set it to false',
      );
    if (multi_class === 'multinomial' && solver === 'liblinear')
      throw new FieldError(
        'multi_class',
        'invalid value "multinomial" for field "multi_class": not supported by the solver liblinear',
        'choose ovr, or another solver',
      );
    const seed = fields.random_state ?? 0;
    return trainSupervised(context, {
      title: 'logistic regression',
      kind: 'classifier',
      estimator: 'LogisticRegression',
      parameters: {
        l1_ratio: ratios[penalty],
        dual,
        tol,
        C,
        fit_intercept,
        intercept_scaling,
        class_weight: classWeight(fields.class_weight, 'class_weight'),
        random_state: seed,
        solver,
        max_iter,
        // scikit-learn 1.8 has no multi_class, and its liblinear takes two classes: the worker fits one model a class
        one_by_one: multi_class === 'ovr' || solver === 'liblinear',
      },
      fields: { l1_ratio: 'penalty' },
      seed,
      shows: fields,
    });
  },
});

/** The penalties that each solver has: see LogisticRegression of scikit-learn. */
const penalties: Readonly<Record<'liblinear' | 'lbfgs' | 'newton-cg' | 'sag' | 'saga', readonly string[]>> = {
  liblinear: ['l1', 'l2'],
  lbfgs: ['l2'],
  'newton-cg': ['l2'],
  sag: ['l2'],
  saga: ['l1', 'l2', 'elasticnet'],
};

/** The share of L1 in each penalty; the form has no field for that of elasticnet. */
const ratios = { l1: 1, l2: 0, elasticnet: 0.5 } as const;
