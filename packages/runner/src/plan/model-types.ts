import type { Processor } from '@millrace/processors';

/** True for nodes whose models and features are Spark's: keys name what they make, as they do not of Python's. */
export const isOfSparkMl = ({ needs }: Pick<Processor, 'needs'>): boolean =>
  needs.includes('ml') && !needs.includes('python');

/** Types of nodes that take what is to be trained, and train it themselves. */
const trainAnew: ReadonlySet<string> = new Set(['ml-pipeline', 'ml-crossvalidator', 'ml-trainvalidationsplit']);

export const trainsAnew = (type: string): boolean => trainAnew.has(type);

/** True for nodes that learn for long. */
export const learnsModel = (type: string): boolean => type === 'ml-estimator' || trainsAnew(type);

/** True for nodes that show what they know of models. */
export const showsModel = (type: string): boolean =>
  learnsModel(type) || type === 'ml-evaluator' || type === 'ml-modelload';

const handOn: ReadonlySet<string> = new Set(['ml-modelsave', 'ml-modelload', 'ml-predict']);

/** True for nodes that use a model as it is, and train none. */
export const handsModelOn = (type: string): boolean => handOn.has(type);
