import type { Expression, Expression_UnresolvedFunction } from '@millrace/spark-connect/proto';
import { joinArgs } from '../sql-text/expression.ts';
import { columnOrName, lambda, operand, operandOrValue, sqlExpression, value } from './columns.ts';
import { call, chain, operation, type Doc } from './doc.ts';
import { pythonFunction } from './functions.ts';
import { plainLiteral } from './literal.ts';
import { infix, methods, prefix } from './operators.ts';
import type { Scope } from './scope.ts';
import { pyString } from './text.ts';

type Call = Pick<Expression_UnresolvedFunction, 'functionName' | 'arguments' | 'isDistinct'>;

/** A call as PySpark writes it: operator, method, function, or the last resort, SQL text. */
export function callExpression(expression: Call, scope: Scope, whole: Expression): Doc {
  const { functionName: name, arguments: args, isDistinct } = expression;
  const [first, second] = args;
  if (isDistinct) return distinct(name, args, scope, whole);
  if (name === 'when') return when(args, scope);
  if (name === 'not' && isEquality(first)) {
    const [a, b] = first.exprType.value.arguments;
    if (a !== undefined && b !== undefined) return operation('!=', [operand(a, scope), operandOrValue(b, scope)]);
  }
  const before = prefix[name];
  if (before !== undefined && first !== undefined && second === undefined) return [before, operand(first, scope)];
  const between = infix[name];
  if (between !== undefined && args.length === 2)
    return operation(
      between,
      joinArgs(name, args).map((a, i) => (i === 0 ? operand(a, scope) : operandOrValue(a, scope))),
    );
  const method = methods[name];
  if (method !== undefined && first !== undefined && (method.count === 'any' || method.count === args.length))
    return chain(
      operand(first, scope),
      call(
        `.${method.name}`,
        args.slice(1).map((a) => value(a, scope)),
      ),
    );
  return functionCall(name, args, scope, whole);
}

const isEquality = (
  expression: Expression | undefined,
): expression is Expression & {
  exprType: { case: 'unresolvedFunction'; value: Expression_UnresolvedFunction };
} => expression?.exprType.case === 'unresolvedFunction' && ['==', '='].includes(expression.exprType.value.functionName);

function functionCall(name: string, args: readonly Expression[], scope: Scope, whole: Expression): Doc {
  const form = pythonFunction(name, args.length);
  for (const shape of form?.shapes ?? []) {
    const docs = args.map((arg, i) => argument(arg, shape[i] ?? 'c', scope));
    if (docs.every((doc) => doc !== undefined)) return call(`F.${form?.name}`, docs);
  }
  if (args.some((arg) => arg.exprType.case === 'lambdaFunction')) return sqlExpression(whole);
  if (ofVectors.has(name)) return vectorFunction(name, args, scope);
  return call('F.call_function', [pyString(name), ...args.map((arg) => columnOrName(arg, scope))]);
}

/** Functions that PySpark keeps with machine learning. */
const ofVectors: ReadonlySet<string> = new Set(['vector_to_array', 'array_to_vector']);

function vectorFunction(name: string, [vector, kind]: readonly Expression[], scope: Scope): Doc {
  scope.needs(`from pyspark.ml.functions import ${name}`);
  const as = kind?.exprType.case === 'literal' ? plainLiteral(kind.exprType.value) : undefined;
  return call(name, [
    vector === undefined ? 'None' : scope.write.column(vector, scope),
    ...(as === undefined ? [] : [as]),
  ]);
}

/** An argument in the form that the function takes there; undefined if it has none. */
function argument(expression: Expression, kind: string, scope: Scope): Doc | undefined {
  const { exprType } = expression;
  if (kind === 'f') return exprType.case === 'lambdaFunction' ? lambda(exprType.value, scope) : undefined;
  if (exprType.case === 'lambdaFunction') return undefined;
  if (kind === 'c') return columnOrName(expression, scope);
  return exprType.case === 'literal' ? plainLiteral(exprType.value) : undefined;
}

function distinct(name: string, args: readonly Expression[], scope: Scope, whole: Expression): Doc {
  const columns = () => args.map((arg) => columnOrName(arg, scope));
  if (name === 'count') return call('F.count_distinct', columns());
  if (name === 'sum') return call('F.sum_distinct', columns());
  return sqlExpression(whole);
}

function when(args: readonly Expression[], scope: Scope): Doc {
  let doc: Doc = 'F';
  for (let i = 0; i + 1 < args.length; i += 2) {
    const [condition, result] = [args[i], args[i + 1]];
    if (condition === undefined || result === undefined) break;
    const step = call(i === 0 ? 'F.when' : '.when', [scope.write.column(condition, scope), value(result, scope)]);
    doc = i === 0 ? step : chain(doc, step);
  }
  const rest = args.length % 2 === 1 ? args.at(-1) : undefined;
  return rest === undefined ? doc : chain(doc, call('.otherwise', [value(rest, scope)]));
}
