import { functions as F, type DataFrame, type StructType } from '@millrace/spark-connect';
import type { Evaluator } from '@millrace/spark-connect/ml';
import { FieldError } from './field-error.ts';
import { withKept } from './kept.ts';
import { columnsOf, measure, metricsTable, type Metrics } from './metrics.ts';
import { predictive } from './learned.ts';
import type { Context } from './processor.ts';
import type { Outcome } from './results.ts';
import { needsSpark, type Shown } from './stages.ts';

interface Judging {
  /** Says what is best where parameters are looked for. */
  readonly evaluator: Evaluator;
  /** What is shown of predictions; throws a `FieldError` for columns that they need and do not have. */
  readonly metrics: (schema: StructType) => Metrics;
  /** Charts and tables of the predictions, of which it gets the columns of the metrics and may keep no row. */
  readonly shown?: (predictions: DataFrame, schema: StructType) => Promise<Shown>;
}

type Given = Pick<Context<Record<never, never>>, 'engine' | 'session' | 'input' | 'learned' | 'schema' | 'trains'>;

/** Measures predictions, or says how models are to be measured where the best one is looked for. */
export async function judging(given: Given, { evaluator, metrics, shown }: Judging): Promise<Outcome> {
  needsSpark(given);
  const { input, session, learned, schema, trains } = given;
  const [from] = learned;
  const handedOn = { outputs: [input], learned: [{ ...from, evaluator }] };
  const model = predictive(from);
  // what is wrong with predictions is told before a run
  if (model === undefined) metrics(schema);
  if (!trains) return handedOn;
  const predictions = model === undefined ? input : (await model.fitted()).transform(input);
  const predicted = model === undefined ? schema : await predictions.schema();
  const wanted = metrics(predicted);
  const columns = columnsOf(wanted).map((name) => F.columnNamed(name));
  const isWhole = columns.map((one) => one.isNotNull()).reduce((all, one) => all.and(one));
  const judged = predictions.select(...columns).filter(isWhole);
  return withKept(judged, async (kept) => {
    if ((await kept.limit(1).table()).rows.length === 0)
      throw new FieldError('', 'its input has no predictions to judge', 'look at what the nodes before leave out');
    const more = await shown?.(kept, predicted);
    const measured = await measure(wanted, kept, more?.metrics);
    const table = metricsTable(session, 'Metrics', measured);
    return { ...handedOn, ...more, metrics: measured, results: [table, ...(more?.results ?? [])] };
  });
}
