import {
  formatDate,
  formatDecimal,
  formatTime,
  formatTimestamp,
  parseDate,
  parseDecimal,
  parseTime,
  parseTimestamp,
  type Value,
} from '@millrace/spark-connect/values';
import type { DataType, StructType } from '@millrace/spark-connect/types';
import type { SchemaElement } from 'hyparquet';
import { cellOf } from '../cells.ts';
import type { Cell } from '../events.ts';

/** Key of the file's own properties that holds the schema of the rows. */
export const schemaKey = 'millrace.schema';

/** A value of a table: as an engine gives it, or as a preview spells it. */
export type TableValue = Value | Cell;

/** What is not null. */
type Present = NonNullable<TableValue>;

/** A value that Parquet knows, as the library takes and gives it. */
export type Primitive = boolean | number | bigint | string | Uint8Array;

/** What the file tells readers of a leaf. */
type LeafElement = Pick<
  SchemaElement,
  'type' | 'type_length' | 'converted_type' | 'logical_type' | 'scale' | 'precision'
>;

/** A value that lies in one column of the file. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly element: LeafElement;
  readonly write: (value: Present) => Primitive;
  readonly read: (raw: Primitive) => Cell;
}

/** How a type lies in a Parquet file, and how its values go there and come back. Nothing is rounded. */
export type Shape =
  | Leaf
  | { readonly kind: 'list'; readonly element: Shape }
  | { readonly kind: 'map'; readonly key: Shape; readonly value: Shape }
  | { readonly kind: 'struct'; readonly fields: readonly { readonly name: string; readonly shape: Shape }[] };

const leaf = (element: LeafElement, write: Leaf['write'], read: Leaf['read']): Leaf => ({
  kind: 'leaf',
  element,
  write,
  read,
});

const asIs = (raw: Primitive): Cell => cellOf(raw);
const bytesOf = (value: Present): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(String(value), 'base64');

const integer = (bitWidth: 8 | 16 | 32): Leaf =>
  leaf(
    {
      type: 'INT32',
      ...(bitWidth === 32
        ? {}
        : { converted_type: `INT_${bitWidth}`, logical_type: { type: 'INTEGER', bitWidth, isSigned: true } as const }),
    },
    Number,
    asIs,
  );

const long = leaf({ type: 'INT64' }, (value) => BigInt(value as bigint), asIs);

const text = leaf({ type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }, String, asIs);

/** What Parquet has no type for lies there as the JSON that previews show. */
const json = leaf(
  { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  (value) => JSON.stringify(cellOf(value as Value)),
  (raw) => JSON.parse(String(raw)) as Cell,
);

const timestamp = (zone: 'Z' | ''): Leaf =>
  leaf(
    {
      type: 'INT64',
      ...(zone === 'Z' ? { converted_type: 'TIMESTAMP_MICROS' } : {}),
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: zone === 'Z', unit: 'MICROS' },
    },
    (value) => parseTimestamp(String(value)),
    (raw) => formatTimestamp(BigInt(raw as bigint)) + zone,
  );

/** Bytes of a decimal that does not fit into a whole number of 64 bits. */
const wide = 16;

function decimal(precision: number, scale: number): Leaf {
  const element = {
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision, scale },
    precision,
    scale,
  } as const;
  const unscaled = (value: Present): bigint => parseDecimal(String(value), scale);
  const decode = (raw: Primitive): Cell => formatDecimal(BigInt(raw as bigint), scale);
  if (precision <= 9) return leaf({ type: 'INT32', ...element }, (value) => Number(unscaled(value)), decode);
  if (precision <= 18) return leaf({ type: 'INT64', ...element }, unscaled, decode);
  return leaf(
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: wide, ...element },
    (value) => {
      const bytes = Buffer.alloc(wide);
      const whole = unscaled(value);
      bytes.writeBigInt64BE(whole >> 64n, 0);
      bytes.writeBigUInt64BE(BigInt.asUintN(64, whole), 8);
      return bytes;
    },
    (raw) => {
      const { buffer, byteOffset } = raw as Uint8Array;
      const view = new DataView(buffer, byteOffset, wide);
      return formatDecimal((view.getBigInt64(0) << 64n) + view.getBigUint64(8), scale);
    },
  );
}

type Shapes = { readonly [K in DataType['kind']]: (type: Extract<DataType, { readonly kind: K }>) => Shape };

/** Fields of one name come as an array; a group without fields cannot be. */
const isGroup = ({ fields }: StructType): boolean =>
  fields.length > 0 && new Set(fields.map(({ name }) => name)).size === fields.length;

const shapes: Shapes = {
  boolean: () => leaf({ type: 'BOOLEAN' }, Boolean, asIs),
  byte: () => integer(8),
  short: () => integer(16),
  integer: () => integer(32),
  year_month_interval: () => integer(32),
  long: () => long,
  day_time_interval: () => long,
  float: () => leaf({ type: 'FLOAT' }, Number, asIs),
  double: () => leaf({ type: 'DOUBLE' }, Number, asIs),
  decimal: ({ precision, scale }) => decimal(precision, scale),
  string: () => text,
  char: () => text,
  varchar: () => text,
  binary: () => leaf({ type: 'BYTE_ARRAY' }, bytesOf, asIs),
  date: () =>
    leaf(
      { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
      (value) => parseDate(String(value)),
      (raw) => formatDate(Number(raw)),
    ),
  timestamp: () => timestamp('Z'),
  timestamp_ntz: () => timestamp(''),
  time: () =>
    leaf(
      {
        type: 'INT64',
        converted_type: 'TIME_MICROS',
        logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' },
      },
      (value) => BigInt(parseTime(String(value))),
      (raw) => formatTime(Number(raw)),
    ),
  array: ({ element }) => ({ kind: 'list', element: shapeOf(element) }),
  map: ({ key, value }) => ({ kind: 'map', key: shapeOf(key), value: shapeOf(value) }),
  struct: (type) =>
    isGroup(type)
      ? { kind: 'struct', fields: type.fields.map((field) => ({ name: field.name, shape: shapeOf(field.type) })) }
      : json,
  udt: (type) =>
    leaf(text.element, (value) => String(typeof value === 'object' ? cellOf(value as Value, type) : value), asIs),
  void: () => json,
  interval: () => json,
  variant: () => json,
  unsupported: () => json,
};

/** How values of a type lie in a file. */
export const shapeOf = (type: DataType): Shape => (shapes[type.kind] as (type: DataType) => Shape)(type);

/** Shapes of the columns of a table. */
export const shapesOf = ({ fields }: StructType): readonly Shape[] => fields.map(({ type }) => shapeOf(type));

/** True where a value is a floating-point number: dictionaries of the library make -0 of 0. */
export function holdsFloats(shape: Shape): boolean {
  if (shape.kind === 'leaf') return shape.element.type === 'FLOAT' || shape.element.type === 'DOUBLE';
  if (shape.kind === 'list') return holdsFloats(shape.element);
  if (shape.kind === 'map') return holdsFloats(shape.key) || holdsFloats(shape.value);
  return shape.fields.some((field) => holdsFloats(field.shape));
}
