import { typeFromProto, typeToDdl } from '@millrace/spark-connect';
import {
  Expression_Cast_EvalMode,
  type Expression,
  type Expression_LambdaFunction,
} from '@millrace/spark-connect/proto';
import { boundAttributesOf, depthOf, expressionsIn } from '../../plan-messages.ts';
import { expressionText } from '../sql-text/expression.ts';
import { plainIdentifier } from '../sql-text/names.ts';
import { onExpression, type ExpressionKind, type ExpressionTable } from '../variants.ts';
import { callExpression, operand } from './call-expression.ts';
import { call, chain, type Doc } from './doc.ts';
import { columnLiteral, plainLiteral } from './literal.ts';
import { noForm, type Scope } from './scope.ts';
import { isPyName, pyNamePart, pyString } from './text.ts';
import { sortColumn, windowColumn } from './window.ts';

const bound = (name: string, planId: bigint | undefined, scope: Scope): Doc => {
  if (planId === undefined) return call('F.col', [pyString(name)]);
  const variable = scope.variableOfPlan(planId);
  return variable === undefined
    ? noForm('a column of a part of the plan that has no name')
    : `${variable}[${pyString(name)}]`;
};

const lambdaName = (parts: readonly string[]): string => {
  const name = pyNamePart(parts.join('_'));
  return isPyName(name) && name !== 'F' ? name : `${name}_`;
};

const table: ExpressionTable<[Scope, Expression], Doc> = {
  literal: (literal) => columnLiteral(literal),
  unresolvedAttribute: ({ unparsedIdentifier, planId }, scope) =>
    bound(plainIdentifier(unparsedIdentifier), planId, scope),
  unresolvedFunction: callExpression,
  expressionString: ({ expression }) => call('F.expr', [pyString(expression)]),
  unresolvedStar: ({ unparsedTarget, planId }, scope) => bound(unparsedTarget ?? '*', planId, scope),
  alias: ({ expr, name, metadata }, scope) => {
    if (expr === undefined) return noForm('an alias of nothing');
    if (metadata !== undefined) scope.needs('import json');
    const more = metadata === undefined ? [] : [`metadata=json.loads(${pyString(metadata)})`];
    return chain(operand(expr, scope), call('.alias', [...name.map(pyString), ...more]));
  },
  cast: ({ expr, castToType, evalMode }, scope) => {
    if (expr === undefined) return noForm('a cast of nothing');
    const type =
      castToType.case === 'type' ? typeToDdl(typeFromProto(castToType.value)) : (castToType.value ?? 'string');
    return chain(
      operand(expr, scope),
      call(evalMode === Expression_Cast_EvalMode.TRY ? '.try_cast' : '.cast', [pyString(type)]),
    );
  },
  unresolvedRegex: ({ colName, planId }, scope) => {
    const variable = planId === undefined ? undefined : scope.variableOfPlan(planId);
    return variable === undefined ? noForm('columns by a pattern') : call(`${variable}.colRegex`, [pyString(colName)]);
  },
  sortOrder: sortColumn,
  lambdaFunction: (_, __, whole) => sqlExpression(whole),
  window: windowColumn,
  unresolvedExtractValue: ({ child, extraction }, scope) =>
    child === undefined || extraction === undefined
      ? noForm('an element of nothing')
      : chain(operand(child, scope), call('.getItem', [value(extraction, scope)])),
  updateFields: ({ structExpression, fieldName, valueExpression }, scope) => {
    if (structExpression === undefined) return noForm('a field of nothing');
    const change =
      valueExpression === undefined
        ? call('.dropFields', [pyString(fieldName)])
        : call('.withField', [pyString(fieldName), column(valueExpression, scope)]);
    return chain(operand(structExpression, scope), change);
  },
  unresolvedNamedLambdaVariable: ({ nameParts }) => lambdaName(nameParts),
  commonInlineUserDefinedFunction: ({ functionName }) => noForm(`the user function ${functionName}`),
  callFunction: ({ functionName, arguments: args }, scope) =>
    call('F.call_function', [pyString(functionName), ...args.map((a) => columnOrName(a, scope))]),
  namedArgumentExpression: ({ key }) => noForm(`the named argument ${key}`),
  mergeAction: () => noForm('a merge action'),
  typedAggregateExpression: () => noForm('a typed aggregate'),
  subqueryExpression: () => noForm('a subquery inside an expression'),
  directShufflePartitionId: () => noForm('a partition number as a column'),
  extension: () => noForm('an extension of the protocol'),
};

/** How many messages in one another the library beneath PySpark takes apart, with some room for those around them. */
const deepest = 90;

/** An expression as a PySpark Column; as SQL where PySpark could not send it. */
export function column(expression: Expression | undefined, scope: Scope): Doc {
  if (expression === undefined) return noForm('an empty expression');
  return depthOf(expression) > deepest ? sqlExpression(expression) : onExpression(table, expression, scope, expression);
}

/** An expression where PySpark takes a Column or the name of one: `"city"`. */
export function columnOrName(expression: Expression, scope: Scope): Doc {
  const { exprType } = expression;
  if (exprType.case === 'unresolvedAttribute' && exprType.value.planId === undefined)
    return pyString(plainIdentifier(exprType.value.unparsedIdentifier));
  return column(expression, scope);
}

/** An expression where PySpark takes a Column or a value: `3`. */
export function value(expression: Expression, scope: Scope): Doc {
  const { exprType } = expression;
  return (exprType.case === 'literal' ? plainLiteral(exprType.value) : undefined) ?? column(expression, scope);
}

export function lambda({ function: body, arguments: variables }: Expression_LambdaFunction, scope: Scope): Doc {
  const parameters = variables.map((v) => lambdaName(v.nameParts)).join(', ');
  return [`lambda ${parameters}: `, column(body, scope)];
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
