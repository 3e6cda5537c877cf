import {
  CrossValidator,
  Estimator,
  Model,
  OneVsRest,
  Pipeline,
  PipelineModel,
  TrainValidationSplit,
  Transformer,
  type Evaluator,
  type FitStage,
  type FittedStage,
  type ParamMap,
  type Stage,
  type TransformStage,
} from '@millrace/spark-connect/ml';
import { call, chain, list, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';
import { chainSteps, keyword } from './steps.ts';
import { pyBool, pyFloat, pyString } from './text.ts';

type Operator = Estimator | Transformer | Evaluator;

/** The name of a class below `org.apache.spark.ml`, which PySpark keeps in a module of the same name. */
function className(path: string, scope: Scope): string {
  const [module = '', name = ''] = path.split('.');
  scope.needs(`from pyspark.ml.${module} import ${name}`);
  return name;
}

function value(one: unknown): Doc {
  if (typeof one === 'string') return pyString(one);
  if (typeof one === 'boolean') return pyBool(one);
  if (typeof one === 'bigint') return String(one);
  if (typeof one === 'number') return Number.isInteger(one) ? String(one) : pyFloat(one);
  if (Array.isArray(one)) return list(one.map(value));
  return noForm('a parameter that is a vector or a matrix');
}

/** PySpark makes no array of an empty list. */
const isSet = (one: unknown): boolean => one !== undefined && !(Array.isArray(one) && one.length === 0);

/** What PySpark's constructors of these classes do not take, though the classes have it: methods set it. */
export const setAfterwards: Readonly<Record<string, readonly string[]>> = {
  'classification.DecisionTreeClassifier': ['thresholds'],
  'classification.RandomForestClassifier': ['thresholds'],
  'classification.GBTClassifier': ['probabilityCol', 'rawPredictionCol', 'thresholds'],
  'classification.MultilayerPerceptronClassifier': ['thresholds'],
  'feature.UnivariateFeatureSelector': ['featureType', 'labelType', 'selectionThreshold'],
  'recommendation.ALS': ['predictionCol'],
};

/** `StringIndexer(inputCol="a", outputCol="b")`. */
export function operatorCode({ definition, params }: Operator, scope: Scope): Doc {
  const later = setAfterwards[definition.className] ?? [];
  const settings = Object.entries(params).filter(([, one]) => isSet(one));
  return chainSteps(
    call(
      className(definition.className, scope),
      settings.flatMap(([name, one]) => (later.includes(name) ? [] : [keyword(name, value(one))])),
    ),
    settings.flatMap(([name, one]) =>
      later.includes(name) ? [call(`.set${name.charAt(0).toUpperCase()}${name.slice(1)}`, [value(one)])] : [],
    ),
  );
}

const stageCode = (stage: Stage, scope: Scope): Doc =>
  'fit' in stage ? estimatorCode(stage, scope) : modelCode(stage, scope);

/** What is to be fitted: the variable that holds it, else the call that makes it. */
export const estimatorCode = (stage: FitStage, scope: Scope): Doc =>
  scope.estimator(stage) ?? constructorCall(stage, scope);

/** The call that makes what is to be fitted. Throws `NoPythonForm`. */
export function constructorCall(stage: FitStage, scope: Scope): Doc {
  if (stage instanceof Estimator) return operatorCode(stage, scope);
  if (stage instanceof Pipeline) {
    scope.needs('from pyspark.ml import Pipeline');
    return call('Pipeline', [keyword('stages', list(stage.stages.map((one) => stageCode(one, scope))))]);
  }
  if (stage instanceof CrossValidator) {
    const { numFolds = 3, foldCol } = stage.options;
    const folds = foldCol === undefined ? [] : [keyword('foldCol', pyString(foldCol))];
    return search('CrossValidator', stage, [keyword('numFolds', String(numFolds)), ...folds], scope);
  }
  if (stage instanceof TrainValidationSplit)
    return search(
      'TrainValidationSplit',
      stage,
      [keyword('trainRatio', String(stage.options.trainRatio ?? 0.75))],
      scope,
    );
  return noForm(stage instanceof OneVsRest ? 'one model for each class' : 'a way to learn');
}

function search(
  name: string,
  { options }: CrossValidator | TrainValidationSplit,
  more: readonly Doc[],
  scope: Scope,
): Doc {
  const { estimator, evaluator, grid = [], seed = 42, parallelism = 2 } = options;
  scope.needs(`from pyspark.ml.tuning import ${name}`);
  const maps = gridCode(grid, estimator, scope);
  return call(name, [
    keyword('estimator', estimatorCode(estimator, scope)),
    keyword('estimatorParamMaps', maps),
    keyword('evaluator', operatorCode(evaluator, scope)),
    ...more,
    keyword('seed', String(seed)),
    keyword('parallelism', String(parallelism)),
  ]);
}

/** The combinations as the grid that they were built of, axis by axis. */
function gridCode(grid: readonly ParamMap[], estimator: FitStage, scope: Scope): Doc {
  const axes = new Map<string, { uid: string; name: string; values: unknown[] }>();
  for (const [uid, params] of grid.flatMap((map) => [...map]))
    for (const [name, one] of Object.entries(params)) {
      const key = `${uid} ${name}`;
      const axis = axes.get(key) ?? { uid, name, values: [] };
      if (!axis.values.includes(one)) axis.values.push(one);
      axes.set(key, axis);
    }
  if (axes.size === 0) return '[{}]';
  scope.needs('from pyspark.ml.tuning import ParamGridBuilder');
  const stages = stagesIn(estimator);
  const steps = [...axes.values()].map(({ uid, name, values }) => {
    const stage = stages.find((one) => one.uid === uid);
    if (stage === undefined || !('fit' in stage)) return noForm('values to try of what is not there');
    const variable = scope.estimator(stage) ?? scope.hold(stage, constructorCall(stage, scope));
    return call('.addGrid', [`${variable}.${name}`, value(values)]);
  });
  return [...steps, '.build()'].reduce<Doc>((all, step) => chain(all, step), 'ParamGridBuilder()');
}

const stagesIn = (stage: Stage): readonly Stage[] =>
  stage instanceof Pipeline ? [stage, ...stage.stages.flatMap(stagesIn)] : [stage];

/** What makes rows of rows: the variable that holds it, else the call that makes, fits or loads it. Throws `NoPythonForm`. */
export function modelCode(stage: TransformStage, scope: Scope): Doc {
  const variable = scope.model(stage);
  if (variable !== undefined) return variable;
  if (stage instanceof Transformer) return operatorCode(stage, scope);
  const { origin } = stage as FittedStage;
  if (origin === undefined) return noForm('a model that was put together of others');
  if (!('path' in origin)) return fitCode(origin, scope);
  const folder = scope.path(origin.path);
  if (stage instanceof PipelineModel) {
    scope.needs('from pyspark.ml import PipelineModel');
    return call('PipelineModel.load', [folder]);
  }
  if (!(stage instanceof Model)) return noForm('a model of a kind that is not known');
  const { className: estimator, modelName = `${estimator}Model` } = stage.definition;
  return call(`${className(modelName, scope)}.load`, [folder]);
}

/** `estimator.fit(rows)`. */
export const fitCode = ({ estimator, rows }: FitOrigin, scope: Scope): Doc =>
  chain(estimatorCode(estimator, scope), call('.fit', [scope.write.relation(rows.relation, scope)]));

type FitOrigin = Extract<NonNullable<FittedStage['origin']>, { readonly estimator: FitStage }>;
