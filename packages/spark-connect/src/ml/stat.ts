import { create } from '@bufbuild/protobuf';
import { DataFrame } from '../dataframe.ts';
import { literal } from '../literal.ts';
import { Fetch_MethodSchema } from '../proto.ts';
import { relation } from '../relation.ts';
import { helper } from './helper.ts';
import { noteStatistic } from './made-by.ts';

/**
 * One row with one column, `pearson(v)` for a column `v` of vectors: the matrix of the correlations of all pairs of their places
 * (`org.apache.spark.ml.stat.Correlation`). NaN where one of the two does not vary, 1 for each place with itself.
 * The engine computes it while it reads the plan, and fails for fewer than two rows.
 */
export function correlation(df: DataFrame, column: string, method: 'pearson' | 'spearman' = 'pearson'): DataFrame {
  const { session } = df;
  const call = create(Fetch_MethodSchema, {
    method: 'correlation',
    args: [
      { argsType: { case: 'input', value: df.relation } },
      ...[column, method].map((text) => ({ argsType: { case: 'param' as const, value: literal(text) } })),
    ],
  });
  const value = { $typeName: 'spark.connect.Fetch' as const, objRef: helper, methods: [call] };
  const mlRelation = { $typeName: 'spark.connect.MlRelation' as const, mlType: { case: 'fetch' as const, value } };
  return noteStatistic(
    { statistic: 'Correlation.corr', input: df, args: [column, method] },
    new DataFrame(session, relation({ case: 'mlRelation', value: mlRelation })),
  );
}
