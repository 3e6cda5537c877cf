import { typeName } from '@millrace/spark-connect/types';
import type { Call, Expr } from '../ast/ast.ts';
import { quotePath, shapeOf } from '../ast/expression-shape.ts';
import { wrap, type Splice } from '../analyse/notes.ts';
import { parseExpression } from '../parse/parse.ts';
import type { SparkType } from '../ast/types.ts';

/**
 * Casts of text to decimals as they are written for Sail, which trims blanks that Java does not trim, and leaves control
 * characters around a number. Numbers with an exponent, in digits of other scripts or of many digits are left to Spark:
 * Sail's CAST fails at them, and TRY_CAST, which would make null of them, stands next to an error.
 */
type Cast = Expr & { kind: 'cast' };

const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** What Java trims, which becomes a space. */
const controls = range(0, 0x1f);
/** What Sail trims and Java does not, which becomes a character that looks like it and that no engine trims. */
const otherBlanks = [0x85, 0xa0, 0x1680, ...range(0x2000, 0x200a), 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];
const from = `'${[...controls, ...otherBlanks].map(escaped).join('')}'`;
const to = `'${' '.repeat(controls.length)}${escaped(0x2800).repeat(otherBlanks.length)}'`;
const trimmedPrefix = 'translate(';
const trimmedSuffix = `, ${from}, ${to})`;

/** Numbers that Spark may read and Sail does not. */
const leftToSpark =
  '^[\\x00-\\x20]*[+-]?(?:[0-9.]{60,}|[\\p{Nd}.]*[\\p{Nd}&&[^0-9]][\\p{Nd}.]*|[\\p{Nd}.]+[eE][+-]?\\p{Nd}+)[\\x00-\\x20]*$';
const attemptPrefix = 'coalesce(';
const attemptSuffix = (name: string, type: string): string =>
  `, case when ${name} rlike r'${leftToSpark}' then cast(raise_error('left to Spark: a decimal that Sail does not read') as ${type}) end)`;

/** The text of `translate(text, …)` with our characters. */
function textInTrim(expr: Expr): Expr | undefined {
  if (expr.kind !== 'call' || expr.name !== 'translate') return undefined;
  const [text, ...characters] = expr.args;
  return characters.map(shapeOf).join() === shapeOfCharacters() ? text : undefined;
}

let ours: string | undefined;
function shapeOfCharacters(): string {
  if (ours !== undefined) return ours;
  const call = parseExpression(`translate(x, ${from}, ${to})`);
  ours = call.kind === 'call' ? call.args.slice(1).map(shapeOf).join() : '';
  return ours;
}

/** The text that a CAST to a decimal, as it is written for Sail, reads. */
export const decimalText = ({ arg, mode, to: type }: Cast): Expr | undefined =>
  mode === 'cast' && type.kind === 'decimal' ? textInTrim(arg) : undefined;

/** The TRY_CAST of a column to a decimal that such an expression asks for. */
export function tryDecimal({ name, args }: Call): { text: Expr; to: SparkType } | undefined {
  const [attempt, guard, ...others] = args;
  if (name !== 'coalesce' || others.length > 0 || attempt?.kind !== 'cast' || guard?.kind !== 'case') return undefined;
  const { arg, mode, to } = attempt;
  const text = mode === 'try_cast' ? textInTrim(arg) : undefined;
  if (text?.kind !== 'column' || to.kind !== 'decimal') return undefined;
  const expectedShape = parseExpression(`${attemptPrefix}null${attemptSuffix(quotePath(text.path), typeName(to))}`);
  const isOurs = expectedShape.kind === 'call' && expectedShape.args.slice(1).map(shapeOf).join() === shapeOf(guard);
  return isOurs ? { text, to } : undefined;
}

/** True for a text that is written down and holds nothing but visible ASCII and spaces: Sail reads it as Spark does, or fails. */
const isPlain = (expr: Expr): boolean => expr.kind === 'literal' && /^[ -~]*$/.test(expr.value ?? '');

/** True for a text that is written down, of which a cast to a decimal counts as one of a column: it may hold other blanks. */
export const isOddText = ({ arg, to: type }: Cast): boolean =>
  arg.kind === 'literal' && arg.type.kind === 'string' && type.kind === 'decimal' && !isPlain(arg);

/** The changes that write a cast of text to a decimal so; none for others, and for a TRY_CAST of more than a column. */
export function decimalForSail(expr: Cast, type: SparkType): Splice[] {
  const { arg, mode, to } = expr;
  if (type.kind !== 'string' || to.kind !== 'decimal' || isPlain(arg)) return [];
  const splices = wrap(arg, trimmedPrefix, trimmedSuffix);
  if (mode === 'cast') return splices;
  if (mode !== 'try_cast' || arg.kind !== 'column' || splices.length === 0) return [];
  return [...splices, ...wrap(expr, attemptPrefix, attemptSuffix(quotePath(arg.path), typeName(to)))];
}
