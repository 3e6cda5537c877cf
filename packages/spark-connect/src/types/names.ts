import type { DataType, DataTypeOr, StructField, StructType } from './model.ts';

/** Types of Spark ML as Spark prints them. */
const mlNames: Readonly<Record<string, string>> = {
  'org.apache.spark.ml.linalg.VectorUDT': 'vector',
  'org.apache.spark.ml.linalg.MatrixUDT': 'matrix',
};

/** Units of intervals, by the numbers that stand for them in types. */
export const yearMonthUnits = ['YEAR', 'MONTH'] as const;
export const dayTimeUnits = ['DAY', 'HOUR', 'MINUTE', 'SECOND'] as const;

const ddlNames: Readonly<Partial<Record<string, string>>> = {
  byte: 'tinyint',
  short: 'smallint',
  integer: 'int',
  long: 'bigint',
};

const intervalDdl = (units: readonly string[], start: number, end: number): string => {
  const from = (units[start] ?? units[0] ?? '').toLowerCase();
  const to = (units[end] ?? units.at(-1) ?? '').toLowerCase();
  return start === end ? `interval ${from}` : `interval ${from} to ${to}`;
};

/** A column name as SQL text: bare where that is safe, else between backticks. */
export const quoteName = (name: string): string =>
  /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;

/**
 * The type as Spark prints it (`bigint`, `array<string>`, `struct<a:int>`): Spark's `simpleString`. `unknown` stands for a part that
 * only an engine can tell.
 */
export function typeName(type: DataTypeOr<{ readonly kind: 'unknown' }>): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision},${type.scale})`;
    case 'char':
    case 'varchar':
      return `${type.kind}(${type.length})`;
    case 'time':
      return `time(${type.precision})`;
    case 'year_month_interval':
      return intervalDdl(yearMonthUnits, type.start, type.end);
    case 'day_time_interval':
      return intervalDdl(dayTimeUnits, type.start, type.end);
    case 'array':
      return `array<${typeName(type.element)}>`;
    case 'map':
      return `map<${typeName(type.key)},${typeName(type.value)}>`;
    case 'struct':
      return `struct<${type.fields.map((f) => `${f.name}:${typeName(f.type)}`).join(',')}>`;
    case 'udt':
      return mlNames[type.name] ?? type.name;
    case 'unsupported':
      return type.name;
    default:
      return ddlNames[type.kind] ?? type.kind;
  }
}

/** The type as text that Spark's DDL parser reads back (names quoted where needed). */
export function typeToDdl(type: DataType): string {
  switch (type.kind) {
    case 'array':
      return `array<${typeToDdl(type.element)}>`;
    case 'map':
      return `map<${typeToDdl(type.key)},${typeToDdl(type.value)}>`;
    case 'struct':
      return `struct<${type.fields.map((f) => `${quoteName(f.name)}:${typeToDdl(f.type)}${notNull(f)}`).join(',')}>`;
    case 'udt':
      return typeToDdl(type.sqlType);
    default:
      return typeName(type);
  }
}

const notNull = (field: StructField): string => (field.nullable ? '' : ' NOT NULL');

/** A schema as DDL, e.g. `id bigint, name string NOT NULL`. */
export const schemaToDdl = (schema: StructType): string =>
  schema.fields.map((f) => `${quoteName(f.name)} ${typeToDdl(f.type)}${notNull(f)}`).join(', ');
