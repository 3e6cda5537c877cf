import { TimeUnit, Type, type Batch, type DataType as ArrowType } from '@uwdata/flechette';
import { SparkError } from '../errors.ts';
import { typeName, type DataType } from '../types.ts';
import { formatTime, type Value } from '../values.ts';
import { dateReader, decimalReader, timestampReader } from './numbers.ts';
import { textReader } from './strings.ts';
import { decodeVariant } from './variant.ts';

/** The value at a row of a batch, null included. */
export type ReadValue = (row: number) => Value;

/** What flechette says of any Arrow type; which of it is there depends on `typeId`. */
interface ArrowShape {
  readonly typeId: number;
  readonly bitWidth?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly unit?: number;
}

const shapeOf = (type: ArrowType): ArrowShape => type;

/** Reads a column of one Arrow batch as values of a Spark type. Throws a `SparkError` when the two do not fit. */
export function reader(batch: Batch<unknown>, type: DataType): ReadValue {
  const read = nonNullReader(batch, type);
  const { nullCount, validity } = batch;
  if (shapeOf(batch.type).typeId === Type.Null) return () => null;
  if (nullCount === 0 || validity === undefined || validity.length === 0) return read;
  return (row) => (((validity[row >> 3] ?? 0) >> (row & 7)) & 1 ? read(row) : null);
}

/** A batch and the type that its values are read as. */
interface Source {
  readonly batch: Batch<unknown>;
  readonly arrow: ArrowShape;
  readonly type: DataType;
}

type Of<K extends DataType['kind']> = Extract<DataType, { kind: K }>;

const misfit = ({ arrow, type }: Source): SparkError =>
  new SparkError(`the engine announced ${typeName(type)} and sent an Arrow type that is another (${arrow.typeId})`);

function need(source: Source, fits: boolean): void {
  if (!fits) throw misfit(source);
}

function childOf(source: Source, index: number): Batch<unknown> {
  const child = source.batch.children[index] as Batch<unknown> | undefined;
  if (child === undefined) throw misfit(source);
  return child;
}

function nonNullReader(batch: Batch<unknown>, type: DataType): ReadValue {
  const source: Source = { batch, arrow: shapeOf(batch.type), type };
  if (source.arrow.typeId === Type.Null) return () => null;
  switch (type.kind) {
    case 'void':
      return () => null;
    case 'boolean':
      return booleanReader(source);
    case 'byte':
    case 'short':
    case 'integer':
      return integerReader(source);
    case 'long':
      return longReader(source);
    case 'float':
    case 'double':
      return floatReader(source);
    case 'decimal':
      return decimalsReader(source, type);
    case 'string':
    case 'char':
    case 'varchar':
      return stringReader(source);
    case 'binary':
      return binaryReader(source);
    case 'date':
      return datesReader(source);
    case 'timestamp':
    case 'timestamp_ntz':
      return timestampsReader(source, type.kind === 'timestamp' ? 'Z' : '');
    case 'time':
      return timeReader(source);
    case 'day_time_interval':
      return dayTimeReader(source);
    case 'year_month_interval':
      return yearMonthReader(source);
    case 'interval':
      return calendarReader(source);
    case 'array':
      return arrayReader(source, type);
    case 'map':
      return mapReader(source, type);
    case 'struct':
      return structReader(source, type);
    case 'variant':
      return variantReader(source);
    case 'udt':
      return nonNullReader(batch, type.sqlType);
    case 'unsupported':
      throw new SparkError(`values of type ${type.name} cannot be read: cast the column, or turn it into text, first`);
  }
}

function booleanReader(source: Source): ReadValue {
  const { values } = source.batch;
  need(source, source.arrow.typeId === Type.Bool);
  return (row) => ((Number(values[row >> 3]) >> (row & 7)) & 1) === 1;
}

function integerReader(source: Source): ReadValue {
  const { values } = source.batch;
  need(source, values instanceof Int8Array || values instanceof Int16Array || values instanceof Int32Array);
  return (row) => Number(values[row]);
}

function longReader(source: Source): ReadValue {
  const { values } = source.batch;
  need(source, source.arrow.typeId === Type.Int && values instanceof BigInt64Array);
  return (row) => values[row] ?? null;
}

function floatReader(source: Source): ReadValue {
  const { values } = source.batch;
  need(source, values instanceof Float32Array || values instanceof Float64Array);
  return (row) => values[row] ?? null;
}

function decimalsReader(source: Source, type: Of<'decimal'>): ReadValue {
  const { arrow } = source;
  const { values } = source.batch;
  need(source, arrow.typeId === Type.Decimal && arrow.bitWidth === 128 && arrow.scale === type.scale);
  if (!(values instanceof BigUint64Array)) throw misfit(source);
  return decimalReader(values, type.precision, type.scale);
}

