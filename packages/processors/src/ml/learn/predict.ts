import type { DataFrame } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { tree, treeOfNothing, twoRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Context } from '../../contract/context.ts';
import type { Example } from '../../contract/examples.ts';
import { boostedModelOf, predictorOf, refuseFitted } from '../kit/ml-artifacts.ts';
import type { FittedModel, MlArtifacts, TrainedModel } from '../../contract/ml-artifacts.ts';
import { modelAt } from './_loaded.ts';
import { registeredModel } from '../kit/model-names.ts';
import { withLabels } from './_predicted-labels.ts';
import { isPredictive, leavesNoneOut, predictFor, suitableRowsFor } from '../kit/model-columns.ts';
import { findRegisteredModel } from '../kit/registered.ts';
import type { Outcome } from '../../contract/results.ts';
import { requireSpark } from '../kit/stages.ts';
import { denseVector, sparseVector } from '../kit/vectors.ts';
import { boostedOutcome } from '../xgboost/_predicting.ts';
import { noModelInput, noRowsInput } from '../kit/ml-errors.ts';

/** Nodes of XGBoost that are trained on classes 0 and 1. */
const boostedTrees: Example['after'] = [
  { nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } },
  {
    nodeClass: 'fire.nodes.ml.NodeXGBoostClassifier',
    fields: {
      featuresCol: 'v',
      labelCol: 'y',
      objective: 'binary:logistic',
      numRound: '1',
      eta: '1',
      minChildWeight: '0',
      scalePosWeight: '1',
    },
  },
];
const fourRows = table('a int, b int, y int', [
  [1, 7, 0],
  [2, 7, 0],
  [3, 7, 1],
  [4, 7, 1],
]);
// as XGBoost has them itself, in 32 bits
const [margin, low, high] = [0.6666666865348816, 0.339243620634079, 0.6607563495635986];

export const predict = processor({
  nodeClass: 'fire.nodes.ml.NodePredict',
  name: 'Spark Predict',
  type: 'ml-predict',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Adds the predictions of a model to each row. One input provides the rows and the other the model, in either order; a model alone predicts for its training rows.',
  fields: registeredModel,
  inputs: { min: 1, max: 2 },
  inputNames: ['Data', 'Model'],
  needs: ['ml'],
  examples: [
    {
      name: 'predicts for the training rows if only a model is connected',
      after: tree,
      input: twoRows,
      output: table('x double, y double, note string, features vector, prediction double', [
        [0, 1, null, denseVector(0), 1],
        [1, 5, 'b', denseVector(1), 5],
      ]),
    },
    {
      name: 'predicts XGBoost classes for dense and sparse vectors with NaN as missing value',
      after: boostedTrees,
      input: [
        fourRows,
        table('v vector, note string', [
          [denseVector(1, 0), 'low'],
          [sparseVector(2, [0], [4]), null],
          [denseVector(NaN, 0), 'unknown'],
        ]),
      ],
      output: table('v vector, note string, rawPrediction vector, probability vector, prediction double', [
        [denseVector(1, 0), 'low', denseVector(margin, -margin), denseVector(1 - low, low), 0],
        [sparseVector(2, [0], [4]), null, denseVector(-margin, margin), denseVector(1 - high, high), 1],
        [denseVector(NaN, 0), 'unknown', denseVector(-margin, margin), denseVector(1 - high, high), 1],
      ]),
      ordered: true,
    },
    {
      name: 'handles an empty input with an XGBoost model',
      after: boostedTrees,
      input: [fourRows, table('v vector', [])],
      output: table('v vector, rawPrediction vector, probability vector, prediction double', []),
    },
    {
      name: 'rejects vectors of another size than an XGBoost model takes',
      after: boostedTrees,
      input: [fourRows, table('v vector', [[denseVector(1)]])],
      error: 'column "v" has vectors of size 1: must be 2, as in the training rows of the XGBoost classifier',
    },
    {
      name: 'rejects a row without a vector',
      after: boostedTrees,
      input: [fourRows, table('v vector', [[denseVector(1, 1)], [null]])],
      error: 'column "v" is null in 1 of 2 rows',
    },
    {
      name: 'rejects rows that already have an output column',
      after: boostedTrees,
      input: [fourRows, table('v vector, probability double', [[denseVector(1, 1), 1]])],
      error: 'column "probability" already exists in the rows',
    },
    treeOfNothing,
    {
      name: 'rejects a registered model outside the service',
      fields: { model_uuid: 'models:/churn/champion' },
      input: table('x double', [[1]]),
      error: 'only the service registers models',
    },
    {
      name: 'rejects rows without a model',
      input: table('x double', [[1]]),
      error: 'no input provides a model',
    },
  ],
  async run(context): Promise<Outcome> {
    const { fields, input, inputs, learned, models } = context;
    requireSpark(context);
    refuseFitted(learned, '"Sklearn Predict"');
    const predictors = learned.map((one) => predictorOf(one) ?? boostedModelOf(one));
    requireOneModel(predictors);
    // rows to predict for come by the other input
    const alone = predictors.findIndex((one) => one?.alone === true);
    const index = alone === -1 ? predictors.findLastIndex((one) => one !== undefined) : alone;
    const at = index === -1 ? learned.findLastIndex((one) => one?.model !== undefined) : index;
    const model = learned[at];
    if (model === undefined) {
      const { model_uuid: reference, useChampion: champion } = fields;
      if (reference === undefined)
        throw noModelInput('connect a node that trains or loads a model, or set a registered model');
      const registeredModel = await findRegisteredModel(models, { reference, champion, field: 'model_uuid' });
      return predictWith(context, await modelAt(context, registeredModel, 'model_uuid'), input);
    }
    const rows = inputs.find((_, i) => i !== at) ?? rowsFor(model, inputs[at]);
    if (rows === undefined) throw noRowsInput('connect the rows to predict');
    return predictWith(context, model, rows);
  },
});

