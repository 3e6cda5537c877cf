import { typeFromProto, types, type DataType } from '@millrace/spark-connect';
import type { Expression_Literal } from '@millrace/spark-connect/proto';
import {
  arrayOf,
  decimal,
  type Literal,
  nullType,
  outermost,
  type Span,
  type SparkType,
  unknownType,
} from '@millrace/spark-sql/ast';
import { decimalOf } from '@millrace/spark-sql/parse';

export const nowhere: Span = { start: 0, end: 0 };

/** Types of literals by the case of their message. */
const literalTypes: Readonly<Partial<Record<string, DataType>>> = {
  binary: types.binary,
  boolean: types.boolean,
  byte: types.byte,
  short: types.short,
  integer: types.integer,
  long: types.long,
  float: types.float,
  double: types.double,
  string: types.string,
  date: types.date,
  timestamp: types.timestamp,
  timestampNtz: types.timestampNtz,
  calendarInterval: types.interval,
  yearMonthInterval: types.yearMonthInterval(),
  dayTimeInterval: types.dayTimeInterval(),
  time: types.time(),
};

/** A literal message as an expression. */
export function literalOf(message: Expression_Literal): Literal {
  const { literalType: type } = message;
  const literal = (of: SparkType, value: string | null, spelling?: string): Literal => ({
    kind: 'literal',
    type: of,
    value,
    spelling,
    span: nowhere,
  });
  switch (type.case) {
    case 'null': {
      const of = typeFromProto(type.value);
      return outermost(of) === 'unknown'
        ? literal(nullType, null)
        : literal(of, null, of.kind === 'void' ? undefined : 'typed-null');
    }
    case 'decimal': {
      const { value, precision, scale } = type.value;
      return literal(precision === undefined ? decimalOf(value) : decimal(precision, scale ?? 0), value);
    }
    case 'array': {
      const [first] = type.value.elements;
      const element = type.value.elementType
        ? typeFromProto(type.value.elementType)
        : first
          ? literalOf(first).type
          : unknownType;
      return literal(arrayOf(element), '', 'array');
    }
    case 'map':
    case 'struct':
    case 'specializedArray':
    case undefined:
      return literal(unknownType, '', type.case ?? 'unknown');
    default:
      return literal(literalTypes[type.case] ?? unknownType, String(type.value));
  }
}
