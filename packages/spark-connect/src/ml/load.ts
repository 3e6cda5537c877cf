import type { SparkSession } from '../session.ts';
import './classification.ts';
import './clustering.ts';
import './evaluation.ts';
import './feature.ts';
import './recommendation.ts';
import './regression.ts';
import { definitions } from './makers.ts';
import { readOperator } from './operators.ts';
import type { FittedStage, TransformStage } from './stages.ts';
import { Pipeline, PipelineModel, type Stage } from './pipeline.ts';
import { readMetadata, SavedModelError, stagePath } from './saved-pipeline.ts';

/**
 * Reads whatever some Spark has saved at a path: a model, an estimator, a transformer, or a pipeline of them. Throws a
 * `SparkError` if the path is empty or its files are damaged, and a `SavedModelError` for what is no model, or none that
 * Spark loads over Connect.
 */
export async function loadStage(session: SparkSession, path: string): Promise<Stage> {
  const { class: name, uid, paramMap } = await readMetadata(session, path);
  const className = name.replace(/^(?:org\.apache\.spark|pyspark)\.ml\./, '').replace(/^pipeline\./, '');
  if (className === 'Pipeline' || className === 'PipelineModel') {
    const uids = paramMap['stageUids'];
    if (!Array.isArray(uids)) throw new SavedModelError('it is a pipeline that names no stages');
    const elsewhere = uids.find((stage) => /[/\\]/.test(String(stage)));
    if (elsewhere !== undefined) throw new SavedModelError(`its stage "${String(elsewhere)}" is outside its folder`);
    const stages: Stage[] = [];
    for (const [i, stage] of uids.entries())
      stages.push(await loadStage(session, stagePath(path, i, uids.length, String(stage))));
    return className === 'Pipeline'
      ? new Pipeline(stages, uid)
      : new PipelineModel(
          stages.filter((stage): stage is TransformStage => 'transform' in stage),
          uid,
          { path },
        );
  }
  // a model found by a search is stored next to the description of the search
  if (/^tuning\.(CrossValidator|TrainValidationSplit)Model$/.test(className))
    return loadStage(session, `${path}/bestModel`);
  const operatorClass = definitions.get(className);
  if (operatorClass === undefined) throw new SavedModelError(`its class ${name} cannot be loaded here`);
  return (await readOperator(session, path, operatorClass)) as Stage;
}

/** Reads a fitted model. Throws a `SavedModelError` for what is saved there but is none. */
export async function loadModel(session: SparkSession, path: string): Promise<FittedStage | TransformStage> {
  const stage = await loadStage(session, path);
  if (!('transform' in stage)) throw new SavedModelError('it is not fitted yet');
  return stage;
}
