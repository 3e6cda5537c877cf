/** A Spark SQL type as the analysis sees it; `unknown` is a type that could not be told without the engine. */
export type SparkType =
  | { kind: SimpleKind }
  | { kind: 'decimal'; precision: number; scale: number }
  | { kind: 'array'; element: SparkType }
  | { kind: 'map'; key: SparkType; value: SparkType }
  | { kind: 'struct'; fields: Column[] };

export type SimpleKind = (typeof simpleKinds)[number];

/** A named, typed column of a table. */
export type Column = { name: string; type: SparkType };

/** The columns of a table, in order. */
export type Schema = Column[];

export const simpleKinds = [
  'boolean',
  'tinyint',
  'smallint',
  'int',
  'bigint',
  'float',
  'double',
  'string',
  'binary',
  'date',
  'timestamp',
  'timestamp_ntz',
  'time',
  'interval',
  'interval_ym',
  'interval_dt',
  'interval_day',
  'variant',
  'null',
  'unknown',
] as const;

export const unknownType: SparkType = { kind: 'unknown' };
export const nullType: SparkType = { kind: 'null' };
export const simple = (kind: SimpleKind): SparkType => ({ kind });
export const decimal = (precision: number, scale: number): SparkType => ({
  kind: 'decimal',
  precision,
  scale,
});
export const arrayOf = (element: SparkType): SparkType => ({ kind: 'array', element });
export const mapOf = (key: SparkType, value: SparkType): SparkType => ({ kind: 'map', key, value });
export const structOf = (fields: Column[]): SparkType => ({ kind: 'struct', fields });

/** Spark's own short name of a type, as `DESCRIBE` prints it: `decimal(10,2)`, `array<int>`. */
export function formatType(type: SparkType): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision},${type.scale})`;
    case 'array':
      return `array<${formatType(type.element)}>`;
    case 'map':
      return `map<${formatType(type.key)},${formatType(type.value)}>`;
    case 'struct':
      return `struct<${type.fields.map((f) => `${f.name}:${formatType(f.type)}`).join(',')}>`;
    default:
      return type.kind;
  }
}

/** The type as proof keys name it: without precision, scale and field names. */
export function family(type: SparkType): string {
  switch (type.kind) {
    case 'decimal':
      return 'decimal';
    case 'array':
      return `array<${family(type.element)}>`;
    case 'map':
      return `map<${family(type.key)},${family(type.value)}>`;
    case 'struct':
      return `struct<${type.fields.map((f) => family(f.type)).join(',')}>`;
    default:
      return type.kind;
  }
}

/** True when both types are the same in every part. */
export const sameType = (a: SparkType, b: SparkType): boolean => formatType(a) === formatType(b);

/** True when any part of the type is unknown. */
export const hasUnknown = (type: SparkType): boolean => /\bunknown\b/.test(family(type));
