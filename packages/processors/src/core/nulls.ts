import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { failUnless } from './guard.ts';

/** The rows, of which one with a null in one of the columns ends the run: what Spark ML says of such is no help. */
export const withoutNulls = (rows: DataFrame, columns: readonly string[]): DataFrame =>
  columns.reduce(
    (all, name) =>
      all.filter(
        failUnless(
          F.columnNamed(name).isNotNull(),
          `a row has null in the column "${name}", of which nothing can be made: fill it or leave such rows out before`,
        ),
      ),
    rows,
  );
