import { Join_JoinType } from '@millrace/spark-connect/proto';

/** PySpark's names of joins. */
export const joinNames = {
  [Join_JoinType.UNSPECIFIED]: 'inner',
  [Join_JoinType.INNER]: 'inner',
  [Join_JoinType.FULL_OUTER]: 'full',
  [Join_JoinType.LEFT_OUTER]: 'left',
  [Join_JoinType.RIGHT_OUTER]: 'right',
  [Join_JoinType.LEFT_ANTI]: 'left_anti',
  [Join_JoinType.LEFT_SEMI]: 'left_semi',
  [Join_JoinType.CROSS]: 'cross',
} as const satisfies Record<Join_JoinType, string>;
