import type { DataFrame } from '../dataframe.ts';
import type { Relation } from '../proto.ts';
import type { TransformStage } from './stages.ts';

/** How machine learning has made a DataFrame: a stage of another one or of what a model says of itself, or a statistic. */
export type MadeBy =
  | { readonly stage: TransformStage; readonly input: DataFrame }
  | { readonly stage: TransformStage; readonly attribute: string }
  | Statistic;

/** A statistic of `org.apache.spark.ml.stat`, by its class and method there. */
export interface Statistic {
  readonly statistic: string;
  readonly input: DataFrame;
  readonly args: readonly string[];
}

const producers = new WeakMap<Relation, MadeBy>();

/**
 * What has made a relation: plans name models by what the engine calls them, and pipelines not at all. Undefined
 * for what machine learning has not made.
 */
export const madeBy = (relation: Relation): MadeBy | undefined => producers.get(relation);

/** Notes that a stage has made one DataFrame of another; of stages in one another, the outermost counts. */
export function noteTransform(stage: TransformStage, input: DataFrame, output: DataFrame): DataFrame {
  if (output.relation !== input.relation) producers.set(output.relation, { stage, input });
  return output;
}

/** Notes that a DataFrame is a statistic of another one. */
export function noteStatistic(statistic: Statistic, table: DataFrame): DataFrame {
  producers.set(table.relation, statistic);
  return table;
}

/** Notes that a DataFrame is what a model says of itself. */
export function attributeFrom(stage: TransformStage, attribute: string, table: DataFrame): DataFrame {
  producers.set(table.relation, { stage, attribute });
  return table;
}
