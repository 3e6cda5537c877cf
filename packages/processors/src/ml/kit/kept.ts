import type { DataFrame } from '@millrace/spark-connect';

/** Calls `use` with the rows computed once, however often it reads them, and lets go of them afterwards. */
export async function withKept<T>(df: DataFrame, use: (kept: DataFrame) => Promise<T>): Promise<T> {
  const kept = await df.checkpoint();
  try {
    return await use(kept);
  } finally {
    await df.session.release(kept);
  }
}

/** Few rows, computed now: they stay when what they are computed from is let go. */
export async function collected(df: DataFrame): Promise<DataFrame> {
  const { schema, rows } = await df.table();
  const fields = schema.fields.map((one) => ({ ...one, nullable: true }));
  return df.session.createDataFrame(rows, { ...schema, fields });
}

/** True where there are no rows: reads one at most. */
export const isEmpty = async (df: DataFrame): Promise<boolean> => (await df.limit(1).table()).rows.length === 0;
