import { quoteName, typeFromProto, typeToDdl } from '@millrace/spark-connect';
import { Expression_Cast_EvalMode, type Expression } from '@millrace/spark-connect/proto';
import { onExpression, type ExpressionTable } from '@millrace/spark-connect/visit';
import { infix, loose, specialForms } from './functions.ts';
import { literalText } from './literal.ts';
import { plainIdentifier, quote, type NameOfPlan } from './names.ts';
import { sortText, windowText } from './window.ts';

const bound = (name: string, planId: bigint | undefined, names: NameOfPlan): string => {
  const owner = planId === undefined ? undefined : names(planId);
  return owner === undefined ? name : `${owner}.${name}`;
};

const list = (expressions: readonly Expression[], names: NameOfPlan): string =>
  expressions.map((e) => expressionText(e, names)).join(', ');

const table: ExpressionTable<[NameOfPlan], string> = {
  literal: literalText,
  unresolvedAttribute: ({ unparsedIdentifier, planId }, names) =>
    bound(plainIdentifier(unparsedIdentifier), planId, names),
  unresolvedFunction: ({ functionName, arguments: args, isDistinct }, names) =>
    functionText(functionName, args, isDistinct, names),
  expressionString: ({ expression }) => expression,
  unresolvedStar: ({ unparsedTarget, planId }, names) => unparsedTarget ?? bound('*', planId, names),
  alias: ({ expr, name }, names) =>
    `${expressionText(expr, names)} AS ${name.length === 1 ? quoteName(name[0] ?? '') : `(${name.map(quoteName).join(', ')})`}`,
  cast: ({ expr, castToType, evalMode }, names) => {
    const type =
      castToType.case === 'type' ? typeToDdl(typeFromProto(castToType.value)) : (castToType.value ?? 'string');
    const name = evalMode === Expression_Cast_EvalMode.TRY ? 'TRY_CAST' : 'CAST';
    return `${name}(${expressionText(expr, names)} AS ${type})`;
  },
  unresolvedRegex: ({ colName }) => colName,
  sortOrder: (order, names) => sortText(order, (e) => expressionText(e, names)),
  lambdaFunction: ({ function: body, arguments: variables }, names) => {
    const parameters = variables.map((v) => v.nameParts.join('.'));
    const head = parameters.length === 1 ? parameters[0] : `(${parameters.join(', ')})`;
    return `${head} -> ${expressionText(body, names)}`;
  },
  window: (window, names) => windowText(window, (e) => expressionText(e, names)),
  unresolvedExtractValue: ({ child, extraction }, names) =>
    `${operand(child, names)}[${expressionText(extraction, names)}]`,
  updateFields: ({ structExpression, fieldName, valueExpression }, names) =>
    valueExpression === undefined
      ? `drop_field(${expressionText(structExpression, names)}, ${quote(fieldName)})`
      : `with_field(${expressionText(structExpression, names)}, ${quote(fieldName)}, ${expressionText(valueExpression, names)})`,
  unresolvedNamedLambdaVariable: ({ nameParts }) => nameParts.join('.'),
  commonInlineUserDefinedFunction: ({ functionName, arguments: args }, names) =>
    `${functionName}(${list(args, names)})`,
  callFunction: ({ functionName, arguments: args }, names) => `${functionName}(${list(args, names)})`,
  namedArgumentExpression: ({ key, value }, names) => `${key} => ${expressionText(value, names)}`,
  mergeAction: ({ condition }, names) =>
    `merge action${condition === undefined ? '' : ` when ${expressionText(condition, names)}`}`,
  typedAggregateExpression: () => 'typed aggregate()',
  subqueryExpression: ({ planId }, names) => `(subquery ${names(planId) ?? planId})`,
  directShufflePartitionId: ({ child }, names) => `partition_id(${expressionText(child, names)})`,
  extension: ({ typeUrl }) => `extension(${quote(typeUrl)})`,
};

/** Cases that read as one thing inside a larger expression. */
const isTight = ({ exprType }: Expression): boolean => {
  switch (exprType.case) {
    case 'unresolvedFunction': {
      const { functionName, arguments: args } = exprType.value;
      return !loose.has(functionName) && !(functionName in infix && args.length === 2);
    }
    case 'expressionString':
      return /^[\w.`]+$|^\w+\([^()]*\)$/.test(exprType.value.expression);
    case 'alias':
    case 'lambdaFunction':
    case 'sortOrder':
    case 'window':
      return false;
    default:
      return true;
  }
};

const operand = (expression: Expression | undefined, names: NameOfPlan): string => {
  const text = expressionText(expression, names);
  return expression === undefined || isTight(expression) ? text : `(${text})`;
};

/** The members of `a AND b AND c`, which the plan holds in pairs. */
export function joinArgs(name: string, args: readonly Expression[]): readonly Expression[] {
  const [first, ...rest] = args;
  if (first?.exprType.case !== 'unresolvedFunction' || (name !== 'and' && name !== 'or')) return args;
  const { functionName, arguments: inner } = first.exprType.value;
  return functionName === name ? [...joinArgs(name, inner), ...rest] : args;
}

function functionText(name: string, args: readonly Expression[], distinct: boolean, names: NameOfPlan): string {
  const operator = infix[name];
  if (operator !== undefined && args.length === 2)
    return joinArgs(name, args)
      .map((a) => operand(a, names))
      .join(` ${operator} `);
  const special = specialForms[name];
  if (special !== undefined) {
    const inner = loose.has(name) ? operand : expressionText;
    return special(args.map((a, i) => (name === 'in' && i > 0 ? expressionText(a, names) : inner(a, names))));
  }
  return `${name}(${distinct ? 'DISTINCT ' : ''}${list(args, names)})`;
}

/** An expression of a plan as Spark SQL would write it. */
export const expressionText = (expression: Expression | undefined, names: NameOfPlan): string =>
  onExpression(table, expression, names);
