import { functions as F, types, type DataFrame } from '@millrace/spark-connect';
import { collectLocally } from './materialize.ts';
import type { Result } from '../../contract/results.ts';

const maxPoints = 500;

/** How far predictions lie from the truth, over what was predicted: some rows, drawn by their values' hash. */
export async function residuals(
  predictions: DataFrame,
  { labelCol, predictionCol }: { readonly labelCol: string; readonly predictionCol: string },
): Promise<Result> {
  const [label, prediction] = [F.columnNamed(labelCol), F.columnNamed(predictionCol)].map((c) => c.cast(types.double));
  if (label === undefined || prediction === undefined) throw new TypeError('two columns make residuals');
  const points = predictions
    .select(prediction.alias('prediction'), label.minus(prediction).alias('residual'))
    .filter(F.col('residual').isNotNull());
  const sample = points.sort(F.call('xxhash64', F.col('prediction'), F.col('residual')).asc()).limit(maxPoints);
  return residualsIn(await collectLocally(sample.sort('prediction', 'residual')));
}

/** The chart of the columns `prediction` and `residual`. */
export function residualsIn(data: DataFrame): Result {
  return {
    type: 'chart',
    title: 'Residuals',
    data,
    limit: maxPoints,
    chart: {
      kind: 'scatter',
      encodings: { x: 'prediction', y: ['residual'] },
      xLabel: 'Prediction',
      yLabel: 'Residual (actual - predicted)',
    },
  };
}
