import type { Expression, Expression_LambdaFunction } from '@millrace/spark-connect/proto';
import { boundAttributesOf, expressionsIn } from '@millrace/spark-connect/visit';
import { expressionText } from '../sql-text/expression.ts';
import { plainIdentifier } from '../sql-text/names.ts';
import type { ExpressionKind } from '@millrace/spark-connect/visit';
import { call, inParentheses, type Doc } from './doc.ts';
import { plainLiteral } from './literal.ts';
import { infix, prefix } from './operators.ts';
import { noForm, type Scope } from './scope.ts';
import { isPyName, pyNamePart, pyString } from './text.ts';

/** The name of a parameter of a lambda, as Python takes it. */
export const lambdaName = (parts: readonly string[]): string => {
  const name = pyNamePart(parts.join('_'));
  return isPyName(name) && name !== 'F' ? name : `${name}_`;
};

/** An expression where PySpark takes a Column or the name of one: `"city"`. */
export function columnOrName(expression: Expression, scope: Scope): Doc {
  const { exprType } = expression;
  if (exprType.case === 'unresolvedAttribute' && exprType.value.planId === undefined)
    return pyString(plainIdentifier(exprType.value.unparsedIdentifier));
  return scope.write.column(expression, scope);
}

/** An expression where PySpark takes a Column or a value: `3`. */
export function value(expression: Expression, scope: Scope): Doc {
  const { exprType } = expression;
  return (
    (exprType.case === 'literal' ? plainLiteral(exprType.value) : undefined) ?? scope.write.column(expression, scope)
  );
}

export function lambda({ function: body, arguments: variables }: Expression_LambdaFunction, scope: Scope): Doc {
  const parameters = variables.map((v) => lambdaName(v.nameParts)).join(', ');
  return [`lambda ${parameters}: `, scope.write.column(body, scope)];
}

const notInSql: ReadonlySet<ExpressionKind> = new Set<ExpressionKind>([
  'updateFields',
  'commonInlineUserDefinedFunction',
  'subqueryExpression',
  'typedAggregateExpression',
  'mergeAction',
  'directShufflePartitionId',
  'extension',
]);

/** Functions of machine learning, which no statement can call. */
const ofMl: ReadonlySet<string> = new Set(['unwrap_udt', 'vector_to_array', 'array_to_vector']);

/** An expression as SQL text, where PySpark has no other way to write it. */
export function sqlExpression(expression: Expression): Doc {
  const odd = expressionsIn(expression).find(
    ({ exprType }) =>
      (exprType.case !== undefined && notInSql.has(exprType.case)) ||
      (exprType.case === 'unresolvedFunction' && ofMl.has(exprType.value.functionName)),
  );
  if (odd !== undefined || boundAttributesOf(expression).length > 0)
    return noForm('an expression that SQL cannot write');
  return call('F.expr', [pyString(expressionText(expression, () => undefined))]);
}

const isOperation = ({ exprType }: Expression): boolean => {
  if (exprType.case !== 'unresolvedFunction') return exprType.case === 'lambdaFunction';
  const { functionName, arguments: args } = exprType.value;
  return (functionName in infix && args.length === 2) || functionName in prefix;
};

/** A Column in front of or behind an operator, or before a method. */
export const operand = (expression: Expression, scope: Scope): Doc =>
  isOperation(expression)
    ? inParentheses(scope.write.column(expression, scope))
    : scope.write.column(expression, scope);

export const operandOrValue = (expression: Expression, scope: Scope): Doc =>
  isOperation(expression) ? inParentheses(scope.write.column(expression, scope)) : value(expression, scope);
