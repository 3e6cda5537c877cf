import {
  functions as F,
  typeName,
  types,
  type CollectedTable,
  type DataFrame,
  type DataType,
  type SparkSession,
  type StructType,
  type Value,
} from '@millrace/spark-connect';
import { denseValues, vectorOf } from '@millrace/spark-connect/ml';
import { runError } from '@millrace/errors';
import { cellOf, columnsOf } from '../results/cells.ts';
import type { Cell } from '../results/events.ts';
import type { LoadedModel, ModelToServe, Predictions } from './model-to-serve.ts';
import { numberRows, oneOfEach, type PredictedRow } from './numbered-rows.ts';
import type { RowsToPredict } from './rows-to-predict.ts';

/** What a model is to predict, and the columns that the answer holds. */
interface PredictRequest {
  readonly model: Pick<ModelToServe, 'inputs' | 'outputs' | 'more'>;
  readonly input: RowsToPredict;
  readonly outputs: readonly string[];
}

/**
 * Predictions of a loaded model, one for each row, in their order. Throws a `RunError` for columns that the model does not
 * give, and for rows that it leaves out or makes several of.
 */
export async function predictedBy(
  loaded: LoadedModel,
  session: SparkSession,
  { model, input, outputs }: PredictRequest,
): Promise<Predictions> {
  const { number, schema, rows } = numberRows(input, outputs);
  const predict = async (some: RowsToPredict['rows']): Promise<DataFrame> =>
    loaded.predict(session.createDataFrame(some, schema));
  const columns = outputs.map((name) => F.columnNamed(name));
  const all = await predict(rows);
  const isUsual = outputs.every((name) => model.outputs.includes(name));
  const there = isUsual && model.inputs !== null ? undefined : (await all.schema()).fields.map(({ name }) => name);
  if (!isUsual && there !== undefined)
    requireColumns(
      outputs,
      model,
      there.filter((name) => name !== number),
    );
  // a model whose SQL names columns gives those alone
  if (there === undefined || model.inputs !== null || there.includes(number)) {
    const table = await all.select(...columns, F.columnNamed(number)).table();
    const predictedRows = table.rows.map((row): PredictedRow => ({ at: Number(row.at(-1)), cells: row.slice(0, -1) }));
    return predictions(table.schema.fields.slice(0, -1), oneOfEach(predictedRows, rows.length));
  }
  const each: CollectedTable[] = [];
  for (const row of rows) each.push(await (await predict([row])).select(...columns).table());
  const predictedRows = each.flatMap((table, at) => table.rows.map((cells): PredictedRow => ({ at, cells })));
  return predictions(each[0]?.schema.fields ?? [], oneOfEach(predictedRows, rows.length));
}

/** Fails for a name that no column has; the message names the columns, those that the model adds first. */
function requireColumns(
  columns: readonly string[],
  { outputs, more = [] }: Pick<ModelToServe, 'outputs' | 'more'>,
  there: readonly string[],
): void {
  const lowerNames = new Set(there.map((name) => name.toLowerCase()));
  const missing = columns.find((name) => !lowerNames.has(name.toLowerCase()));
  if (missing === undefined) return;
  const names = [...new Set([...outputs.filter((name) => there.includes(name)), ...more, ...there])];
  throw runError('predicted-column-missing', { column: missing, names }, { field: 'columns' });
}

const predictions = (fields: StructType['fields'], rows: readonly (readonly Value[])[]): Predictions => ({
  columns: columnsOf({ kind: 'struct', fields }),
  rows: rows.map((row) => row.map((value, i) => jsonOf(value, fields[i]?.type))),
});

/** Highest size of a vector whose values are given one by one. */
const maxDense = 5_000;

/** A value as an answer holds it: vectors as lists of numbers, long ones that are mostly 0 by their indexes. */
function jsonOf(value: Value, type?: DataType): Cell {
  if (value === null || type === undefined || typeName(type) !== typeName(types.vector)) return cellOf(value, type);
  const vector = vectorOf(value);
  if (vector.kind === 'dense' || vector.size <= maxDense) return denseValues(vector).map((one) => cellOf(one));
  const { size, indices, values } = vector;
  return { size, indices, values: values.map((one) => cellOf(one)) };
}
