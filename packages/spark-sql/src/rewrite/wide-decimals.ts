import type { Call, Expr } from '../ast/ast.ts';
import { asDecimal } from '../analyse/coerce.ts';
import { wrap, type Splice } from '../analyse/notes.ts';
import type { SparkType } from '../ast/types.ts';

/**
 * Decimals in which Sail parts from Spark, and how they are written for it. A value that needs more than 38 digits is refused by
 * Spark, and given wrong by Sail: there a cast to fewer digits refuses it in time, and the run moves to Spark. A quotient is
 * rounded by Spark, and cut by Sail: there it has a digit more, and a cast rounds it.
 */
const widest = 38;
/** So many digits are added up: 10^10 rows of them stay within 38, and the sum has the type that it has on Spark. */
const sumDigits = 28;
/** Digits behind the point that leave enough before it. */
const maxScale = 10;
/** Digits behind the point that Sail's quotient has more than what is divided. */
const quotientScale = 4;

type Operation = Expr & { kind: 'op' };
type Decimal = SparkType & { kind: 'decimal' };

const isWide = (type: SparkType | undefined): type is Decimal => type?.kind === 'decimal' && type.precision === widest;

/** True if a sum is bounded: what it adds up is long, and leaves digits free. */
const isLongSum = ({ name, args, distinct, over, filter }: Call, [type]: readonly SparkType[]): boolean =>
  name === 'sum' &&
  args.length === 1 &&
  !(distinct || over || filter) &&
  type?.kind === 'decimal' &&
  type.precision > sumDigits &&
  type.scale <= maxScale;

/**
 * Adds the change that bounds what a sum of long decimals adds up, `sum(x)` to `sum(cast(x as decimal(28,s)))`, which takes the
 * place of the bound of a product there.
 */
export function boundSum(call: Call, types: readonly SparkType[], splices: Splice[]): void {
  const [arg] = call.args;
  const [type] = types;
  if (arg === undefined || type?.kind !== 'decimal' || !isLongSum(call, types)) return;
  const of = `${arg.span.start}-${arg.span.end} ${boundBefore}`;
  const others = splices.filter(({ wrap, source }) => !wrap?.of.startsWith(of) || source !== arg.span.source);
  splices.splice(0, splices.length, ...others, ...wrap(arg, 'cast(', ` as decimal(${sumDigits},${type.scale}))`));
}

/** True for a sum of so many digits: no table has the rows that would make it longer than 38. */
export const isBoundedSum = ({ name, distinct }: Call, [type]: readonly SparkType[]): boolean =>
  name === 'sum' && !distinct && type?.kind === 'decimal' && type.precision === sumDigits;

const boundBefore = 'cast(cast(';

/** The change that bounds a product: `a * b` becomes `cast(cast(a * b as decimal(37,s)) as decimal(38,s))`. */
export function boundedProduct(expr: Operation, types: readonly SparkType[], result: SparkType): Splice[] {
  if (!isWide(result) || !keepsScale(expr, types, result)) return [];
  const behind = ` as decimal(${widest - 1},${result.scale})) as decimal(${widest},${result.scale}))`;
  return wrap(expr, boundBefore, behind);
}

/** True for a product that the cast around it bounds. */
export const isBoundedProduct = (
  expr: Operation,
  types: readonly SparkType[],
  result: SparkType,
  enclosingType?: SparkType,
): boolean =>
  isWide(result) &&
  keepsScale(expr, types, result) &&
  enclosingType?.kind === 'decimal' &&
  enclosingType.precision < widest &&
  enclosingType.scale === result.scale;

/** True for a product with all digits behind its point: if there are too many Spark rounds them, and Sail does not. */
const keepsScale = ({ op }: Operation, [a, b]: readonly SparkType[], result: Decimal): boolean =>
  op === '*' && a?.kind === 'decimal' && b?.kind === 'decimal' && result.scale === a.scale + b.scale;

/** Digits behind the point of what is divided so that Sail's quotient has one more than Spark's; undefined if that is too many. */
function dividedScale(a: SparkType | undefined, result: SparkType): number | undefined {
  const digits = a && asDecimal(a);
  if (digits === undefined || result.kind !== 'decimal') return undefined;
  const scale = Math.max(digits.scale, result.scale + 1 - quotientScale);
  return scale + quotientScale < widest ? scale : undefined;
}

/** The changes that round a quotient: `a / b` becomes `cast(cast(a as decimal(38,d)) / b as T)`, T its type on Spark. */
export function roundedQuotient(expr: Operation, [a, b]: readonly SparkType[], result: SparkType): Splice[] {
  const [dividend] = expr.args;
  const scale = dividedScale(a, result);
  if (expr.op !== '/' || b === undefined || asDecimal(b) === undefined || result.kind !== 'decimal') return [];
  if (dividend === undefined || scale === undefined) return [];
  return [
    ...wrap(dividend, 'cast(', ` as decimal(${widest},${scale}))`),
    ...wrap(expr, 'cast(', ` as decimal(${result.precision},${result.scale}))`),
  ];
}

/** The quotient that a cast rounds so; whether the types fit, see {@link isRounded}. */
export function quotientRoundedBy(expr: Expr & { kind: 'cast' }): Operation | undefined {
  const { arg, mode, to } = expr;
  if (mode !== 'cast' || to.kind !== 'decimal' || arg.kind !== 'op' || arg.op !== '/') return undefined;
  const [dividend, divisor] = arg.args;
  if (dividend?.kind !== 'cast' || dividend.mode !== 'cast' || !isWide(dividend.to) || divisor === undefined)
    return undefined;
  return { ...arg, args: [dividend.arg, divisor] };
}

/** True if a cast to `to`, of what was cast to `wide` and divided, rounds the quotient of this type. */
export const isRounded = (a: SparkType, result: SparkType, wide: SparkType, to: SparkType): boolean =>
  wide.kind === 'decimal' && wide.scale === dividedScale(a, result) && isSame(result, to);

const isSame = (a: SparkType, b: SparkType): boolean =>
  a.kind === 'decimal' && b.kind === 'decimal' && a.precision === b.precision && a.scale === b.scale;
