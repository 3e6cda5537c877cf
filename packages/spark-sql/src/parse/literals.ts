import type { Literal } from '../ast/ast.ts';
import type { Cursor } from './cursor.ts';
import type { Token } from './tokens.ts';
import { decimal, simple, type SparkType, unknownType } from '../ast/types.ts';

const suffixes: Record<string, SparkType> = {
  L: simple('long'),
  S: simple('short'),
  Y: simple('byte'),
  F: simple('float'),
  D: simple('double'),
};
const intMax = 2n ** 31n;
const longMax = 2n ** 63n;

/** Reads a number as Spark types it: `1` int, `1e3` double, `0.50` decimal(2,2), `1L` bigint, `2BD` decimal. */
export function numberLiteral(c: Cursor, negative: boolean, start: number): Literal {
  const token = c.next();
  const [, digits = '', suffix = ''] = /^(.*?)(BD|[LSYFD])?$/i.exec(token.text) ?? [];
  const value = (negative ? '-' : '') + digits;
  const spelling = /e/i.test(digits) ? 'exponent' : suffix ? `suffix-${suffix.toUpperCase()}` : undefined;
  return {
    kind: 'literal',
    type: numberType(value, suffix.toUpperCase()),
    value,
    spelling,
    span: c.span(start),
  };
}

function numberType(value: string, suffix: string): SparkType {
  if (suffix === 'BD') return decimalOf(value);
  if (suffix) return suffixes[suffix] ?? unknownType;
  if (/e/i.test(value)) return simple('double');
  if (value.includes('.')) return decimalOf(value);
  const whole = BigInt(value);
  if (whole >= -intMax && whole < intMax) return simple('integer');
  if (whole >= -longMax && whole < longMax) return simple('long');
  return decimalOf(value);
}

/** The precision and scale that Java's BigDecimal gives the written number, as Spark's `DecimalType.fromBigDecimal`. */
export function decimalOf(value: string): SparkType {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(value) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '').length || 1;
  const scale = fraction.length - Number(exponent);
  if (scale < 0) return decimal(digits - scale, 0);
  const precision = Math.max(digits, scale);
  return precision > 38 ? unknownType : decimal(precision, scale);
}

/** One or more string tokens, which Spark joins. */
export function stringLiteral(tokens: Token[], c: Cursor): Literal {
  const first = tokens[0];
  return {
    kind: 'literal',
    type: simple('string'),
    value: tokens.map((t) => t.value).join(''),
    spelling: tokens.length > 1 ? 'adjacent' : first && spellingOf(first.text),
    span: c.span(first?.start ?? 0),
  };
}

function spellingOf(text: string): string | undefined {
  const quote = text.at(-1);
  if (/^r/i.test(text)) return 'raw';
  const body = text.slice(1, -1);
  if (quote && body.includes(quote + quote)) return 'doubled-quote';
  if ((body.match(/\\[\s\S]/g) ?? []).some((pair) => !/[nrt'"\\%_]/.test(pair.charAt(1)))) return 'escape-code';
  if (body.includes('\\')) return 'escape';
  return quote === '"' ? 'double-quoted' : undefined;
}
