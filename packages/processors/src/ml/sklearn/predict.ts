import { column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import type { FieldValues } from '../../contract/fields.ts';
import type { AboutModel } from '../../contract/ml-artifacts.ts';
import { registeredModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Context } from '../../contract/context.ts';
import { registered } from '../kit/registered.ts';
import { requirePython } from '../kit/sklearn.ts';
import { line, twoClasses } from './_sklearn-examples.ts';
import { fittedIn, refuseTrees } from '../kit/sklearn-files.ts';
import { sklearnEvaluation } from './_sklearn-evaluation.ts';
import { pairing, type Pairing, predictedSchema, predicts, requireFeaturesOf } from '../kit/sklearn-predicting.ts';
import { evaluationResults } from '../kit/sklearn-results.ts';

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
    'Adds what a model of scikit-learn predicts for each row, and of classes how likely each is. One input brings rows, the other one the model, in any order; a model alone predicts for the rows that it was trained on. Where a target is named, it measures how good the predictions are.',
  fields: {
    featureCols: columns({ title: 'Features', description: "The model's own where nothing is chosen" }),
    targetCol: column({ title: 'Target', description: 'To measure the predictions by' }),
    ...registeredModel,
  },
  inputs: { min: 1, max: 2 },
  inputNames: ['Data', 'Model'],
  needs: ['python'],
  examples: [
    {
      name: 'a model alone predicts for the rows that it was trained on',
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
      name: 'other rows, in their order, and how good the predictions are',
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
      name: 'no rows to predict for',
      after: ridge,
      input: [line, table('x double', [])],
      output: table('x double, prediction double', []),
    },
    {
      name: 'rows without a column that the model reads',
      after: ridge,
      input: [line, table('z double', [[1]])],
      error: 'the rows have no column "x", which the scikit-learn ridge regression reads (they have z)',
    },
    {
      name: 'a null in such a column',
      after: ridge,
      input: [line, table('x double', [[1], [null]])],
      error: 'the column "x" is null in 1 of 2 rows',
    },
    {
      name: 'a column that Python does not give back as it was',
      after: ridge,
      input: [line, table('x double, spans array<interval day to second>', [])],
      error: 'the column "spans" is of type array<interval day to second>',
    },
    {
      name: 'classes with how likely each is',
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
      name: 'other columns than those of the model',
      after: ridge,
      fields: { featureCols: ['y'] },
      input: line,
      error: '"featureCols" names y, but the scikit-learn ridge regression was trained on x',
    },
    { name: 'rows without a model', input: table('x double', [[1]]), error: 'none of its inputs brings a model' },
  ],
  async run(context) {
    const { fields, session, python } = context;
    const { fitted, rows, schema } = (await ofRegistered(context)) ?? pairing(context, requiredModel);
    const { about } = fitted;
    requireFeaturesOf(about, schema);
    requireSame(fields.featureCols, about);
    const predicted = predictedSchema(about, schema);
    const none = session.createDataFrame([], predicted);
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
      { ...context, input: output, schema: predicted, learned: [] },
      {
        of: about.kind === 'classifier' ? 'classes' : 'numbers',
        target: fields.targetCol,
        predicted: 'prediction',
        shown: (found) => evaluationResults(session, 'Metrics', found),
      },
    );
    return { ...evaluation, ...outcome };
  },
});

const requiredModel = { suits: predicts, what: 'model that predicts', ofSpark: '"Spark Predict"' };

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
  const { path, title } = await registered(models, { reference, champion, field: 'model_uuid' });
  const fitted = await fittedIn(files, path, python, 'model_uuid');
  refuseTrees(fitted, reference, 'model_uuid', '"Spark Predict"');
  if (predicts(fitted.about)) return { fitted, rows: input, schema };
  throw new FieldError(
    'model_uuid',
    `${title} is a ${fitted.title}, which predicts nothing of single rows`,
    'load it before the node of its forecasts',
  );
}

/** Throws a `FieldError` if other columns are chosen than those that the model was trained on. */
function requireSame(chosen: readonly string[], about: AboutModel): void {
  const same =
    chosen.length === 0 ||
    (chosen.length === about.features.length && chosen.every((one) => about.features.includes(one)));
  if (!same)
    throw new FieldError(
      'featureCols',
      `"featureCols" names ${chosen.join(', ')}, but the ${about.title} was trained on ${about.features.join(', ')}`,
      'choose those, or none',
    );
}
