export type { Call, Expr, Grouping, JoinKind, Literal, Query, SortItem, Span, WindowSpec } from './ast.ts';
export { arrayOf, decimal, family, hasUnknown, mapOf, nullType, simple, structOf, unknownType } from './types.ts';
export type { Schema, SimpleKind, SparkType } from './types.ts';
export { visitExpression, visitQuery } from './visit.ts';
