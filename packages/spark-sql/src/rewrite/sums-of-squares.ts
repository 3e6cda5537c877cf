import type { Call, Expr, WindowSpec } from '../ast/ast.ts';
import { quotePath, shapeOf } from '../ast/expression-shape.ts';
import type { Splice } from '../analyse/notes.ts';
import { isNumber } from '../analyse/coerce.ts';
import { isFraction } from './one-zero.ts';
import { parseExpression } from '../parse/parse.ts';
import type { SparkType } from '../ast/types.ts';

/**
 * Variances, standard deviations, covariances and correlations of columns, and what Sail is asked for in their place. Both engines
 * add up squares of distances from a mean, and part in the last digits only. Few digits are left where that is ill-conditioned: for
 * numbers that lie close together and far from zero, or whose squares overflow. There an error is raised, and the run moves to
 * Spark. Where all numbers are the same, Spark's sum is exactly 0, and Sail's may be next to it.
 */
const ofOne: ReadonlySet<string> = new Set('stddev stddev_samp std stddev_pop variance var_samp var_pop'.split(' '));
const ofTwo: ReadonlySet<string> = new Set(['covar_samp', 'covar_pop', 'corr']);

/** So many times their deviation may the mean of numbers be; and so many times a covariance what it is computed of. */
const [farthest, farthestOfTwo] = ['100000.0D', '1000000.0D'];
/** Greater numbers have squares that overflow, or products of squares; of smaller deviations they vanish. */
const [maximum, maxOfTwo, minOfTwo] = ['1e150D', '1e70D', '1e-150D'];

/** A column as double. Sail names an aggregate without its casts: that of a cast and that of the column itself would share a name. */
const asDouble = (column: string): string => `${column} * 1.0D`;

type Aggregate = (name: string, ...args: string[]) => string;

const refuse = (value: string): string =>
  `cast(raise_error(concat('the squares of these numbers leave too few digits: ', cast(${value} as string))) as double)`;

/** An aggregate of one column, as Sail is asked for it. */
function formOfOne(name: string, column: string, agg: Aggregate): string {
  const x = asDouble(column);
  const [min, max, mean] = [agg('min', x), agg('max', x), agg('avg', x)];
  const isFar = `abs(${mean}) > ${farthest} * ${agg('stddev_pop', x)} and ${min} < ${max}`;
  return `(case when ${agg('max', `abs(${x})`)} > ${maximum} or ${isFar} then ${refuse(mean)} when ${min} = ${max} then ${agg(name, x)} * 0.0D else ${agg(name, x)} end)`;
}

/** An aggregate of two columns over the rows that have both; a correlation is made of the covariance. */
function formOfTwo(name: string, [first, second]: readonly [string, string], agg: Aggregate): string {
  const x = `case when ${second} is not null then ${asDouble(first)} end`;
  const y = `case when ${first} is not null then ${asDouble(second)} end`;
  const [ofX, ofY, covariance] = [agg('stddev_pop', x), agg('stddev_pop', y), agg('covar_pop', x, y)];
  const isGreat = [x, y].map((one) => `${agg('max', `abs(${one})`)} > ${maxOfTwo}`).join(' or ');
  const isFlat = [x, y].map((one) => `${agg('min', one)} = ${agg('max', one)}`).join(' or ');
  const isLost = `isnan(${ofX} * ${ofY}) or ${isGreat}`;
  const reach = `${ofX} * ${ofY} + abs(${agg('avg', x)}) * ${ofY} + abs(${agg('avg', y)}) * ${ofX}`;
  const isFar = `${reach} > ${farthestOfTwo} * abs(${covariance}) or ${ofX} < ${minOfTwo} or ${ofY} < ${minOfTwo}`;
  const flat = name === 'corr' ? 'cast(null as double)' : `${agg(name, x, y)} * 0.0D`;
  const value = name === 'corr' ? `${covariance} / (${ofX} * ${ofY})` : agg(name, x, y);
  return `(case when ${isLost} then ${refuse(`${ofX} * ${ofY}`)} when ${isFlat} then ${flat} when ${isFar} then ${refuse(covariance)} else ${value} end)`;
}

/** The form of a call, its columns and its window; undefined for what has none. */
function formOf({ name, args, distinct, filter, within, over }: Call): string | undefined {
  const columns = args.flatMap((arg) => (arg.kind === 'column' ? [quotePath(arg.path)] : []));
  const window = windowText(over);
  if (distinct || filter || within || columns.length !== args.length || window === undefined) return undefined;
  const agg: Aggregate = (name, ...values) => `${name}(${values.join(', ')})${window}`;
  const [first, second, ...others] = columns;
  if (first === undefined || others.length > 0) return undefined;
  if (second === undefined) return ofOne.has(name) ? formOfOne(name, first, agg) : undefined;
  return ofTwo.has(name) ? formOfTwo(name, [first, second], agg) : undefined;
}

/** The window over all rows, or over those with the same values of columns; undefined for others. */
function windowText(over: WindowSpec | undefined): string | undefined {
  if (over === undefined) return '';
  const keys = over.partition.flatMap((key) => (key.kind === 'column' ? [quotePath(key.path)] : []));
  if (keys.length !== over.partition.length || over.order.length > 0 || over.frame || over.name !== undefined)
    return undefined;
  return ` over (${keys.length === 0 ? '' : `partition by ${keys.join(', ')}`})`;
}

/** The change that writes such an aggregate so; none if it needs none, or has no such form. */
export function squaresForSail(call: Call, types: readonly SparkType[], typeOf: (key: Expr) => SparkType): Splice[] {
  const { span } = call;
  const text = span.start < span.end && types.every(isNumber) ? formOf(call) : undefined;
  const isParted = text !== undefined && call.over?.partition.some((key) => isFraction(typeOf(key)));
  return text === undefined || isParted ? [] : [{ ...span, text }];
}

/** The aggregate that stands in this form in a text for Sail. */
export function squaresWrittenSo(expr: Expr & { kind: 'case' }): Call | undefined {
  const call = callIn(expr.otherwise);
  const text = call === undefined ? undefined : formOf(call);
  return text !== undefined && shapeOf(parseExpression(text)) === shapeOf(expr) ? call : undefined;
}

/** The aggregate of columns whose value the last branch of a form is. */
function callIn(value: Expr | undefined): Call | undefined {
  const isQuotient = value?.kind === 'op' && value.op === '/';
  const call = isQuotient ? value.args[0] : value;
  if (call?.kind !== 'call' || !(ofOne.has(call.name) || ofTwo.has(call.name))) return undefined;
  const args = call.args.map((arg) => (arg.kind === 'case' ? arg.branches[0]?.then : arg));
  const columns = args.flatMap((arg) => (arg?.kind === 'op' && arg.args[0] ? [arg.args[0]] : []));
  if (columns.length !== args.length) return undefined;
  return { ...call, name: isQuotient ? 'corr' : call.name, args: columns };
}
