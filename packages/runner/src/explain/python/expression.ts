import { typeFromProto, typeToDdl } from '@millrace/spark-connect';
import { Expression_Cast_EvalMode, type Expression } from '@millrace/spark-connect/proto';
import { depthOf } from '@millrace/spark-connect/visit';
import { plainIdentifier } from '../sql-text/names.ts';
import { onExpression, type ExpressionTable } from '@millrace/spark-connect/visit';
import { callExpression } from './call-expression.ts';
import { columnOrName, lambdaName, operand, sqlExpression, value } from './columns.ts';
import { call, chain, type Doc } from './doc.ts';
import { columnLiteral } from './literal.ts';
import { noForm, type Scope } from './scope.ts';
import { pyString } from './text.ts';
import { sortColumn, windowColumn } from './window.ts';

const bound = (name: string, planId: bigint | undefined, scope: Scope): Doc => {
  if (planId === undefined) return call('F.col', [pyString(name)]);
  const variable = scope.variableOfPlan(planId);
  return variable === undefined
    ? noForm('a column of a part of the plan that has no name')
    : `${variable}[${pyString(name)}]`;
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