function stringReader(source: Source): ReadValue {
  const { batch, arrow } = source;
  const { values, offsets } = batch;
  if ((arrow.typeId === Type.Utf8 || arrow.typeId === Type.LargeUtf8) && values instanceof Uint8Array)
    return lazily(() => textReader(values, offsets, batch.length));
  need(source, arrow.typeId === Type.Utf8View);
  return (row) => String(batch.value(row));
}

function binaryReader(source: Source): ReadValue {
  const { batch, arrow } = source;
  need(source, [Type.Binary, Type.LargeBinary, Type.BinaryView, Type.FixedSizeBinary].includes(arrow.typeId as 4));
  // a copy: the rows must not keep the whole batch alive
  return (row) => {
    const bytes = batch.value(row);
    return bytes instanceof Uint8Array ? new Uint8Array(bytes) : null;
  };
}

function datesReader(source: Source): ReadValue {
  const { values } = source.batch;
  if (!(source.arrow.typeId === Type.Date && values instanceof Int32Array)) throw misfit(source);
  return dateReader(values);
}

function timestampsReader(source: Source, zone: string): ReadValue {
  const { arrow } = source;
  const { values } = source.batch;
  need(source, arrow.typeId === Type.Timestamp && arrow.unit === TimeUnit.MICROSECOND);
  if (!(values instanceof BigInt64Array)) throw misfit(source);
  return timestampReader(values, zone);
}

function timeReader(source: Source): ReadValue {
  const { arrow } = source;
  const { values } = source.batch;
  // Spark sends nanoseconds, Sail microseconds
  const perMicro = arrow.unit === TimeUnit.NANOSECOND ? 1000n : 1n;
  need(source, arrow.typeId === Type.Time && (perMicro === 1000n || arrow.unit === TimeUnit.MICROSECOND));
  if (!(values instanceof BigInt64Array)) throw misfit(source);
  return (row) => formatTime(Number((values[row] ?? 0n) / perMicro));
}

function dayTimeReader(source: Source): ReadValue {
  const { values } = source.batch;
  need(source, source.arrow.typeId === Type.Duration && source.arrow.unit === TimeUnit.MICROSECOND);
  return (row) => BigInt(values[row] ?? 0);
}

function yearMonthReader(source: Source): ReadValue {
  const { values } = source.batch;
  need(source, source.arrow.typeId === Type.Interval && values instanceof Int32Array);
  return (row) => Number(values[row]);
}

function calendarReader(source: Source): ReadValue {
  const { values } = source.batch;
  if (!(source.arrow.typeId === Type.Interval && values instanceof Uint8Array)) throw misfit(source);
  const data = new DataView(values.buffer, values.byteOffset, values.byteLength);
  return (row) => ({
    months: data.getInt32(row * 16, true),
    days: data.getInt32(row * 16 + 4, true),
    microseconds: data.getBigInt64(row * 16 + 8, true) / 1000n,
  });
}

function arrayReader(source: Source, type: Of<'array'>): ReadValue {
  const { offsets } = source.batch;
  need(source, source.arrow.typeId === Type.List || source.arrow.typeId === Type.LargeList);
  const element = reader(childOf(source, 0), type.element);
  return (row) => {
    const from = Number(offsets[row]);
    const list: Value[] = new Array(Number(offsets[row + 1]) - from);
    for (let i = 0; i < list.length; i++) list[i] = element(from + i);
    return list;
  };
}

function mapReader(source: Source, type: Of<'map'>): ReadValue {
  const { offsets } = source.batch;
  need(source, source.arrow.typeId === Type.Map);
  const [keys, items] = childOf(source, 0).children as [Batch<unknown>, Batch<unknown>];
  const [key, value] = [reader(keys, type.key), reader(items, type.value)];
  return (row) => {
    const map = new Map<Value, Value>();
    for (let i = Number(offsets[row]); i < Number(offsets[row + 1]); i++) map.set(key(i), value(i));
    return map;
  };
}

function structReader(source: Source, type: Of<'struct'>): ReadValue {
  need(source, source.arrow.typeId === Type.Struct && source.batch.children.length === type.fields.length);
  const fields = type.fields.map((f, i) => ({ name: f.name, read: reader(childOf(source, i), f.type) }));
  if (new Set(type.fields.map((f) => f.name)).size < fields.length) return (row) => fields.map(({ read }) => read(row));
  return (row) => Object.fromEntries(fields.map(({ name, read }) => [name, read(row)]));
}

function variantReader(source: Source): ReadValue {
  need(source, source.arrow.typeId === Type.Struct);
  const [value, metadata] = [
    reader(childOf(source, 0), { kind: 'binary' }),
    reader(childOf(source, 1), { kind: 'binary' }),
  ];
  return (row) => {
    const [bytes, names] = [value(row), metadata(row)];
    if (!(bytes instanceof Uint8Array && names instanceof Uint8Array)) throw misfit(source);
    return decodeVariant(bytes, names);
  };
}

/** Makes the reader at the first access to a value: unread columns cost nothing. */
function lazily(make: () => ReadValue): ReadValue {
  let read: ReadValue | undefined;
  return (row) => (read ??= make())(row);
}
