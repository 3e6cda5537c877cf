import type { Call, Expr } from './ast.ts';
import { wrapped, type Splice } from './notes.ts';

/**
 * Functions that Sail computes as Spark does when they are written in another way: its DATEDIFF is a bigint, its ISNAN of null
 * is null. Others are in `value-forms.ts`.
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

/** The changes that write a function so; none where it needs none, or has no such form. */
export function formForSail(expr: Call): Splice[] {
  const { span, args } = expr;
  if (span.start >= span.end || args.length === 0) return [];
  if (isDays(expr)) return wrapped(expr, 'cast(', ' as int)');
  return expr.name === 'isnan' && args.length === 1 && isPlain(expr) ? wrapped(expr, 'coalesce(', ', false)') : [];
}
