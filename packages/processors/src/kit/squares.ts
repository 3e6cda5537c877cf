import { functions as F, type Column } from '@millrace/spark-connect';

/**
 * A variance, standard deviation, covariance or correlation of columns of numbers. As text, in which it is written for Sail so that
 * numbers that leave it too few digits go to Spark.
 */
export const ofSquares = (name: 'stddev' | 'corr', ...columns: readonly string[]): Column =>
  F.expr(`${name}(${columns.map((column) => `\`${column.replaceAll('`', '``')}\``).join(', ')})`);
