import { adjustedDecimal, asDecimal, isInteger, isNumber, wider } from './coerce.ts';
import { decimalOf } from '../parse/literals.ts';
import type { Expr } from '../ast/ast.ts';
import { dayTimeInterval, decimal, isInterval, outermost, simple, type SparkType, unknownType } from '../ast/types.ts';

type Operand = { expr?: Expr; type: SparkType };

/** The result type of an operator of the grammar (`+`, `like`, `is null`, …) over typed operands, in ANSI mode. */
export function operatorType(op: string, operands: Operand[]): SparkType {
  const [left, right] = operands;
  const a = left?.type ?? unknownType;
  const b = right?.type ?? unknownType;
  switch (op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return left && right ? arithmetic(op, left, right) : unknownType;
    case 'div':
      return simple('long');
    case '||':
      return a.kind === 'array' || a.kind === 'binary' ? wider(a, b) : simple('string');
    case '&':
    case '|':
    case '^':
      return isInteger(a) && isInteger(b) ? wider(a, b) : unknownType;
    case '<<':
    case '>>':
    case '>>>':
      return a.kind === 'long' || a.kind === 'integer' ? a : simple('integer');
    case '-x':
    case '+x':
      return a.kind === 'string' ? simple('double') : a;
    case '~x':
      return a;
    case 'row':
      return unknownType;
    default:
      return simple('boolean');
  }
}

function arithmetic(op: string, left: Operand, right: Operand): SparkType {
  const a = left.type;
  const b = right.type;
  if (a.kind === 'unknown' || b.kind === 'unknown') return unknownType;
  if (a.kind === 'void' || b.kind === 'void') return nullArithmetic(op, a.kind === 'void' ? b : a);
  if (a.kind === 'decimal' || b.kind === 'decimal') return decimalArithmetic(op, left, right);
  if (isNumber(a) && isNumber(b)) return op === '/' ? simple('double') : wider(a, b);
  if (a.kind === 'string' && b.kind === 'string') return unknownType;
  if ((a.kind === 'string' && isNumber(b)) || (b.kind === 'string' && isNumber(a))) {
    return op === '/' ? simple('double') : wider(a, b);
  }
  return datetimeArithmetic(op, a, b);
}

function nullArithmetic(op: string, other: SparkType): SparkType {
  if (!isNumber(other) || other.kind === 'decimal') return unknownType;
  return op === '/' ? simple('double') : other;
}

/** Spark's `DecimalPrecision`: a literal integer with a decimal counts its own digits, else its type's. */
function decimalArithmetic(op: string, left: Operand, right: Operand): SparkType {
  const a = digits(left, right);
  const b = digits(right, left);
  if (!a || !b) return isNumber(left.type) && isNumber(right.type) ? simple('double') : typeWithString(left, right);
  const scale = Math.max(a.scale, b.scale);
  switch (op) {
    case '+':
    case '-':
      return adjustedDecimal(Math.max(a.precision - a.scale, b.precision - b.scale) + scale + 1, scale);
    case '*':
      return adjustedDecimal(a.precision + b.precision + 1, a.scale + b.scale);
    case '/': {
      const result = Math.max(6, a.scale + b.precision + 1);
      return adjustedDecimal(a.precision - a.scale + b.scale + result, result);
    }
    default:
      return adjustedDecimal(Math.min(a.precision - a.scale, b.precision - b.scale) + scale, scale);
  }
}

const typeWithString = (left: Operand, right: Operand): SparkType =>
  left.type.kind === 'string' || right.type.kind === 'string' ? simple('double') : unknownType;

function digits(operand: Operand, other: Operand): { precision: number; scale: number } | undefined {
  const { expr, type } = operand;
  if (other.type.kind === 'decimal' && expr?.kind === 'literal' && isInteger(type) && expr.value !== null) {
    return asDecimal(decimalOf(expr.value));
  }
  return asDecimal(type);
}

function datetimeArithmetic(op: string, a: SparkType, b: SparkType): SparkType {
  const kinds = `${outermost(a)} ${op} ${outermost(b)}`;
  if (/^date [+-] (tinyint|smallint|int)$/.test(kinds) || /^(tinyint|smallint|int) \+ date$/.test(kinds))
    return a.kind === 'date' ? a : b;
  if (/^date [+-] interval_ym$/.test(kinds)) return a;
  if (/^interval_ym \+ (date|timestamp|timestamp_ntz)$/.test(kinds)) return b;
  if (/^date [+-] interval_day$/.test(kinds)) return a;
  if (/^interval_day \+ date$/.test(kinds)) return b;
  if (/^date [+-] interval_dt$/.test(kinds)) return simple('timestamp');
  if (/^(timestamp|timestamp_ntz) [+-] interval(_ym|_dt|_day|)$/.test(kinds)) return a;
  if (/^interval_(?:dt|day) \+ (timestamp|timestamp_ntz)$/.test(kinds)) return b;
  if (kinds === 'date - date') return dayTimeInterval(0, 0);
  if (/^(date|timestamp|timestamp_ntz) - (date|timestamp|timestamp_ntz)$/.test(kinds)) return dayTimeInterval();
  if (/^interval_(dt|day) [+-] interval_(dt|day)$/.test(kinds)) return dayTimeInterval();
  if (/^(interval\w*) [+-] \1$/.test(kinds)) return a;
  if (isInterval(a) && isNumber(b) && (op === '*' || op === '/')) return scaledType(a);
  if (isInterval(b) && isNumber(a) && op === '*') return scaledType(b);
  return unknownType;
}

const scaledType = (type: SparkType): SparkType => (type.kind === 'day_time_interval' ? dayTimeInterval() : type);

/** The type of `sum` over a column type. */
export function sumType(type: SparkType): SparkType {
  if (type.kind === 'decimal') return decimal(Math.min(38, type.precision + 10), type.scale);
  if (isInteger(type)) return simple('long');
  return isNumber(type) || type.kind === 'string' ? simple('double') : isInterval(type) ? type : unknownType;
}

/** The type of `avg` over a column type. */
export function avgType(type: SparkType): SparkType {
  if (type.kind === 'decimal') return adjustedAverage(type.precision + 4, type.scale + 4);
  return isNumber(type) || type.kind === 'string' ? simple('double') : isInterval(type) ? type : unknownType;
}

const adjustedAverage = (precision: number, scale: number): SparkType =>
  decimal(Math.min(38, precision), Math.min(38, scale));
