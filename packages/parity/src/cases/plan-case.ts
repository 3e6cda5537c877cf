import { parseSchema, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import { rewriteForSail } from '@millrace/spark-sql/rewrite';
import type { Case, CaseInput } from './case.ts';

/** What a plan case builds its DataFrame from: the input tables, the session, the folder of its files. */
export type Parts = {
  t: DataFrame;
  u: DataFrame;
  session: SparkSession;
  engine: 'sail' | 'spark';
  folder: string;
};

/** A case composed through the client, for what SQL cannot say. */
export function plan(
  name: string,
  build: (parts: Parts) => DataFrame,
  options: Pick<
    Case,
    'about' | 'subjects' | 'ordered' | 'doubles' | 'fails' | 'tolerated' | 'files' | 'write' | 'plainFiles'
  > & {
    t?: CaseInput;
    u?: CaseInput;
  } = {},
): Case {
  const { t, u, ...rest } = options;
  return { sql: name, inputs: { ...(t ? { t } : {}), ...(u ? { u } : {}) }, plan: build, ...rest };
}

/** A query over `t`, for which Sail is asked in the words that a run would hand to it. `name` is the query if absent. */
export function rewriteCase(
  sql: string,
  t: CaseInput,
  { name = sql, ...options }: Pick<Case, 'about' | 'tolerated' | 'doubles' | 'ordered' | 'fails'> & { name?: string },
): Case {
  const forSail = rewriteForSail(sql, { t: parseSchema(t.schema).fields }).sql;
  return plan(
    name,
    ({ session, t: rows, engine }) => session.sql(engine === 'sail' ? forSail : sql, { inputs: { t: rows } }),
    { t, ...options },
  );
}
