import type { DataFrame } from '../dataframe.ts';
import type { SparkSession } from '../session.ts';
import { noteTransform } from './made-by.ts';
import {
  newUid,
  type FitOptions,
  type FittedStage,
  type FitStage,
  type Origin,
  type ParamMap,
  type SaveOptions,
  type TransformStage,
} from './stages.ts';
import { savePipeline } from './saved-pipeline.ts';

export type Stage = FitStage | TransformStage;

const isFitted = (stage: Stage): stage is TransformStage => !('fit' in stage);

/**
 * Stages one after the other. Spark refuses pipelines over Connect: they are driven from here, and what they write is
 * read by every Spark.
 */
export class Pipeline implements FitStage {
  readonly stages: readonly Stage[];
  readonly uid: string;

  constructor(stages: readonly Stage[], uid = newUid('Pipeline')) {
    this.stages = stages;
    this.uid = uid;
  }

  /** Fits each estimator to the rows that the stages before it make. */
  async fit(df: DataFrame, options: FitOptions = {}): Promise<PipelineModel> {
    const last = this.stages.findLastIndex((stage) => !isFitted(stage));
    const fitted: TransformStage[] = [];
    const own: FittedStage[] = [];
    let rows = df;
    try {
      for (const [i, stage] of this.stages.entries()) {
        let done: TransformStage;
        if (isFitted(stage)) done = stage;
        else {
          const model = await stage.fit(rows, options);
          own.push(model);
          done = model;
        }
        fitted.push(done);
        if (i < last) rows = done.transform(rows);
      }
    } catch (error) {
      // models of a pipeline that came to nothing are of no use to anyone
      await Promise.allSettled(own.map((model) => model.dispose()));
      throw error;
    }
    return new PipelineModel(fitted, this.uid, { estimator: this, rows: df });
  }

  withParams(params: ParamMap): Pipeline {
    const stages = this.stages.map((stage) => ('withParams' in stage ? withParams(stage, params) : stage));
    return new Pipeline(stages, this.uid);
  }

  save(session: SparkSession, path: string, options?: SaveOptions): Promise<void> {
    return savePipeline(session, path, { ...this, className: 'Pipeline' }, options);
  }
}

const withParams = (stage: Stage, params: ParamMap): Stage => (stage as FitStage).withParams(params);

/** A fitted pipeline. */
export class PipelineModel implements FittedStage {
  readonly stages: readonly TransformStage[];
  readonly uid: string;
  readonly origin: Origin | undefined;

  constructor(stages: readonly TransformStage[], uid = newUid('PipelineModel'), origin?: Origin) {
    this.stages = stages;
    this.uid = uid;
    this.origin = origin;
  }

  transform(df: DataFrame): DataFrame {
    const rows = this.stages.reduce((all, stage) => stage.transform(all), df);
    return noteTransform(this, df, rows);
  }

  save(session: SparkSession, path: string, options?: SaveOptions): Promise<void> {
    return savePipeline(session, path, { ...this, className: 'PipelineModel' }, options);
  }

  /** Lets the engine forget the models that were fitted for it: not those that its pipeline was given fitted. */
  async dispose(): Promise<void> {
    const { origin } = this;
    const by = origin !== undefined && 'estimator' in origin ? origin.estimator : undefined;
    const ownStages: readonly Stage[] = by instanceof Pipeline ? by.stages : [];
    for (const stage of this.stages)
      if ('dispose' in stage && !ownStages.includes(stage)) await (stage as FittedStage).dispose();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}
