import {
  Aggregate_GroupType,
  Join_JoinType,
  Parse_ParseFormat,
  SetOperation_SetOpType,
} from '@millrace/spark-connect/proto';

export const joinWords = {
  [Join_JoinType.UNSPECIFIED]: 'Join',
  [Join_JoinType.INNER]: 'Inner join',
  [Join_JoinType.FULL_OUTER]: 'Full outer join',
  [Join_JoinType.LEFT_OUTER]: 'Left outer join',
  [Join_JoinType.RIGHT_OUTER]: 'Right outer join',
  [Join_JoinType.LEFT_ANTI]: 'Left anti join',
  [Join_JoinType.LEFT_SEMI]: 'Left semi join',
  [Join_JoinType.CROSS]: 'Cross join',
} as const satisfies Record<Join_JoinType, string>;

export const setWords = {
  [SetOperation_SetOpType.UNSPECIFIED]: 'Set operation',
  [SetOperation_SetOpType.INTERSECT]: 'Intersect',
  [SetOperation_SetOpType.UNION]: 'Union',
  [SetOperation_SetOpType.EXCEPT]: 'Except',
} as const satisfies Record<SetOperation_SetOpType, string>;

export const groupWords = {
  [Aggregate_GroupType.UNSPECIFIED]: 'by',
  [Aggregate_GroupType.GROUPBY]: 'by',
  [Aggregate_GroupType.ROLLUP]: 'by rollup of',
  [Aggregate_GroupType.CUBE]: 'by cube of',
  [Aggregate_GroupType.PIVOT]: 'by',
  [Aggregate_GroupType.GROUPING_SETS]: 'by grouping sets of',
} as const satisfies Record<Aggregate_GroupType, string>;

export const parseWords = {
  [Parse_ParseFormat.UNSPECIFIED]: 'text',
  [Parse_ParseFormat.CSV]: 'CSV',
  [Parse_ParseFormat.JSON]: 'JSON',
  [Parse_ParseFormat.XML]: 'XML',
} as const satisfies Record<Parse_ParseFormat, string>;
