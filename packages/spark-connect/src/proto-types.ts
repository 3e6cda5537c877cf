import { create } from '@bufbuild/protobuf';
import { DataTypeSchema, type DataType as ProtoDataType } from './proto.ts';
import { typeOfName, types, type DataType, type SimpleKind } from './types.ts';

const simpleCases = {
  null: 'void',
  boolean: 'boolean',
  byte: 'byte',
  short: 'short',
  integer: 'integer',
  long: 'long',
  float: 'float',
  double: 'double',
  string: 'string',
  binary: 'binary',
  date: 'date',
  timestamp: 'timestamp',
  timestampNtz: 'timestamp_ntz',
  calendarInterval: 'interval',
  variant: 'variant',
} as const satisfies Partial<Record<NonNullable<ProtoDataType['kind']['case']>, SimpleKind>>;

const protoCases = Object.fromEntries(Object.entries(simpleCases).map(([k, v]) => [v, k])) as Record<
  SimpleKind,
  keyof typeof simpleCases
>;

/** Reads a type from its protobuf message. */
export function typeFromProto(proto: ProtoDataType | undefined): DataType {
  const kind = proto?.kind;
  if (kind?.case === undefined) return { kind: 'unsupported', name: 'unknown' };
  switch (kind.case) {
    case 'decimal':
      return { kind: 'decimal', precision: kind.value.precision ?? 10, scale: kind.value.scale ?? 0 };
    case 'char':
      return { kind: 'char', length: kind.value.length };
    case 'varChar':
      return { kind: 'varchar', length: kind.value.length };
    case 'time':
      return { kind: 'time', precision: kind.value.precision ?? 6 };
    case 'yearMonthInterval':
      return { kind: 'year_month_interval', start: kind.value.startField ?? 0, end: kind.value.endField ?? 1 };
    case 'dayTimeInterval':
      return { kind: 'day_time_interval', start: kind.value.startField ?? 0, end: kind.value.endField ?? 3 };
    case 'array':
      return {
        kind: 'array',
        element: typeFromProto(kind.value.elementType),
        containsNull: kind.value.containsNull,
      };
    case 'map':
      return {
        kind: 'map',
        key: typeFromProto(kind.value.keyType),
        value: typeFromProto(kind.value.valueType),
        valueContainsNull: kind.value.valueContainsNull,
      };
    case 'struct':
      return {
        kind: 'struct',
        fields: kind.value.fields.map((f) => ({
          name: f.name,
          type: typeFromProto(f.dataType),
          nullable: f.nullable,
          ...(f.metadata === undefined || f.metadata === '{}' ? {} : { metadata: f.metadata }),
        })),
      };
    case 'udt': {
      const { jvmClass, pythonClass, sqlType } = kind.value;
      const name = jvmClass ?? pythonClass ?? 'udt';
      // Spark does not say what its own types for machine learning are made of
      const own = [types.vector, types.matrix].find((type) => type.kind === 'udt' && type.name === name);
      return own ?? { kind: 'udt', name, sqlType: typeFromProto(sqlType) };
    }
    case 'unparsed':
      return typeOfName(kind.value.dataTypeString);
    default:
      return kind.case in simpleCases
        ? { kind: simpleCases[kind.case as keyof typeof simpleCases] }
        : { kind: 'unsupported', name: kind.case };
  }
}

/** Writes a type as its protobuf message. */
export function typeToProto(type: DataType): ProtoDataType {
  switch (type.kind) {
    case 'decimal':
      return create(DataTypeSchema, {
        kind: { case: 'decimal', value: { precision: type.precision, scale: type.scale } },
      });
    case 'char':
      return create(DataTypeSchema, { kind: { case: 'char', value: { length: type.length } } });
    case 'varchar':
      return create(DataTypeSchema, { kind: { case: 'varChar', value: { length: type.length } } });
    case 'time':
      return create(DataTypeSchema, { kind: { case: 'time', value: { precision: type.precision } } });
    case 'year_month_interval':
      return create(DataTypeSchema, {
        kind: { case: 'yearMonthInterval', value: { startField: type.start, endField: type.end } },
      });
    case 'day_time_interval':
      return create(DataTypeSchema, {
        kind: { case: 'dayTimeInterval', value: { startField: type.start, endField: type.end } },
      });
    case 'array':
      return create(DataTypeSchema, {
        kind: { case: 'array', value: { elementType: typeToProto(type.element), containsNull: type.containsNull } },
      });
    case 'map':
      return create(DataTypeSchema, {
        kind: {
          case: 'map',
          value: {
            keyType: typeToProto(type.key),
            valueType: typeToProto(type.value),
            valueContainsNull: type.valueContainsNull,
          },
        },
      });
    case 'struct':
      return create(DataTypeSchema, {
        kind: {
          case: 'struct',
          value: {
            fields: type.fields.map((f) => ({
              name: f.name,
              dataType: typeToProto(f.type),
              nullable: f.nullable,
              metadata: f.metadata,
            })),
          },
        },
      });
    case 'udt':
      return typeToProto(type.sqlType);
    case 'unsupported':
      return create(DataTypeSchema, { kind: { case: 'unparsed', value: { dataTypeString: type.name } } });
    default:
      return create(DataTypeSchema, { kind: { case: protoCases[type.kind], value: {} } });
  }
}
