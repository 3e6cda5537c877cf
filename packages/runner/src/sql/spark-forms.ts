import type { Call, Expr } from './ast.ts';
import { wrapped, type Splice } from './notes.ts';
import { parseExpression } from './parse-expression.ts';
import type { SparkType } from './types.ts';

/**
 * Functions that Sail computes as Spark does when they are written in another way: its DATEDIFF is a bigint, its ISNAN of null
 * is null, its NVL changes types, its DATE_TRUNC of a date is a timestamp without a zone, and its ROUND rounds the binary number
 * where Spark rounds the decimal one that it is written as.
 */
const dayNames = new Set(['datediff', 'date_diff']);

const isDays = (call: Call): boolean => dayNames.has(call.name) && call.args.length === 2 && isPlain(call);

const isPlain = ({ over, filter, distinct }: Call): boolean => !(over || filter || distinct);

/** The days between two dates that this cast gives Spark's type: `cast(datediff(a, b) as int)`. */
export const daysAsInteger = ({ arg, to, mode }: Expr & { kind: 'cast' }): Call | undefined =>
  mode === 'cast' && to.kind === 'int' && arg.kind === 'call' && isDays(arg) ? arg : undefined;

/** The ISNAN that `coalesce(isnan(x), false)` asks for. */
export function nanOrFalse({ name, args }: Call): Call | undefined {
  const [test, otherwise, ...others] = args;
  if (name !== 'coalesce' || others.length > 0 || test?.kind !== 'call' || test.name !== 'isnan') return undefined;
  return otherwise?.kind === 'literal' && otherwise.type.kind === 'boolean' && otherwise.value === 'false'
    ? test
    : undefined;
}

/** Most digits of a rounding that is written so: whatever is below {@link least} is then rounded to nothing. */
const mostPlaces = 4;
/** The smallest number at which doubles may be written with an exponent, and the largest at which they have a fraction. */
const [least, most] = ['0.00001D', '10000000000000000.0D'];
const roundBefore = 'transform(array(';
const roundBehind = (places: string): string =>
  `), v -> case when abs(v) < ${least} then 0.0D when abs(v) < ${most} then cast(cast(round(try_cast(cast(v as string) as decimal(38,20)), ${places}) as string) as double) else v end)[0]`;

/** What a rounding by the text of the number is told from, by its digits: texts of the part behind the number. */
const bodies = new Map<string, string>();
function bodyOf(places: string): string {
  const known = bodies.get(places);
  if (known !== undefined) return known;
  const parts = partsOf(parseExpression(`${roundBefore}x${roundBehind(places)}`));
  const body = parts === undefined ? '' : shapeOf(parts.body);
  bodies.set(places, body);
  return body;
}

/** The number and the lambda of `transform(array(x), v -> …)[0]`. */
function partsOf(expr: Expr): { arg: Expr; body: Expr } | undefined {
  if (expr.kind !== 'index' || expr.arg.kind !== 'call' || expr.arg.name !== 'transform') return undefined;
  const [list, body, ...others] = expr.arg.args;
  if (list?.kind !== 'call' || list.name !== 'array' || body?.kind !== 'lambda' || others.length > 0) return undefined;
  const [arg, ...more] = list.args;
  if (expr.index.kind !== 'literal' || expr.index.value !== '0' || arg === undefined || more.length > 0)
    return undefined;
  return { arg, body };
}

/** An expression but for its place in the text. */
const shapeOf = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'span' || key === 'plan' ? undefined : value));

/** The number that an expression rounds by its text. */
export function roundedByText(expr: Expr): Expr | undefined {
  const parts = partsOf(expr);
  if (parts === undefined) return undefined;
  const shape = shapeOf(parts.body);
  const isOurs = Array.from({ length: mostPlaces + 1 }, (_, i) => bodyOf(String(i))).includes(shape);
  return isOurs ? parts.arg : undefined;
}

/** The digits of a rounding that can be written by the text of the number. */
function placesOf({ name, args: [, places], over, filter, distinct }: Call): string | undefined {
  if (name !== 'round' || over || filter || distinct) return undefined;
  if (places?.kind !== 'literal' || places.type.kind !== 'int' || places.value === null) return undefined;
  return /^\d$/.test(places.value) && Number(places.value) <= mostPlaces ? places.value : undefined;
}

/** Sail's NVL and IFNULL make text of dates and doubles of decimals; Spark's are COALESCE. */
const otherNames = new Set(['nvl', 'ifnull']);

/** The change of a function's name; empty where the name does not stand right before its arguments. */
function renamed({ name, span: { start, end } }: Call, { span }: Expr, to: string): Splice[] {
  const behind = start + name.length;
  return span.start === behind + 1 && end > span.end ? [{ start, end: behind, text: to }] : [];
}

/** The changes that write a function so; none where it needs none, or has no such form. */
export function formForSail(expr: Call, [type, second]: readonly SparkType[]): Splice[] {
  const { span, args } = expr;
  const [arg] = args;
  if (span.start >= span.end || arg === undefined) return [];
  if (isDays(expr)) return wrapped(expr, 'cast(', ' as int)');
  if (otherNames.has(expr.name) && args.length === 2 && isPlain(expr)) return renamed(expr, arg, 'coalesce');
  if (expr.name === 'date_trunc' && second?.kind === 'date' && args[1])
    return wrapped(args[1], 'cast(', ' as timestamp)');
  if (expr.name === 'isnan' && args.length === 1 && isPlain(expr)) return wrapped(expr, 'coalesce(', ', false)');
  const places = type?.kind === 'double' && args.length === 2 ? placesOf(expr) : undefined;
  if (places === undefined || arg.span.start >= arg.span.end) return [];
  return [
    { ...span, end: arg.span.start, text: roundBefore },
    { ...span, start: arg.span.end, text: roundBehind(places) },
  ];
}
