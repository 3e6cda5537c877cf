import type { Call, Expr } from '../ast/ast.ts';
import { quotePath, shapeOf } from '../ast/expression-shape.ts';
import type { Splice } from '../analyse/notes.ts';
import { isFraction } from './one-zero.ts';
import { family, type SparkType } from '../ast/types.ts';

/**
 * Aggregates that Sail computes as Spark does when they are written in another way: NaN, Spark's greatest number, gets lost in
 * its MIN, MAX, MEDIAN and PERCENTILE; its average of decimals is cut where Spark rounds it.
 */
const widestAverage = 34;
const moreDigits = 4;

/** True for `case when not isnan(x) then x end`: the numbers among fractions. */
export function isNumbersAlone(arg: Expr | undefined): boolean {
  if (arg?.kind !== 'case' || arg.operand || arg.otherwise || arg.branches.length !== 1) return false;
  const [branch] = arg.branches;
  const test = branch?.when;
  const call = test?.kind === 'op' && test.op === 'not' ? test.args[0] : undefined;
  return call?.kind === 'call' && call.name === 'isnan' && isSame(call.args[0], branch?.then);
}

/** The column whose NaN `bool_or(isnan(x))` looks for: what ISNAN makes of null, in which Sail parts from Spark, counts for nothing there. */
export function valueToCheckForNaN({ name, args, distinct, over }: Call): Expr | undefined {
  const [test] = args;
  if (name !== 'bool_or' || distinct || over || test?.kind !== 'call' || test.name !== 'isnan') return undefined;
  const [column] = test.args;
  return column?.kind === 'column' ? column : undefined;
}

const isSame = (a: Expr | undefined, b: Expr | undefined): boolean =>
  a !== undefined && b !== undefined && shapeOf(a) === shapeOf(b);

/** The decimals whose average this cast rounds as Spark does: `cast(avg(cast(x as decimal(p+4,s+4))) as decimal(p+4,s+4))`. */
export function decimalsOfAverage(expr: Expr & { kind: 'cast' }): Expr | undefined {
  const { arg: call, to, mode } = expr;
  if (mode !== 'cast' || to.kind !== 'decimal' || call.kind !== 'call' || call.over || call.distinct || call.filter)
    return undefined;
  const [wide] = call.args;
  if (!isAverage(call) || wide?.kind !== 'cast' || wide.mode !== 'cast' || wide.to.kind !== 'decimal') return undefined;
  return wide.to.precision === to.precision && wide.to.scale === to.scale ? wide.arg : undefined;
}

/** True for decimals that are so much shorter than what their average is computed in. */
export const isWidened = (from: SparkType, to: SparkType): boolean =>
  from.kind === 'decimal' &&
  to.kind === 'decimal' &&
  to.precision - from.precision === moreDigits &&
  to.scale - from.scale === moreDigits;

const isAverage = ({ name }: Call): boolean => name === 'avg' || name === 'mean';

/**
 * Which percentile a call asks for, as a literal; undefined for other calls. Sail puts NaN anywhere in MEDIAN and PERCENTILE, and
 * its PERCENTILE_CONT knows where between two values it stands to six digits: that is exact for quarters alone.
 */
function shareOf({ name, args: [, share, ...others] }: Call): string | undefined {
  if (name === 'median') return share === undefined ? '0.5' : undefined;
  if (name !== 'percentile' || others.length > 0 || share?.kind !== 'literal' || share.value === null) return undefined;
  return share.type.kind === 'decimal' && Number.isInteger(Number(share.value) * 4) ? share.value : undefined;
}

/** The change that writes an aggregate of a column so; none if it needs none, or has no such form. */
export function aggregateForSail(expr: Call, [type]: readonly SparkType[]): Splice[] {
  const [arg] = expr.args;
  const { span } = expr;
  if (expr.over || expr.distinct || expr.filter || span.start >= span.end) return [];
  if (arg?.kind !== 'column' || type === undefined) return [];
  const column = quotePath(arg.path);
  const share = shareOf(expr);
  if (isFraction(type) && share !== undefined)
    return [{ ...span, text: `percentile_cont(${share}) within group (order by ${column})` }];
  if (expr.args.length !== 1) return [];
  if (isFraction(type) && (expr.name === 'min' || expr.name === 'max')) {
    const nan = `case when bool_or(isnan(${column})) then cast('NaN' as ${family(type)})`;
    const numbers = `${expr.name}(case when not isnan(${column}) then ${column} end)`;
    const text = expr.name === 'max' ? `(${nan} else ${numbers} end)` : `coalesce(${numbers}, ${nan} end)`;
    return [{ ...span, text }];
  }
  if (type.kind === 'decimal' && isAverage(expr) && type.precision <= widestAverage) {
    const wide = `decimal(${type.precision + moreDigits},${type.scale + moreDigits})`;
    return [{ ...span, text: `cast(${expr.name}(cast(${column} as ${wide})) as ${wide})` }];
  }
  return [];
}
