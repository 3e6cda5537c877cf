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
import { uniqueNames } from '@millrace/workflow/column-names';
import type { SchemaElement } from 'hyparquet';
import { cellOf } from '../cells.ts';
import type { Cell } from '../events.ts';

/** Key of the file's own properties that holds the schema of the rows. */
export const schemaKey = 'millrace.schema';

/** A value of a table: as an engine gives it, or as a preview spells it. */
export type Given = Value | Cell;

/** What is not null. */
type Present = NonNullable<Given>;

/** A value that Parquet knows, as the library takes and gives it. */
export type Primitive = boolean | number | bigint | string | Uint8Array;

/** What the file tells readers of a leaf. */
type Said = Pick<SchemaElement, 'type' | 'type_length' | 'converted_type' | 'logical_type' | 'scale' | 'precision'>;

/** A value that lies in one column of the file. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly said: Said;
  readonly write: (value: Present) => Primitive;
  readonly read: (raw: Primitive) => Cell;
}

/** How a type lies in a Parquet file, and how its values go there and come back. Nothing is rounded. */
export type Shape =
  | Leaf
  | { readonly kind: 'list'; readonly element: Shape }
  | { readonly kind: 'map'; readonly key: Shape; readonly value: Shape }
  | { readonly kind: 'struct'; readonly fields: readonly { readonly name: string; readonly shape: Shape }[] };

const leaf = (said: Said, write: Leaf['write'], read: Leaf['read']): Leaf => ({ kind: 'leaf', said, write, read });

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
  const said = {
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision, scale },
    precision,
    scale,
  } as const;
  const unscaled = (value: Present): bigint => parseDecimal(String(value), scale);
  const read = (raw: Primitive): Cell => formatDecimal(BigInt(raw as bigint), scale);
  if (precision <= 9) return leaf({ type: 'INT32', ...said }, (value) => Number(unscaled(value)), read);
  if (precision <= 18) return leaf({ type: 'INT64', ...said }, unscaled, read);
  return leaf(
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: wide, ...said },
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

/** How values of a type lie in a file. */
export function shapeOf(type: DataType): Shape {
  switch (type.kind) {
    case 'boolean':
      return leaf({ type: 'BOOLEAN' }, Boolean, asIs);
    case 'byte':
      return integer(8);
    case 'short':
      return integer(16);
    case 'integer':
    case 'year_month_interval':
      return integer(32);
    case 'long':
    case 'day_time_interval':
      return long;
    case 'float':
      return leaf({ type: 'FLOAT' }, Number, asIs);
    case 'double':
      return leaf({ type: 'DOUBLE' }, Number, asIs);
    case 'decimal':
      return decimal(type.precision, type.scale);
    case 'string':
    case 'char':
    case 'varchar':
      return text;
    case 'binary':
      return leaf({ type: 'BYTE_ARRAY' }, bytesOf, asIs);
    case 'date':
      return leaf(
        { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
        (value) => parseDate(String(value)),
        (raw) => formatDate(Number(raw)),
      );
    case 'timestamp':
      return timestamp('Z');
    case 'timestamp_ntz':
      return timestamp('');
    case 'time':
      return leaf(
        {
          type: 'INT64',
          converted_type: 'TIME_MICROS',
          logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' },
        },
        (value) => BigInt(parseTime(String(value))),
        (raw) => formatTime(Number(raw)),
      );
    case 'array':
      return { kind: 'list', element: shapeOf(type.element) };
    case 'map':
      return { kind: 'map', key: shapeOf(type.key), value: shapeOf(type.value) };
    case 'struct':
      // fields of one name come as an array; a group without fields cannot be
      return type.fields.length === 0 || new Set(type.fields.map(({ name }) => name)).size < type.fields.length
        ? json
        : { kind: 'struct', fields: type.fields.map((field) => ({ name: field.name, shape: shapeOf(field.type) })) };
    case 'udt':
      return leaf(text.said, (value) => String(typeof value === 'object' ? cellOf(value as Value, type) : value), asIs);
    case 'void':
    case 'interval':
    case 'variant':
    case 'unsupported':
      return json;
  }
}

/** Shapes of the columns of a table. */
export const shapesOf = ({ fields }: StructType): readonly Shape[] => fields.map(({ type }) => shapeOf(type));

/** True where a value is a floating-point number: dictionaries of the library make -0 of 0. */
export function holdsFloats(shape: Shape): boolean {
  if (shape.kind === 'leaf') return shape.said.type === 'FLOAT' || shape.said.type === 'DOUBLE';
  if (shape.kind === 'list') return holdsFloats(shape.element);
  if (shape.kind === 'map') return holdsFloats(shape.key) || holdsFloats(shape.value);
  return shape.fields.some((field) => holdsFloats(field.shape));
}

/** Name of a column, or of a field of a struct, by its place: within this process names may repeat and hold anything. */
export const placeName = (place: number): string => `f${place}`;

/** A value as the library takes it. `weigh` is told about how many bytes it takes. */
export function toStored(shape: Shape, value: Given | undefined, weigh: (bytes: number) => void): unknown {
  if (value === null || value === undefined) {
    weigh(1);
    return null;
  }
  if (shape.kind === 'leaf') {
    const stored = shape.write(value);
    weigh(typeof stored === 'string' || stored instanceof Uint8Array ? stored.length + 8 : 8);
    return stored;
  }
  weigh(8);
  if (shape.kind === 'list') return (value as readonly Given[]).map((one) => toStored(shape.element, one, weigh));
  if (shape.kind === 'map')
    return [...(value as Iterable<readonly [Given, Given]>)].map(([key, item]) => ({
      key: toStored(shape.key, key, weigh),
      value: toStored(shape.value, item, weigh),
    }));
  const given = value as Readonly<Record<string, Given>>;
  return Object.fromEntries(
    shape.fields.map((field, i) => [placeName(i), toStored(field.shape, given[field.name], weigh)]),
  );
}

/** What a list of entries, which stands for a map, is called where the library is not told that it is one. */
const entries = 'key_value';

/** A value that the library has read, as previews spell it. */
export function fromStored(shape: Shape, raw: unknown): Cell {
  if (raw === null || raw === undefined) return null;
  if (shape.kind === 'leaf') return shape.read(raw as Primitive);
  if (shape.kind === 'list') return (raw as readonly unknown[]).map((one) => fromStored(shape.element, one));
  if (shape.kind === 'map')
    return ((raw as Readonly<Record<string, readonly { key: unknown; value: unknown }[]>>)[entries] ?? []).map(
      ({ key, value }) => [fromStored(shape.key, key), fromStored(shape.value, value)],
    );
  const fields = raw as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    shape.fields.map(({ name, shape: one }, i) => [name, fromStored(one, fields[placeName(i)])]),
  );
}

