/** The Spark types without parameters; names as in Spark's JSON schema format. */
export type SimpleKind =
  | 'void'
  | 'boolean'
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'float'
  | 'double'
  | 'string'
  | 'binary'
  | 'date'
  | 'timestamp'
  | 'timestamp_ntz'
  | 'interval'
  | 'variant';

export interface StructField {
  readonly name: string;
  readonly type: DataType;
  readonly nullable: boolean;
  /** JSON text, as Spark keeps it (ML attributes live here). */
  readonly metadata?: string;
}

export interface StructType {
  readonly kind: 'struct';
  readonly fields: readonly StructField[];
}

export type DataType =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'char' | 'varchar'; readonly length: number }
  | { readonly kind: 'time'; readonly precision: number }
  | { readonly kind: 'year_month_interval' | 'day_time_interval'; readonly start: number; readonly end: number }
  | { readonly kind: 'array'; readonly element: DataType; readonly containsNull: boolean }
  | { readonly kind: 'map'; readonly key: DataType; readonly value: DataType; readonly valueContainsNull: boolean }
  | { readonly kind: 'udt'; readonly name: string; readonly sqlType: DataType }
  | { readonly kind: 'unsupported'; readonly name: string }
  | StructType;

const simple = <K extends SimpleKind>(kind: K): { readonly kind: K } => ({ kind });

const array = (element: DataType, containsNull = true): DataType => ({ kind: 'array', element, containsNull });

const always = new Set(['type', 'numRows', 'numCols', 'isTransposed']);

/** A type of Spark ML, by what its values are made of. */
const ofMl = (name: string, parts: Readonly<Record<string, DataType>>): DataType => ({
  kind: 'udt',
  name: `org.apache.spark.ml.linalg.${name}`,
  sqlType: {
    kind: 'struct',
    // Spark wants what says how to read the others
    fields: Object.entries(parts).map(([part, type]) => ({ name: part, type, nullable: !always.has(part) })),
  },
});

const [tinyint, int, double] = [simple('byte'), simple('integer'), simple('double')];

/** Constructors of every type, so that a schema can be written without a parser. */
export const types = {
  void: simple('void'),
  boolean: simple('boolean'),
  byte: simple('byte'),
  short: simple('short'),
  integer: simple('integer'),
  long: simple('long'),
  float: simple('float'),
  double: simple('double'),
  string: simple('string'),
  binary: simple('binary'),
  date: simple('date'),
  timestamp: simple('timestamp'),
  timestampNtz: simple('timestamp_ntz'),
  interval: simple('interval'),
  variant: simple('variant'),
  time: (precision = 6): DataType => ({ kind: 'time', precision }),
  decimal: (precision = 10, scale = 0): DataType => ({ kind: 'decimal', precision, scale }),
  array,
  map: (key: DataType, value: DataType, valueContainsNull = true): DataType => ({
    kind: 'map',
    key,
    value,
    valueContainsNull,
  }),
  field: (name: string, type: DataType, nullable = true): StructField => ({ name, type, nullable }),
  struct: (fields: readonly StructField[]): StructType => ({ kind: 'struct', fields }),
  /** A vector of Spark ML; `ml/linalg.ts` reads its values. */
  vector: ofMl('VectorUDT', { type: tinyint, size: int, indices: array(int, false), values: array(double, false) }),
  matrix: ofMl('MatrixUDT', {
    type: tinyint,
    numRows: int,
    numCols: int,
    colPtrs: array(int, false),
    rowIndices: array(int, false),
    values: array(double, false),
    isTransposed: simple('boolean'),
  }),
} as const;

/** Types of Spark ML as Spark prints them. */
const mlNames: Readonly<Record<string, string>> = {
  'org.apache.spark.ml.linalg.VectorUDT': 'vector',
  'org.apache.spark.ml.linalg.MatrixUDT': 'matrix',
};

const yearMonthUnits = ['YEAR', 'MONTH'] as const;
const dayTimeUnits = ['DAY', 'HOUR', 'MINUTE', 'SECOND'] as const;

const ddlNames: Partial<Record<DataType['kind'], string>> = {
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

/** The type as Spark prints it (`bigint`, `array<string>`, `struct<a:int>`): Spark's `simpleString`. */
export function typeName(type: DataType): string {
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

interface RawJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}

// known to Node, and not yet to TypeScript
const json = JSON as unknown as RawJson;

/** JSON that is written again as it was: numbers keep their spelling, for Spark tells 1.0 from 1. */
const unchanged = (text: string): unknown =>
  json.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  );

/** The type as a value of Spark's JSON schema format (`StructType.json()` in PySpark), for `JSON.stringify`. */
export function typeToJson(type: DataType): unknown {
  switch (type.kind) {
    case 'array':
      return { type: 'array', elementType: typeToJson(type.element), containsNull: type.containsNull };
    case 'map':
      return {
        type: 'map',
        keyType: typeToJson(type.key),
        valueType: typeToJson(type.value),
        valueContainsNull: type.valueContainsNull,
      };
    case 'struct':
      return {
        type: 'struct',
        fields: type.fields.map((f) => ({
          name: f.name,
          type: typeToJson(f.type),
          nullable: f.nullable,
          metadata: f.metadata === undefined ? {} : unchanged(f.metadata),
        })),
      };
    case 'udt':
      return { type: 'udt', class: type.name, pyClass: null, sqlType: typeToJson(type.sqlType) };
    case 'decimal':
    case 'char':
    case 'varchar':
    case 'time':
    case 'year_month_interval':
    case 'day_time_interval':
    case 'unsupported':
      return typeName(type);
    default:
      return type.kind;
  }
}
