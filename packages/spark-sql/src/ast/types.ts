import { types, type DataTypeOr, type StructField } from '@millrace/spark-connect/types';

export { simple } from '@millrace/spark-connect/types';

/** A type that only an engine can tell. */
export type Unknown = { readonly kind: 'unknown' };

/** A Spark type as the analysis sees it: any part of it may be unknown. */
export type SparkType = DataTypeOr<Unknown>;

/** A named, typed column of a table. */
export type Column = { readonly name: string; readonly type: SparkType };

/** The columns of a table, in order. */
export type Schema = readonly Column[];

export const unknownType: SparkType = { kind: 'unknown' };
export const { void: nullType, decimal, dayTimeInterval, yearMonthInterval } = types;
export const arrayOf = (element: SparkType): SparkType => ({ kind: 'array', element, containsNull: true });
export const mapOf = (key: SparkType, value: SparkType): SparkType => ({
  kind: 'map',
  key,
  value,
  valueContainsNull: true,
});
export const structOf = (fields: Schema): SparkType => ({ kind: 'struct', fields: fields.map(fieldOf) });

const fieldOf = ({ name, type }: Column): StructField<Unknown> => ({ name, type, nullable: true });

/** Kinds that keys of the compatibility matrix name as Spark prints them, and those on which Sail is not tried. */
const keyNames: Readonly<Partial<Record<SparkType['kind'], string>>> = {
  byte: 'tinyint',
  short: 'smallint',
  integer: 'int',
  long: 'bigint',
  void: 'null',
  year_month_interval: 'interval_ym',
  char: 'unknown',
  varchar: 'unknown',
  udt: 'unknown',
  unsupported: 'unknown',
};

/** The outermost part of a type as keys of the compatibility matrix name it: `int`, `decimal`, `array`, `unknown`. */
export function outermost(type: SparkType): string {
  if (type.kind === 'day_time_interval') return type.end === 0 ? 'interval_day' : 'interval_dt';
  return keyNames[type.kind] ?? type.kind;
}

/** The type as keys of the compatibility matrix name it: without precision, scale and field names. */
export function family(type: SparkType): string {
  switch (type.kind) {
    case 'array':
      return `array<${family(type.element)}>`;
    case 'map':
      return `map<${family(type.key)},${family(type.value)}>`;
    case 'struct':
      return `struct<${type.fields.map((f) => family(f.type)).join(',')}>`;
    default:
      return outermost(type);
  }
}

export const isInterval = ({ kind }: SparkType): boolean =>
  kind === 'interval' || kind === 'year_month_interval' || kind === 'day_time_interval';

/** True when both types are the same in every part that the analysis tells apart: not in what may be null. */
export function sameType(a: SparkType, b: SparkType): boolean {
  if (a.kind === 'decimal' && b.kind === 'decimal') return a.precision === b.precision && a.scale === b.scale;
  if (a.kind === 'array' && b.kind === 'array') return sameType(a.element, b.element);
  if (a.kind === 'map' && b.kind === 'map') return sameType(a.key, b.key) && sameType(a.value, b.value);
  if (a.kind !== 'struct' || b.kind !== 'struct') return outermost(a) === outermost(b);
  return (
    a.fields.length === b.fields.length &&
    a.fields.every((field, i) => {
      const other = b.fields[i];
      return other !== undefined && field.name === other.name && sameType(field.type, other.type);
    })
  );
}

/** True when any part of the type is unknown, or one on which Sail is not tried. */
export const hasUnknown = (type: SparkType): boolean => /\b(?:unknown|time)\b/.test(family(type));
