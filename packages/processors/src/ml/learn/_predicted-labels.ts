import type { DataFrame } from '@millrace/spark-connect';
import { Model, type TransformStage } from '@millrace/spark-connect/ml';
import { attributesOf } from '../kit/attributes.ts';
import type { TrainedModel } from '../../contract/ml-artifacts.ts';
import { labelsOf, paramsOf, stagesOf } from '../kit/model-columns.ts';

/**
 * Predictions with the texts that their classes stand for noted at them, as they are at the label that was learned
 * from: Spark notes how many there are alone. As they are if the texts are unknown: of a classifier that was loaded, say.
 */
export async function withLabels(
  predictions: DataFrame,
  fitted: TransformStage,
  { training }: Pick<TrainedModel, 'training'>,
): Promise<DataFrame> {
  const stages = stagesOf(fitted).filter((stage) => stage instanceof Model);
  const learner = stages.findLast(({ definition }) => definition.className.startsWith('classification.'));
  if (learner === undefined) return predictions;
  const { labelCol = 'label', predictionCol = 'prediction' } = paramsOf(learner);
  const vals = (await labelsIn(stages, String(labelCol))) ?? (await classTextsOf(training?.input, String(labelCol)));
  if (vals === undefined) return predictions;
  return predictions.withMetadata(String(predictionCol), JSON.stringify({ ml_attr: { type: 'nominal', vals } }));
}

/** The labels that an indexer among the stages has made the numbers of a column of. */
async function labelsIn(stages: readonly Model[], column: string): Promise<readonly string[] | undefined> {
  for (const stage of stages) {
    if (stage.definition.className !== 'feature.StringIndexer') continue;
    const { outputCol, outputCols = [outputCol], handleInvalid } = paramsOf(stage);
    const at = (outputCols as readonly unknown[]).indexOf(column);
    if (at === -1) continue;
    const labels = (await labelsOf(stage))[at];
    return labels && (handleInvalid === 'keep' ? [...labels, unknown] : labels);
  }
  return undefined;
}

/** What Spark calls a value that an indexer does not know and keeps. */
const unknown = '__unknown';

/** The texts of classes in the metadata of a column. */
async function classTextsOf(rows: DataFrame | undefined, name: string): Promise<readonly string[] | undefined> {
  const { fields = [] } = (await rows?.schema()) ?? {};
  const column = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return column && attributesOf(column).vals;
}
