import type { DataType, Expression_Literal } from '@millrace/spark-connect/proto';
import {
  arrayOf,
  decimal,
  type Literal,
  mapOf,
  nullType,
  simple,
  type SimpleKind,
  type Span,
  type SparkType,
  structOf,
  unknownType,
} from '@millrace/spark-sql/ast';
import { decimalOf, parseType } from '@millrace/spark-sql/parse';

export const nowhere: Span = { start: 0, end: 0 };

const kinds: Partial<Record<string, SimpleKind>> = {
  null: 'null', binary: 'binary', boolean: 'boolean', byte: 'tinyint', short: 'smallint', integer: 'int', long: 'bigint',
  float: 'float', double: 'double', string: 'string', date: 'date', timestamp: 'timestamp', timestampNtz: 'timestamp_ntz',
  calendarInterval: 'interval', yearMonthInterval: 'interval_ym', dayTimeInterval: 'interval_dt', variant: 'variant', time: 'time',
}; // prettier-ignore

/** A type message as the analysis sees it. */
export function typeOfMessage(type: DataType | undefined): SparkType {
  const kind = type?.kind;
  switch (kind?.case) {
    case 'decimal':
      return decimal(kind.value.precision ?? 10, kind.value.scale ?? 0);
    case 'array':
      return arrayOf(typeOfMessage(kind.value.elementType));
    case 'map':
      return mapOf(typeOfMessage(kind.value.keyType), typeOfMessage(kind.value.valueType));
    case 'struct':
      return structOf(kind.value.fields.map((f) => ({ name: f.name, type: typeOfMessage(f.dataType) })));
    case 'unparsed':
      return parseType(kind.value.dataTypeString);
    default: {
      const known = kind?.case && kinds[kind.case];
      return known ? simple(known) : unknownType;
    }
  }
}

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
      const of = typeOfMessage(type.value);
      return of.kind === 'unknown'
        ? literal(nullType, null)
        : literal(of, null, of.kind === 'null' ? undefined : 'typed-null');
    }
    case 'decimal': {
      const { value, precision, scale } = type.value;
      return literal(precision === undefined ? decimalOf(value) : decimal(precision, scale ?? 0), value);
    }
    case 'array': {
      const [first] = type.value.elements;
      const element = type.value.elementType
        ? typeOfMessage(type.value.elementType)
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
    default: {
      const kind = kinds[type.case];
      return literal(kind ? simple(kind) : unknownType, String(type.value));
    }
  }
}