/**
 * Which schema is wanted: the one that the file tells its readers; the one that values are written by, which leaves types
 * to us; or the one that they are read by, where a map is a list of entries, since the library would make objects of maps.
 */
export type View = 'told' | 'written' | 'read';

/** The schema of a file, in the order of the format: a root, then each group before what is in it. */
export function elementsOf({ fields }: StructType, shapes: readonly Shape[], view: View): SchemaElement[] {
  const names = view === 'told' ? uniqueNames(fields.map(({ name }) => name)) : fields.map((_, i) => placeName(i));
  return [
    { name: 'schema', num_children: shapes.length },
    ...shapes.flatMap((shape, i) => elements(shape, names[i] ?? '', 'OPTIONAL', view)),
  ];
}

type Repetition = NonNullable<SchemaElement['repetition_type']>;

function elements(shape: Shape, name: string, repetition_type: Repetition, view: View): SchemaElement[] {
  const base = { name, repetition_type };
  const within = (one: Shape, called: string, repetition: Repetition = 'OPTIONAL'): SchemaElement[] =>
    elements(one, called, repetition, view);
  const repeated = (called: string, num_children: number): SchemaElement => ({
    name: called,
    repetition_type: 'REPEATED',
    num_children,
  });
  switch (shape.kind) {
    case 'leaf': {
      const { type, type_length, converted_type } = shape.said;
      if (view === 'told') return [{ ...base, ...shape.said }];
      const isText = converted_type === 'UTF8';
      return [
        {
          ...base,
          ...(type === undefined ? {} : { type }),
          ...(type_length === undefined ? {} : { type_length }),
          ...(isText ? { converted_type } : {}),
        },
      ];
    }
    case 'list':
      return [
        {
          ...base,
          num_children: 1,
          converted_type: 'LIST',
          ...(view === 'told' ? { logical_type: { type: 'LIST' } } : {}),
        },
        repeated('list', 1),
        ...within(shape.element, 'element'),
      ];
    case 'map':
      return [
        {
          ...base,
          num_children: 1,
          ...(view === 'read' ? {} : { converted_type: 'MAP' }),
          ...(view === 'told' ? { logical_type: { type: 'MAP' } } : {}),
        },
        repeated(entries, 2),
        ...within(shape.key, 'key', 'REQUIRED'),
        ...within(shape.value, 'value'),
      ];
    case 'struct':
      return [
        { ...base, num_children: shape.fields.length },
        ...shape.fields.flatMap((field, i) => within(field.shape, view === 'told' ? field.name : placeName(i))),
      ];
  }
}

/** The paths of the leaves of a schema, in the order of its columns. */
export function leafPaths(schema: readonly SchemaElement[]): string[][] {
  const paths: string[][] = [];
  let at = 0;
  const visit = (above: readonly string[]): void => {
    const element = schema[at++];
    if (element === undefined) return;
    const path = [...above, element.name];
    if (element.num_children === undefined) paths.push(path);
    for (let i = 0; i < (element.num_children ?? 0); i++) visit(path);
  };
  visit([]);
  return paths.map((path) => path.slice(1));
}