/** Throws a `FieldError` if either of two models could predict; one that comes by two ways is one. */
function requireOneModel(models: readonly (TrainedModel | FittedModel | undefined)[]): void {
  const [first, second] = models.filter((one) => one !== undefined);
  if (first === undefined || second === undefined || handleOf(first) === handleOf(second)) return;
  if ((first.alone === true) !== (second.alone === true)) return;
  throw new FieldError(
    '',
    `both inputs provide a model: the ${sourceOf(first)} and the ${sourceOf(second)}`,
    'connect one of the models, and the rows to predict from a node before the other model',
  );
}

const handleOf = (model: TrainedModel | FittedModel): unknown => ('fitted' in model ? model.fitted : model.handle);
const sourceOf = ({ title, alone }: TrainedModel | FittedModel): string =>
  alone === true ? title : `${title} with its training rows`;

type Model = Pick<MlArtifacts, 'model' | 'fitted'>;

/** The rows that a model came with, as they were before it changed them. */
const rowsFor = ({ model, fitted }: Model, rows: DataFrame | undefined): DataFrame | undefined =>
  (model ?? fitted)?.alone === true ? undefined : (model?.before ?? rows);

/** Rows with what a model predicts for them. */
async function predictWith(
  context: Pick<Context<Record<never, never>>, 'session' | 'python'>,
  { model, fitted: trees }: Model,
  rows: DataFrame,
): Promise<Outcome> {
  const schema = await rows.schema();
  if (trees !== undefined) return boostedOutcome(context, trees, { rows, schema });
  if (model === undefined) throw new TypeError('a model is of Spark or of XGBoost');
  const fitted = await model.fitted();
  const suitableRows = await suitableRowsFor(rows, schema, { model: fitted, title: model.title });
  const warnings = isPredictive(fitted) ? [] : ['the model predicts nothing: it only transforms columns'];
  const predictions = await withLabels(await predictFor(fitted, suitableRows, schema), fitted, model);
  const outcome = { outputs: [predictions], warnings };
  return leavesNoneOut(fitted) ? { ...outcome, sameRows: rows } : outcome;
}
