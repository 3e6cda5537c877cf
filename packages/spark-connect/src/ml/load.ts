import type { SparkSession } from '../session.ts';
import './classification.ts';
import './clustering.ts';
import './evaluation.ts';
import './feature.ts';
import './recommendation.ts';
import './regression.ts';
import { known } from './makers.ts';
import { readOperator, type FittedStage, type TransformStage } from './operators.ts';
import { Pipeline, PipelineModel, type Stage } from './pipeline.ts';
import { readMetadata, stagePath } from './saved-pipeline.ts';

/**
 * Reads whatever some Spark has saved at a path: a model, an estimator, a transformer, or a pipeline of them. Throws a
 * `SparkError` where nothing is, and a `TypeError` for what Spark does not load over Connect.
 */
export async function loadStage(session: SparkSession, path: string): Promise<Stage> {
  const { class: name, uid, paramMap } = await readMetadata(session, path);
  const className = name.replace(/^(?:org\.apache\.spark|pyspark)\.ml\./, '').replace(/^pipeline\./, '');
  if (className === 'Pipeline' || className === 'PipelineModel') {
    const uids = paramMap['stageUids'];
    if (!Array.isArray(uids)) throw new TypeError(`the pipeline at ${path} names no stages`);
    const stages: Stage[] = [];
    for (const [i, stage] of uids.entries())
      stages.push(await loadStage(session, stagePath(path, i, uids.length, String(stage))));
    return className === 'Pipeline'
      ? new Pipeline(stages, uid)
      : new PipelineModel(
          stages.filter((stage): stage is TransformStage => 'transform' in stage),
          uid,
        );
  }
  const found = known.get(className);
  if (found === undefined) throw new TypeError(`${path} holds a ${name}, which cannot be loaded over Spark Connect`);
  return (await readOperator(session, path, found)) as Stage;
}

/** Reads a fitted model. Throws a `TypeError` for what is saved there but is none. */
export async function loadModel(session: SparkSession, path: string): Promise<FittedStage | TransformStage> {
  const stage = await loadStage(session, path);
  if (!('transform' in stage)) throw new TypeError(`${path} holds what is still to be fitted, and no model`);
  return stage;
}
