import { parseSchema } from '@millrace/spark-connect';
import type { CrossValidator, Evaluator, FitStage, ParamMap, TrainValidationSplit } from '@millrace/spark-connect/ml';
import { FieldError } from './field-error.ts';
import type { Context } from './processor.ts';
import type { Outcome, Result } from './results.ts';
import { needsSpark, trained, trainedBy } from './stages.ts';

interface Tuning {
  readonly title: string;
  tuner(options: {
    readonly estimator: FitStage;
    readonly evaluator: Evaluator;
    readonly grid: readonly ParamMap[];
  }): CrossValidator | TrainValidationSplit;
}

type Given = Pick<Context<Record<never, never>>, 'engine' | 'session' | 'learned' | 'trains' | 'mostToLearnFrom'>;

const shape = parseSchema('parameters string, metric double, best boolean');

/** The best of the models that the parameters to try make, as the evaluator before the node judges them. */
export async function tuning(given: Given, { title, tuner }: Tuning): Promise<Outcome> {
  needsSpark(given);
  const { session, learned } = given;
  const [from] = learned;
  const training = from?.model?.training;
  if (from?.evaluator === undefined || training === undefined)
    throw new FieldError(
      '',
      'no evaluator of a model stands before it',
      'connect an evaluator, and before that the node or pipeline that learns',
    );
  const { estimator, input } = training;
  const grid = training.grid.build();
  const search = tuner({ estimator, evaluator: from.evaluator, grid });
  const model = trainedBy(given, { title, estimator: search, input, grid: training.grid });
  return trained(given, { model }, [input], async () => {
    const { metrics, best } = (await model.fitted()).tuning;
    const rows = grid.map((map, i) => [inWords(map), metrics[i] ?? null, i === best] as const);
    const table: Result = { type: 'table', title: 'Parameters tried', data: session.createDataFrame(rows, shape) };
    return { results: [table] };
  });
}

/** A combination of parameters as text: `regParam 0.1, maxIter 10`. */
const inWords = (map: ParamMap): string =>
  [...map.values()]
    .flatMap((params) => Object.entries(params).map(([name, value]) => `${name} ${String(value)}`))
    .join(', ') || 'as they are';
