import type { Call, Expr } from '../ast/ast.ts';
import { wrap, type Splice } from '../analyse/notes.ts';
import type { SparkType } from '../ast/types.ts';

/**
 * Functions that Sail computes as Spark does when they are written in another way: its DATEDIFF is a bigint, its ISNAN of null
 * is null, its NVL changes types, its DATE_TRUNC of a date is a timestamp without a zone. Others are in `value-forms.ts`.
 */
const dayNames = new Set(['datediff', 'date_diff']);

const isDays = (call: Call): boolean => dayNames.has(call.name) && call.args.length === 2 && isPlain(call);

const isPlain = ({ over, filter, distinct }: Call): boolean => !(over || filter || distinct);

/** The days between two dates that this cast gives Spark's type: `cast(datediff(a, b) as int)`. */
export const daysAsInteger = ({ arg, to, mode }: Expr & { kind: 'cast' }): Call | undefined =>
  mode === 'cast' && to.kind === 'integer' && arg.kind === 'call' && isDays(arg) ? arg : undefined;

/** The ISNAN that `coalesce(isnan(x), false)` asks for. */
export function nanOrFalse({ name, args }: Call): Call | undefined {
  const [test, otherwise, ...others] = args;
  if (name !== 'coalesce' || others.length > 0 || test?.kind !== 'call' || test.name !== 'isnan') return undefined;
  return otherwise?.kind === 'literal' && otherwise.type.kind === 'boolean' && otherwise.value === 'false'
    ? test
    : undefined;
}

/** Sail's NVL and IFNULL make text of dates and doubles of decimals; Spark's are COALESCE. */
const otherNames = new Set(['nvl', 'ifnull']);

/** The change of a function's name; empty if the name does not stand right before its arguments. */
function rename({ name, span: { start, end } }: Call, { span }: Expr, to: string): Splice[] {
  const behind = start + name.length;
  return span.start === behind + 1 && end > span.end ? [{ start, end: behind, text: to }] : [];
}

/** The changes that write a function so; none if it needs none, or has no such form. */
export function formForSail(expr: Call, [, second]: readonly SparkType[]): Splice[] {
  const { span, args } = expr;
  const [arg, other] = args;
  if (span.start >= span.end || arg === undefined) return [];
  if (isDays(expr)) return wrap(expr, 'cast(', ' as int)');
  if (otherNames.has(expr.name) && args.length === 2 && isPlain(expr)) return rename(expr, arg, 'coalesce');
  if (expr.name === 'date_trunc' && second?.kind === 'date' && other) return wrap(other, 'cast(', ' as timestamp)');
  return expr.name === 'isnan' && args.length === 1 && isPlain(expr) ? wrap(expr, 'coalesce(', ', false)') : [];
}
