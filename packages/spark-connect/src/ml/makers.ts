import type { SparkSession } from '../session.ts';
import { Estimator, Evaluator, readOperator, Transformer, type Model } from './operators.ts';
import type { Definition } from './stages.ts';
import type { ParamKinds, ParamValues } from './params.ts';

/** Makes an operator of one class, and reads saved ones. */
export interface Maker<K extends ParamKinds, T> {
  (params?: ParamValues<K>): T;
  readonly definition: Definition;
  load(session: SparkSession, path: string): Promise<T>;
}

/** Makes an estimator, and reads its models too. */
export interface EstimatorMaker<K extends ParamKinds> extends Maker<K, Estimator> {
  loadModel(session: SparkSession, path: string): Promise<Model>;
}

/** All operators that are made here, by their class. */
export const definitions = new Map<string, { readonly kind: Kind; readonly definition: Definition }>();
type Kind = 'estimator' | 'transformer' | 'evaluator' | 'model';

/** An estimator by its class below `org.apache.spark.ml`, and that of its models if it is not named like it. */
export function estimator<const K extends ParamKinds>(
  className: string,
  params: K,
  modelName = `${className}Model`,
): EstimatorMaker<K> {
  const definition: Definition = { className, modelName, params };
  definitions.set(className, { kind: 'estimator', definition });
  // models of some estimators are transformers that are made by themselves as well
  if (!definitions.has(modelName)) definitions.set(modelName, { kind: 'model', definition });
  return Object.assign((values: ParamValues<K> = {}) => new Estimator(definition, values), {
    definition,
    load: reader<Estimator>(definition, 'estimator'),
    loadModel: reader<Model>(definition, 'model'),
  });
}

export function transformer<const K extends ParamKinds>(className: string, params: K): Maker<K, Transformer> {
  const definition: Definition = { className, params };
  definitions.set(className, { kind: 'transformer', definition });
  return Object.assign((values: ParamValues<K> = {}) => new Transformer(definition, values), {
    definition,
    load: reader<Transformer>(definition, 'transformer'),
  });
}

export function evaluator<const K extends ParamKinds>(className: string, params: K): Maker<K, Evaluator> {
  const definition: Definition = { className, params };
  definitions.set(className, { kind: 'evaluator', definition });
  return Object.assign((values: ParamValues<K> = {}) => new Evaluator(definition, values), {
    definition,
    load: reader<Evaluator>(definition, 'evaluator'),
  });
}

const reader =
  <T>(definition: Definition, kind: Kind) =>
  async (session: SparkSession, path: string): Promise<T> =>
    (await readOperator(session, path, { definition, kind })) as T;
