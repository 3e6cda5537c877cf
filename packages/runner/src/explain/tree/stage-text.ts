import type { Relation } from '@millrace/spark-connect/proto';
import { madeBy, Model, PipelineModel, Transformer, TunedModel, type TransformStage } from '@millrace/spark-connect/ml';

/** What machine learning does in a plan: `VectorAssembler inputCols=["a","b"] outputCol="features"`, `Correlation.corr v pearson`. */
export function stageText(relation: Relation): string {
  const maker = madeBy(relation);
  if (maker !== undefined && 'statistic' in maker) return `${maker.statistic} ${maker.args.join(' ')}`;
  const stage = maker && lastOf(maker.stage);
  if (!(stage instanceof Model || stage instanceof Transformer)) return 'Model';
  const { definition, params } = stage;
  const isModel = stage instanceof Model;
  const path = isModel ? (definition.modelName ?? `${definition.className}Model`) : definition.className;
  const settings = Object.entries({ ...(isModel ? stage.estimatorParams : {}), ...params });
  const words = settings.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${asText(value)}`]));
  const name = path.slice(path.indexOf('.') + 1);
  return [maker !== undefined && 'attribute' in maker ? `${maker.attribute} of ${name}` : name, ...words].join(' ');
}

/** The stage of a pipeline that a plan shows last; the others stand below it. */
function lastOf(stage: TransformStage): TransformStage | undefined {
  if (stage instanceof TunedModel) return lastOf(stage.bestModel);
  const last = stage instanceof PipelineModel ? stage.stages.at(-1) : undefined;
  return stage instanceof PipelineModel ? last && lastOf(last) : stage;
}

/** Longest value that is shown whole: a list of stop words has hundreds. */
const longest = 80;

function asText(value: unknown): string {
  const text = JSON.stringify(typeof value === 'bigint' ? Number(value) : value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
