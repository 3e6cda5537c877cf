import { parseSchema, type DataFrame, type StructType } from '@millrace/spark-connect';
import type { Evaluator } from '@millrace/spark-connect/ml';
import type { Context } from './processor.ts';
import type { Outcome, Result } from './results.ts';
import { needsSpark } from './stages.ts';

interface Judging {
  /** Says what is best where parameters are looked for. */
  readonly evaluator: Evaluator;
  /** What is shown of predictions. */
  readonly metrics: Readonly<Record<string, Evaluator>>;
  /** Throws for columns that predictions need and the rows do not have. */
  readonly check: (schema: StructType) => unknown;
  /** Charts and tables of the predictions. */
  readonly results?: (predictions: DataFrame) => Promise<readonly Result[]>;
}

type Given = Pick<Context<Record<never, never>>, 'engine' | 'session' | 'input' | 'learned' | 'schema' | 'trains'>;

const shape = parseSchema('metric string, value double');

/** Measures predictions, or says how models are to be measured where the best one is looked for. */
export async function judging(given: Given, { evaluator, metrics, check, results }: Judging): Promise<Outcome> {
  needsSpark(given);
  const { input, session, learned, schema, trains } = given;
  const [from] = learned;
  const handedOn = { outputs: [input], learned: [{ ...from, evaluator }] };
  if (from?.model !== undefined && !trains) return handedOn;
  check(schema);
  const predictions = from?.model === undefined ? input : (await from.model.fitted()).transform(input);
  if (!trains) return handedOn;
  const rows: [string, number][] = [];
  for (const [name, one] of Object.entries(metrics)) rows.push([name, await one.evaluate(predictions)]);
  const table: Result = { type: 'table', title: 'Metrics', data: session.createDataFrame(rows, shape) };
  return {
    ...handedOn,
    metrics: Object.fromEntries(rows),
    results: [table, ...((await results?.(predictions)) ?? [])],
  };
}
