import type { Call, Expr } from '../ast/ast.ts';
import { analyseSubquery } from './subquery.ts';
import { widest } from './coerce.ts';
import { decimalForSail, decimalText, isOddText, tryDecimal } from '../rewrite/decimal-texts.ts';
import { isOddForCast } from '../rewrite/text-casts.ts';
import { doublesFor, literalsWithColumns } from '../rewrite/double-literals.ts';
import { callType, isAggregate, isKnown } from './function-types.ts';
import {
  aggregateForSail,
  decimalsOfAverage,
  isNumbersAlone,
  isWidened,
  valueToCheckForNaN,
} from '../rewrite/fraction-aggregates.ts';
import { generators, unrepeatable, windowRules } from './functions.ts';
import { aggregate } from './aggregate.ts';
import { lambda, lambdaTypes } from './lambda.ts';
import { branches, describeArgument, signature } from './signature.ts';
import { overWindow, sortKeys } from './window.ts';
import { isFraction } from '../rewrite/one-zero.ts';
import { operatorType } from './operators.ts';
import { resolve, type Scope } from './scope.ts';
import { daysAsInteger, formForSail, nanOrFalse } from '../rewrite/spark-forms.ts';
import { newNotes } from './notes.ts';
import { squaresForSail, squaresWrittenSo } from '../rewrite/sums-of-squares.ts';
import { family, hasUnknown, outermost, simple, type SparkType, unknownType } from '../ast/types.ts';
import {
  boundedProduct,
  boundSum,
  isBoundedProduct,
  isBoundedSum,
  isRounded,
  quotientRoundedBy,
  roundedQuotient,
} from '../rewrite/wide-decimals.ts';
import {
  castForSail,
  columnCastSo,
  joinTexts,
  textForSail,
  valueForSail,
  valueWrittenSo,
} from '../rewrite/value-forms.ts';

/**
 * The type of an expression in a scope. Its constructs are noted by key on the way; a construct that is not known
 * gives type `unknown` and a key that no proof can hold.
 */
export function analyse(expr: Expr, scope: Scope): SparkType {
  const note = (key: string): void => void scope.notes.keys.add(key);
  switch (expr.kind) {
    case 'literal':
      if (expr.spelling) note(`literal:${expr.spelling}`);
      return expr.type;
    case 'column':
      return column(expr.path, scope, expr.plan);
    case 'star':
      note('star:in-expression');
      return unknownType;
    case 'alias':
      if (expr.names.length > 1) note('alias:several');
      return analyse(expr.arg, scope);
    case 'op':
      return operation(expr, scope);
    case 'call':
      return call(expr, scope);
    case 'cast':
      return castType(expr, scope);
    case 'case':
      return columnCast(expr, scope) ?? caseType(expr, scope);
    case 'field':
      return field(analyse(expr.arg, scope), expr.name, scope);
    case 'index':
      return elementType(expr, scope);
    case 'lambda':
      note('unknown:lambda');
      return unknownType;
    case 'subquery':
      return analyseSubquery(expr, [], scope);
    case 'in-query':
      return analyseSubquery(
        expr,
        expr.args.map((arg) => analyse(arg, scope)),
        scope,
      );
    case 'unknown':
      note(`unknown:${expr.text.slice(0, 60)}`);
      return unknownType;
  }
}

/** The type of a cast; notes the forms in which Sail gives the value that Spark gives. */
function castType(expr: Extract<Expr, { kind: 'cast' }>, scope: Scope): SparkType {
  const note = (key: string): void => void scope.notes.keys.add(key);
  const average = decimalsOfAverage(expr);
  if (average && isWidened(analyse(average, scope), expr.to)) {
    note('agg:avg(decimal):rounded');
    return expr.to;
  }
  const roundingType = typeOfRounding(expr, scope);
  if (roundingType) return roundingType;
  const days = daysAsInteger(expr);
  if (days) {
    noteForm(days, 'as-int', scope);
    return expr.to;
  }
  const text = decimalText(expr);
  if (text) {
    note(`cast:${family(analyse(text, scope))}->decimal:trimmed`);
    return expr.to;
  }
  const castTo = expr.mode === 'cast' ? expr.to : undefined;
  const from = expr.arg.kind === 'op' ? operation(expr.arg, scope, castTo) : analyse(expr.arg, scope);
  const isOdd = isOddText(expr) || isOddForCast(expr.arg, expr.to);
  note(`${expr.mode}:${isOdd ? family(from) : describeArgument(expr.arg, from)}->${family(expr.to)}`);
  scope.notes.splices.push(...textForSail(expr, from), ...decimalForSail(expr, from), ...castForSail(expr, from));
  return expr.to;
}

