import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { expression, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';

/** Names of new columns and their Spark SQL expressions, row by row. */
export const expressionRows = () =>
  rows(
    {
      outputCols: text({ required: true, title: 'New column' }),
      expressions: expression({ required: true, title: 'Expression' }),
    },
    { key: 'outputCols', widgets: { outputCols: 'key_array', expressions: 'value_array' } },
  );

/** Adds the columns one after another, so that a later one may use an earlier one. */
export const addExpressions = (
  input: DataFrame,
  rules: readonly { readonly outputCols: string; readonly expressions: string }[],
): DataFrame =>
  rules.reduce((rows, { outputCols, expressions }) => rows.withColumn(outputCols, F.expr(expressions)), input);
