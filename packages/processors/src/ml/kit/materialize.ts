import type { DataFrame } from '@millrace/spark-connect';

/** Calls `use` with the rows computed once, however often it reads them, and releases them afterwards. */
export async function withMaterialized<T>(df: DataFrame, use: (rows: DataFrame) => Promise<T>): Promise<T> {
  const materialized = await df.checkpoint();
  try {
    return await use(materialized);
  } finally {
    await df.session.release(materialized);
  }
}

/** Few rows, computed now: they stay when what they are computed from is released. */
export async function collectLocally(df: DataFrame): Promise<DataFrame> {
  const { schema, rows } = await df.table();
  const fields = schema.fields.map((one) => ({ ...one, nullable: true }));
  return df.session.createDataFrame(rows, { ...schema, fields });
}

/** True if there are no rows: reads one at most. */
export const isEmpty = async (df: DataFrame): Promise<boolean> => (await df.limit(1).table()).rows.length === 0;
