import { column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import type { FieldValues } from '../../contract/fields.ts';
import type { AboutModel } from '../../contract/ml-artifacts.ts';
import { registeredModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Context } from '../../contract/context.ts';
import { findRegisteredModel } from '../kit/registered.ts';
import { requirePython } from '../kit/sklearn.ts';
import { line, twoClasses } from './_sklearn-examples.ts';
import { fittedModelIn, refuseTrees } from '../kit/sklearn-files.ts';
import { sklearnEvaluation } from './_sklearn-evaluation.ts';
import {
  pairing,
  type Pairing,
  schemaWithPredictions,
  predicts,
  requireFeaturesOf,
} from '../kit/sklearn-predicting.ts';
import { evaluationResults } from '../kit/sklearn-results.ts';
import { withArticle } from '../kit/ml-errors.ts';

const ridge = [
  {
    nodeClass: 'fire.nodes.sklearn.NodeSklearnRidgeRegression',
    fields: { targetCol: 'y', featureCols: ['x'], alpha: '0' },
  },
] as const;

export const sklearnPredict = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnPredict',
  name: 'Sklearn Predict',
  type: 'ml-predict',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description:
    'Adds the predictions of a scikit-learn model to each row, with class probabilities for classifiers. One input provides the rows and the other the model, in either order; a model alone predicts for its training rows. If a target is set, the predictions are evaluated.',
  fields: {
    featureCols: columns({ title: 'Features', description: 'The columns of the model if blank' }),
    targetCol: column({ title: 'Target', description: 'Actual values for evaluating the predictions' }),
    ...registeredModel,
  },
  inputs: { min: 1, max: 2 },
  inputNames: ['Data', 'Model'],
  needs: ['python'],
  examples: [
    {
      name: 'predicts for the training rows if only a model is connected',
      after: ridge,
      input: table('x int, y int, note string', [
        [0, 1, null],
        [1, 3, 'b'],
      ]),
      output: table('x int, y int, note string, prediction double', [
        [0, 1, null, 1],
        [1, 3, 'b', 3],
      ]),
    },
    {
      name: 'predicts for other rows in their order and evaluates the predictions',
      after: ridge,
      fields: { targetCol: 'y' },
      input: [
        line,
        table('y double, x decimal(4,1)', [
          [5, '2.0'],
          [0, '0.0'],
        ]),
      ],
      output: table('y double, x decimal(4,1), prediction double', [
        [5, '2.0', 5],
        [0, '0.0', 1],
      ]),
      ordered: true,
      results: [
        { type: 'table', title: 'Metrics' },
        { type: 'chart', title: 'Residuals' },
      ],
    },
    {
      name: 'handles an empty input',
      after: ridge,
      input: [line, table('x double', [])],
      output: table('x double, prediction double', []),
    },
    {
      name: 'rejects rows without a column that the model needs',
      after: ridge,
      input: [line, table('z double', [[1]])],
      error: 'the rows have no column "x", which the scikit-learn ridge regression needs (they have z)',
    },
    {
      name: 'rejects a null in a feature',
      after: ridge,
      input: [line, table('x double', [[1], [null]])],
      error: 'column "x" is null in 1 of 2 rows',
    },
    {
      name: 'rejects a column type that Python cannot return',
      after: ridge,
      input: [line, table('x double, spans array<interval day to second>', [])],
      error: 'column "spans" has type array<interval day to second>',
    },
    {
      name: 'predicts classes with probabilities',
      after: [
        {
          nodeClass: 'fire.nodes.sklearn.NodeSklearnRandomForestClassifier',
          fields: { targetCol: 'y', featureCols: ['x'], n_estimators: '1', bootstrap: 'false' },
        },
      ],
      input: [twoClasses, table('x double', [[0], [9]])],
      output: table('x double, prediction int, probability array<double>', [
        [0, 0, [1, 0]],
        [9, 1, [0, 1]],
      ]),
    },
    {
      name: 'rejects other columns than those of the model',
      after: ridge,
      fields: { featureCols: ['y'] },
      input: line,
      error: 'field "featureCols" names y: must be the training columns of the scikit-learn ridge regression (x)',
    },
    { name: 'rejects rows without a model', input: table('x double', [[1]]), error: 'no input provides a model' },
  ],
  async run(context) {
    const { fields, session, python } = context;
    const { fitted, rows, schema } = (await ofRegistered(context)) ?? pairing(context, requiredModel);
    const { about } = fitted;
    requireFeaturesOf(about, schema);
    requireSame(fields.featureCols, about);
    const outputSchema = schemaWithPredictions(about, schema);
    const none = session.createDataFrame([], outputSchema);
    if (python === undefined) return none;
    const model = await fitted.handle();
    const { tables, warnings } = await requirePython(python).call({
      operation: 'predict',
      parameters: { model },
      rows: { input: rows },
    });
    const output = tables.rows ?? none;
    const outcome = { outputs: [output], learned: [{}], ...(warnings.length === 0 ? {} : { warnings }) };
    if (fields.targetCol === undefined || about.kind === 'clusterer' || tables.rows === undefined) return outcome;
    const evaluation = await sklearnEvaluation(
      { ...context, input: output, schema: outputSchema, learned: [] },
      {
        of: about.kind === 'classifier' ? 'classes' : 'numbers',
        target: fields.targetCol,
        predicted: 'prediction',
        show: (evaluation) => evaluationResults(session, 'Metrics', evaluation),
      },
    );
    return { ...evaluation, ...outcome };
  },
});

const requiredModel = { isSuitable: predicts, description: 'model that predicts', ofSpark: '"Spark Predict"' };

type PredictContext = Pick<
  Context<Record<never, never>>,
  'files' | 'input' | 'schema' | 'learned' | 'models' | 'python'
> & {
  readonly fields: FieldValues<typeof registeredModel>;
};

/** The registered model that fields name, for rows that bring none along. */
async function ofRegistered({
  fields: { model_uuid: reference, useChampion: champion },
  files,
  input,
  schema,
  learned,
  models,
  python,
}: PredictContext): Promise<Pairing | undefined> {
  if (reference === undefined || learned.some((one) => one?.fitted !== undefined || one?.model !== undefined))
    return undefined;
  const { path, title } = await findRegisteredModel(models, { reference, champion, field: 'model_uuid' });
  const fitted = await fittedModelIn(files, path, python, 'model_uuid');
  refuseTrees(fitted, reference, 'model_uuid', '"Spark Predict"');
  if (predicts(fitted.about)) return { fitted, rows: input, schema };
  throw new FieldError(
    'model_uuid',
    `${title} is ${withArticle(fitted.title)}: it cannot predict for single rows`,
    'load it before its forecast node',
  );
}

/** Throws a `FieldError` if other columns are chosen than those that the model was trained on. */
function requireSame(columns: readonly string[], about: AboutModel): void {
  const same =
    columns.length === 0 ||
    (columns.length === about.features.length && columns.every((one) => about.features.includes(one)));
  if (!same)
    throw new FieldError(
      'featureCols',
      `field "featureCols" names ${columns.join(', ')}: must be the training columns of the ${about.title} (${about.features.join(', ')})`,
      'choose those columns, or leave the field blank',
    );
}
