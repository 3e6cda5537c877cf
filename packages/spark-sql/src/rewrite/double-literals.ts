import { isInteger } from '../analyse/coerce.ts';
import type { Expr, Literal } from '../ast/ast.ts';
import type { Splice } from '../analyse/notes.ts';
import type { SparkType } from '../ast/types.ts';

/**
 * The changes that make decimal literals among these branches double ones, when the branches together are double:
 * Spark gives the same double then, Sail would give a decimal. Nested CASEs of literals alone are followed.
 */
export function doublesFor(branches: Expr[], result: SparkType): Splice[] {
  return result.kind === 'double' ? branches.flatMap(asDouble) : [];
}

function asDouble(expr: Expr): Splice[] {
  if (expr.kind === 'case')
    return [...expr.branches.map((b) => b.then), ...(expr.otherwise ? [expr.otherwise] : [])].flatMap(asDouble);
  if (expr.kind === 'call' && expr.name === 'coalesce') return expr.args.flatMap(asDouble);
  if (expr.kind === 'call' && expr.name === 'if') return expr.args.slice(1).flatMap(asDouble);
  return expr.kind === 'literal' && expr.type.kind === 'decimal' ? asLiteral(expr) : [];
}

function asLiteral(literal: Literal): Splice[] {
  if (literal.value === null) return [];
  const value = /^-?[0.]+$/.test(literal.value) ? '0.0' : literal.value;
  return [{ ...literal.span, text: `${value}D` }];
}

const meetsDouble = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  '<=>',
  'between',
  'not between',
  'in',
  'not in',
  'nullif',
]);
const meetsDecimal = new Set(['+', '-', '*', '%']);

/**
 * The changes that give both sides of an operator one type, as Spark sees them: a decimal literal with a double or
 * float becomes a double one, an integer literal with a decimal becomes a decimal of its own digits.
 */
export function literalsWithColumns(op: string, args: Expr[], types: SparkType[]): Splice[] {
  const fractional = types.some((t) => t.kind === 'double' || t.kind === 'float');
  const decimals = types.some((t, i) => t.kind === 'decimal' && args[i]?.kind !== 'literal');
  return args.flatMap((arg, i) => {
    if (arg.kind !== 'literal') return [];
    if (fractional && meetsDouble.has(op) && types[i]?.kind === 'decimal') return asLiteral(arg);
    const type = types[i];
    if (
      !fractional &&
      decimals &&
      meetsDecimal.has(op) &&
      type &&
      isInteger(type) &&
      arg.value !== null &&
      !arg.spelling
    ) {
      return [{ ...arg.span, text: `${arg.value}BD` }];
    }
    return [];
  });
}

/** True when a number shows as the same text whether it is a decimal or a double: the name of its column stays. */
export const hasSameText = ({ text }: Splice): boolean =>
  /^-?\d{1,6}\.(0|\d*[1-9])D$|^-?\d+BD$/.test(text) && !/^-?0\.00/.test(text);
