import type { DataFrame } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { tree, treeOfNothing, twoRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import type { Context } from '../../contract/context.ts';
import type { Example } from '../../contract/examples.ts';
import { boosted, predictive, refuseFitted } from '../kit/ml-artifacts.ts';
import type { FittedModel, Learned, TrainedModel } from '../../contract/ml-artifacts.ts';
import { modelAt } from './_loaded.ts';
import { registeredModel } from '../kit/model-names.ts';
import { withLabels } from './_predicted-labels.ts';
import { isPredictive, leavesNoneOut, predictedFor, suitableRowsFor } from '../kit/model-columns.ts';
import { registered } from '../kit/registered.ts';
import type { Outcome } from '../../contract/results.ts';
import { needsSpark } from '../kit/stages.ts';
import { denseVector, sparseVector } from '../kit/vectors.ts';
import { boostedOutcome } from '../xgboost/_predicting.ts';

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
    'Adds what a model predicts for each row. One input brings rows, the other one the model, in any order; a model alone predicts for the rows that it was trained on.',
  fields: registeredModel,
  inputs: { min: 1, max: 2 },
  inputNames: ['Data', 'Model'],
  needs: ['ml'],
  examples: [
    {
      name: 'a model alone predicts for the rows that it was trained on',
      after: tree,
      input: twoRows,
      output: table('x double, y double, note string, features vector, prediction double', [
        [0, 1, null, denseVector(0), 1],
        [1, 5, 'b', denseVector(1), 5],
      ]),
    },
    {
      name: 'classes by trees of XGBoost, for vectors of either kind; NaN is a missing value',
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
      name: 'no rows to predict for by trees of XGBoost',
      after: boostedTrees,
      input: [fourRows, table('v vector', [])],
      output: table('v vector, rawPrediction vector, probability vector, prediction double', []),
    },
    {
      name: 'vectors of another size than those that XGBoost learned from',
      after: boostedTrees,
      input: [fourRows, table('v vector', [[denseVector(1)]])],
      error: 'the column "v" holds vectors of 1, but the XGBoost classifier learned from vectors of 2',
    },
    {
      name: 'a row without a vector',
      after: boostedTrees,
      input: [fourRows, table('v vector', [[denseVector(1, 1)], [null]])],
      error: 'the column "v" is null in 1 of 2 rows',
    },
    {
      name: 'rows that have what XGBoost adds',
      after: boostedTrees,
      input: [fourRows, table('v vector, probability double', [[denseVector(1, 1), 1]])],
      error: 'the rows have a column "probability" already',
    },
    treeOfNothing,
    {
      name: 'a registered model, where none are registered',
      fields: { model_uuid: 'models:/churn/champion' },
      input: table('x double', [[1]]),
      error: 'models are registered by the service alone',
    },
    {
      name: 'rows without a model',
      input: table('x double', [[1]]),
      error: 'none of its inputs brings a model',
    },
  ],
  async run(context): Promise<Outcome> {
    const { fields, input, inputs, learned, models } = context;
    needsSpark(context);
    refuseFitted(learned, '"Sklearn Predict"');
    const predictors = learned.map((one) => predictive(one) ?? boosted(one));
    requireOneModel(predictors);
    // rows to predict for come by the other input
    const alone = predictors.findIndex((one) => one?.alone === true);
    const known = alone === -1 ? predictors.findLastIndex((one) => one !== undefined) : alone;
    const at = known === -1 ? learned.findLastIndex((one) => one?.model !== undefined) : known;
    const model = learned[at];
    if (model === undefined) {
      const { model_uuid: reference, useChampion: champion } = fields;
      if (reference === undefined)
        throw new FieldError(
          '',
          'none of its inputs brings a model',
          'connect a node that trains or loads one, or name a registered model',
        );
      const found = await registered(models, { reference, champion, field: 'model_uuid' });
      return predicted(context, await modelAt(context, found, 'model_uuid'), input);
    }
    const rows = inputs.find((_, i) => i !== at) ?? rowsFor(model, inputs[at]);
    if (rows === undefined)
      throw new FieldError('', 'none of its inputs brings rows', 'connect the rows to predict for');
    return predicted(context, model, rows);
  },
});

/** Throws a `FieldError` if either of two models could predict; one that comes by two ways is one. */
function requireOneModel(models: readonly (TrainedModel | FittedModel | undefined)[]): void {
  const [first, second] = models.filter((one) => one !== undefined);
  if (first === undefined || second === undefined || handleOf(first) === handleOf(second)) return;
  if ((first.alone === true) !== (second.alone === true)) return;
  throw new FieldError(
    '',
    `both of its inputs bring a model: one the ${sourceOf(first)}, the other the ${sourceOf(second)}`,
    'connect one of the models, and the rows to predict for from a node before the other one',
  );
}

const handleOf = (model: TrainedModel | FittedModel): unknown => ('fitted' in model ? model.fitted : model.handle);
const sourceOf = ({ title, alone }: TrainedModel | FittedModel): string =>
  alone === true ? title : `${title} with the rows that it learned from`;

type Model = Pick<Learned, 'model' | 'fitted'>;

/** The rows that a model came with, as they were before it changed them. */
const rowsFor = ({ model, fitted }: Model, rows: DataFrame | undefined): DataFrame | undefined =>
  (model ?? fitted)?.alone === true ? undefined : (model?.before ?? rows);

/** Rows with what a model predicts for them. */
async function predicted(
  context: Pick<Context<Record<never, never>>, 'session' | 'python'>,
  { model, fitted: trees }: Model,
  rows: DataFrame,
): Promise<Outcome> {
  const schema = await rows.schema();
  if (trees !== undefined) return boostedOutcome(context, trees, { rows, schema });
  if (model === undefined) throw new TypeError('a model is of Spark or of XGBoost');
  const fitted = await model.fitted();
  const suitableRows = await suitableRowsFor(rows, schema, { model: fitted, title: model.title });
  const warnings = isPredictive(fitted) ? [] : ['the model predicts nothing: it only changes columns'];
  const predictions = await withLabels(await predictedFor(fitted, suitableRows, schema), fitted, model);
  const outcome = { outputs: [predictions], warnings };
  return leavesNoneOut(fitted) ? { ...outcome, sameRows: rows } : outcome;
}