/** The type of an element of an array, a map or a struct. */
function elementType(expr: Extract<Expr, { kind: 'index' }>, scope: Scope): SparkType {
  const note = (key: string): void => void scope.notes.keys.add(key);
  const value = valueWrittenSo(expr);
  if (value) {
    const type = analyse(value.arg, scope);
    note(value.form.key(type));
    return value.form.result(type);
  }
  const container = analyse(expr.arg, scope);
  if (container.kind === 'struct' && expr.index.kind === 'literal' && expr.index.value !== null) {
    return field(container, expr.index.value, scope);
  }
  const index = analyse(expr.index, scope);
  note(`access:${family(container)}[${describeArgument(expr.index, index)}]`);
  if (container.kind === 'array') return container.element;
  return container.kind === 'map' ? container.value : unknownType;
}

function column(path: string[], scope: Scope, plan?: bigint): SparkType {
  const resolution = resolve(path, scope, plan);
  const { keys } = scope.notes;
  if (!resolution) {
    keys.add(`column:not-found:${path.join('.')}`);
    return unknownType;
  }
  if (resolution.how === 'alias') keys.add('column:lateral-alias');
  if (!resolution.exact) keys.add('column:case-differs');
  if (hasUnknown(resolution.type)) keys.add('column:unknown-type');
  return resolution.rest.reduce((type, name) => field(type, name, scope), resolution.type);
}

function field(type: SparkType, name: string, scope: Scope): SparkType {
  scope.notes.keys.add(`access:${outermost(type)}.field`);
  if (type.kind === 'map') return type.value;
  if (type.kind !== 'struct') return unknownType;
  const fields = type.fields.filter((f) => f.name.toLowerCase() === name.toLowerCase());
  if (fields[0] && fields[0].name !== name) scope.notes.keys.add('column:case-differs');
  return fields.length === 1 && fields[0] ? fields[0].type : unknownType;
}

/** The type of a cast that rounds a quotient as Spark does, whose constructs are then noted; undefined for others. */
function typeOfRounding(expr: Expr & { kind: 'cast' }, scope: Scope): SparkType | undefined {
  const quotient = quotientRoundedBy(expr);
  const wide = expr.arg.kind === 'op' ? expr.arg.args[0] : undefined;
  if (quotient === undefined || wide?.kind !== 'cast') return undefined;
  const { keys, splices } = scope.notes;
  const notes = newNotes();
  const types = quotient.args.map((arg) => analyse(arg, { ...scope, notes }));
  const operands = quotient.args.map((arg, i) => ({ expr: arg, type: types[i] ?? unknownType }));
  if (!isRounded(types[0] ?? unknownType, operatorType('/', operands), wide.to, expr.to)) return undefined;
  for (const key of notes.keys) keys.add(key);
  splices.push(...notes.splices);
  keys.add(`op:/(${signature('/', quotient.args, types, scope)}):rounded`);
  return expr.to;
}

/** `castTo`: the type of a cast that stands around it. */
function operation(expr: Expr & { kind: 'op' }, scope: Scope, castTo?: SparkType): SparkType {
  const types = expr.args.map((arg) => analyse(arg, scope));
  const operands = expr.args.map((arg, i) => ({ expr: arg, type: types[i] ?? unknownType }));
  const result = operatorType(expr.op, operands);
  const bounded = isBoundedProduct(expr, types, result, castTo);
  const wide = result.kind === 'decimal' && result.precision === 38 ? `:38-digits${bounded ? ':bounded' : ''}` : '';
  scope.notes.keys.add(`op:${expr.op}(${signature(expr.op, expr.args, types, scope)})${wide}`);
  scope.notes.splices.push(...literalsWithColumns(expr.op, expr.args, types));
  if (!bounded) scope.notes.splices.push(...boundedProduct(expr, types, result));
  scope.notes.splices.push(...roundedQuotient(expr, types, result), ...joinTexts(expr.op, expr.args, types));
  return result;
}

function caseType(expr: Expr & { kind: 'case' }, scope: Scope): SparkType {
  const squares = squaresWrittenSo(expr);
  if (squares) {
    const types = squares.args.map((arg) => analyse(arg, scope));
    const argumentsText = `${signature(squares.name, squares.args, types, scope, true)}:guarded`;
    if (squares.over) overWindow(squares, argumentsText, scope);
    else aggregate(squares, argumentsText, '', scope);
    return simple('double');
  }
  const operand = expr.operand && analyse(expr.operand, scope);
  // whether ISNAN makes null of null is all the same where null follows
  for (const { when } of isNumbersAlone(expr) ? [] : expr.branches) {
    const type = analyse(when, scope);
    if (expr.operand && operand)
      scope.notes.keys.add(`op:=(${describeArgument(expr.operand, operand)},${describeArgument(when, type)})`);
  }
  const results = expr.branches.map((b) => b.then).concat(expr.otherwise ?? []);
  const types = results.map((result) => analyse(result, scope));
  const descriptions = new Set(results.map((result, i) => describeArgument(result, types[i] ?? unknownType)));
  if (!expr.otherwise) descriptions.add('null');
  scope.notes.keys.add(`case:${[...descriptions].toSorted().join('|')}`);
  if (expr.operand) scope.notes.keys.add('case:with-operand');
  const type = widest(types);
  scope.notes.splices.push(...doublesFor(results, type));
  return type;
}

