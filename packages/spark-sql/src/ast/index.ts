export type { Call, Expr, Grouping, JoinKind, Literal, Query, SortItem, Span, WindowSpec } from './ast.ts';
export { arrayOf, decimal, family, hasUnknown, nullType, outermost, sameType, simple, unknownType } from './types.ts';
export type { Schema, SparkType } from './types.ts';
export { visitExpression, visitQuery } from './visit.ts';
