import { type DataType, type StructType, typeName, types } from '@millrace/spark-connect';

/** Whole digits that a whole-number type needs as a decimal. */
const digits: Partial<Record<DataType['kind'], number>> = { byte: 3, short: 5, integer: 10, long: 20 };
const wholeNumbers: readonly DataType['kind'][] = ['byte', 'short', 'integer', 'long'];

/**
 * The type that holds values of both: the wider number, timestamp for date and timestamp, text for text and any simple
 * type. `undefined` if there is none. Numbers as in Spark's ANSI rules ("ANSI Compliance", least common type).
 */
export function commonType(a: DataType, b: DataType): DataType | undefined {
  if (typeName(a) === typeName(b) || b.kind === 'void') return a;
  if (a.kind === 'void') return b;
  const kinds = [a.kind, b.kind];
  const has = (...options: DataType['kind'][]): boolean => kinds.some((k) => options.includes(k));
  const all = (...options: DataType['kind'][]): boolean => kinds.every((k) => options.includes(k));
  if (all(...wholeNumbers)) return wholeNumbers.indexOf(a.kind) > wholeNumbers.indexOf(b.kind) ? a : b;
  if (all(...wholeNumbers, 'float', 'double', 'decimal'))
    return has('float', 'double') ? types.double : wideDecimal(a, b);
  if (all('date', 'timestamp', 'timestamp_ntz')) return has('timestamp') ? types.timestamp : types.timestampNtz;
  if (has('string') && !has('array', 'map', 'struct', 'binary', 'variant', 'udt', 'unsupported')) return types.string;
  return undefined;
}

function wideDecimal(a: DataType, b: DataType): DataType {
  const [left, right] = [a, b].map((t) =>
    t.kind === 'decimal' ? { whole: t.precision - t.scale, scale: t.scale } : { whole: digits[t.kind] ?? 38, scale: 0 },
  );
  const scale = Math.max(left?.scale ?? 0, right?.scale ?? 0);
  const whole = Math.max(left?.whole ?? 0, right?.whole ?? 0);
  return types.decimal(Math.min(whole + scale, 38), Math.min(scale, Math.max(0, 38 - whole)));
}

/** Whether two schemas have the same types by position. */
export const sameTypes = (a: StructType, b: StructType): boolean =>
  a.fields.length === b.fields.length &&
  a.fields.every((f, i) => typeName(f.type) === typeName(b.fields[i]?.type ?? types.void));