/** Notes a function that is written so that Sail gives what Spark does. */
function noteForm(expr: Call, form: string, scope: Scope): void {
  const types = expr.args.map((arg) => analyse(arg, scope));
  scope.notes.keys.add(`fn:${expr.name}(${signature(expr.name, expr.args, types, scope, true)}):${form}`);
}

/** The type of a column's cast that is written in full for Sail, if the expression is one; notes it. */
function columnCast(expr: Expr, scope: Scope): SparkType | undefined {
  const cast = columnCastSo(expr);
  if (cast === undefined) return undefined;
  const from = analyse(cast.arg, scope);
  scope.notes.keys.add(cast.form.key(from));
  return cast.form.result(from);
}

function call(expr: Call, scope: Scope): SparkType {
  const { keys, splices } = scope.notes;
  const nan = nanOrFalse(expr);
  if (nan) {
    noteForm(nan, 'or-false', scope);
    return simple('boolean');
  }
  const cast = columnCast(expr, scope);
  if (cast) return cast;
  const decimal = tryDecimal(expr);
  if (decimal) {
    keys.add(`try_cast:${family(analyse(decimal.text, scope))}->decimal:trimmed`);
    return decimal.to;
  }
  const searchValue = valueToCheckForNaN(expr);
  if (searchValue) analyse(searchValue, scope);
  const types = expr.args.map((arg, i) =>
    searchValue
      ? simple('boolean')
      : arg.kind === 'lambda'
        ? lambda(arg, lambdaTypes(expr, i, scope), scope)
        : argument(expr, arg, scope),
  );
  const names = expr.args.map((arg, i) =>
    arg.kind === 'alias' ? (arg.names[0] ?? '') : arg.kind === 'column' ? (arg.path.at(-1) ?? '') : `col${i + 1}`,
  );
  const argumentsText = signature(expr.name, expr.args, types, scope, true);
  if (!isKnown(expr.name) && !generators.has(expr.name)) keys.add(`unknown:function ${expr.name}`);
  if (unrepeatable.has(expr.name)) keys.add(`unrepeatable:${expr.name}`);
  const type = callType(expr, types, names);
  const digits = type.kind === 'decimal' && type.precision === 38 ? ':38-digits' : '';
  const wide = isBoundedSum(expr, types) && !expr.over ? ':of-28-digits' : digits;
  if (expr.over) overWindow(expr, argumentsText + wide, scope);
  else if (isAggregate(expr.name)) {
    aggregate(expr, argumentsKey(expr, argumentsText, types), wide, scope);
    splices.push(...aggregateForSail(expr, types));
    boundSum(expr, types, splices);
  } else if (windowRules.has(expr.name)) keys.add(`unknown:${expr.name} without OVER`);
  else keys.add(`${generators.has(expr.name) ? 'generator' : 'fn'}:${expr.name}(${argumentsText})`);
  if (expr.within) {
    keys.add(`agg:${expr.name}:within-group`);
    sortKeys(expr.within, scope, 'within');
  }
  splices.push(...formForSail(expr, types), ...valueForSail(expr, types), ...joinTexts(expr.name, expr.args, types));
  splices.push(...squaresForSail(expr, types, (key) => analyse(key, { ...scope, notes: newNotes() })));
  if (expr.name === 'nullif') splices.push(...literalsWithColumns(expr.name, expr.args, types));
  const from = Object.hasOwn(branches, expr.name) ? branches[expr.name] : undefined;
  if (from !== undefined) splices.push(...doublesFor(expr.args.slice(from), type));
  return type;
}

/** An aggregate's arguments as its key names them: where fractions part engines, the key says that there are some. */
function argumentsKey({ name, args, distinct }: Call, argumentsText: string, types: readonly SparkType[]): string {
  if (name === 'count' && distinct && types.some(isFraction)) return 'fraction';
  return (name === 'min' || name === 'max') && isNumbersAlone(args[0]) ? `${argumentsText}:numbers` : argumentsText;
}

function argument(expr: Call, arg: Expr, scope: Scope): SparkType {
  if (arg.kind === 'star' && expr.name === 'count') return simple('long');
  if (arg.kind === 'alias' && !['struct', 'named_struct'].includes(expr.name))
    scope.notes.keys.add('alias:in-argument');
  return analyse(arg, scope);
}
