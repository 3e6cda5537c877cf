import type { Expression, Expression_Literal, Relation } from '../proto.ts';

type KnownVariant<T extends { case: string | undefined }> = Exclude<T, { case: undefined }>;

/** What a relation, an expression or a literal can be, by the name of its case. */
export type RelationVariant = KnownVariant<Relation['relType']>;
export type ExpressionVariant = KnownVariant<Expression['exprType']>;
export type LiteralVariant = KnownVariant<Expression_Literal['literalType']>;

type ValueOf<V extends { case: string; value: unknown }> = {
  readonly [K in V['case']]: Extract<V, { case: K }>['value'];
};

/** One function for every case: a case that is missing does not compile. */
type Table<Values, Rest extends readonly unknown[], R> = {
  readonly [K in keyof Values]: (value: Values[K], ...rest: Rest) => R;
};

type Relations = ValueOf<RelationVariant>;
type Expressions = ValueOf<ExpressionVariant>;
type Literals = ValueOf<LiteralVariant>;

export type RelationTable<Rest extends readonly unknown[], R> = Table<Relations, Rest, R>;
export type ExpressionTable<Rest extends readonly unknown[], R> = Table<Expressions, Rest, R>;
export type LiteralTable<Rest extends readonly unknown[], R> = Table<Literals, Rest, R>;

export type RelationKind = keyof Relations;
export type ExpressionKind = keyof Expressions;

/** Looks the case up and calls its function. */
const apply =
  <Values>() =>
  <K extends keyof Values, Rest extends readonly unknown[], R>(
    table: Table<Values, Rest, R>,
    variant: { [C in K]: { readonly case: C; readonly value: Values[C] } }[K],
    ...rest: Rest
  ): R =>
    table[variant.case](variant.value, ...rest);

const relationCase = apply<Relations>();
const expressionCase = apply<Expressions>();
const literalCase = apply<Literals>();

/** A message without content: only a broken plan has one. */
export class EmptyMessageError extends Error {
  override readonly name = 'EmptyMessageError';
}

export function onRelation<Rest extends readonly unknown[], R>(
  table: RelationTable<Rest, R>,
  relation: Relation | undefined,
  ...rest: Rest
): R {
  const variant = relation?.relType;
  if (variant?.case === undefined) throw new EmptyMessageError('a relation of the plan is empty');
  return relationCase(table, variant, ...rest);
}

export function onExpression<Rest extends readonly unknown[], R>(
  table: ExpressionTable<Rest, R>,
  expression: Expression | undefined,
  ...rest: Rest
): R {
  const variant = expression?.exprType;
  if (variant?.case === undefined) throw new EmptyMessageError('an expression of the plan is empty');
  return expressionCase(table, variant, ...rest);
}

export function onLiteral<Rest extends readonly unknown[], R>(
  table: LiteralTable<Rest, R>,
  literal: Expression_Literal | undefined,
  ...rest: Rest
): R {
  const variant = literal?.literalType;
  if (variant?.case === undefined) throw new EmptyMessageError('a constant of the plan is empty');
  return literalCase(table, variant, ...rest);
}
