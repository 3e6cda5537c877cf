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

function nonNullReader(batch: Batch<unknown>, type: DataType): ReadValue {
  const arrow = shapeOf(batch.type);
  const misfit = () =>
    new SparkError(`the engine announced ${typeName(type)} and sent an Arrow type that is another (${arrow.typeId})`);
  const need = (fits: boolean): void => {
    if (!fits) throw misfit();
  };
  const child = (index: number): Batch<unknown> => {
    const childBatch = batch.children[index] as Batch<unknown> | undefined;
    if (childBatch === undefined) throw misfit();
    return childBatch;
  };
  if (arrow.typeId === Type.Null) return () => null;
  const { values, offsets } = batch;
  switch (type.kind) {
    case 'void':
      return () => null;
    case 'boolean':
      need(arrow.typeId === Type.Bool);
      return (row) => ((Number(values[row >> 3]) >> (row & 7)) & 1) === 1;
    case 'byte':
    case 'short':
    case 'integer': {
      need(values instanceof Int8Array || values instanceof Int16Array || values instanceof Int32Array);
      return (row) => Number(values[row]);
    }
    case 'long':
      need(arrow.typeId === Type.Int && values instanceof BigInt64Array);
      return (row) => values[row] ?? null;
    case 'float':
    case 'double':
      need(values instanceof Float32Array || values instanceof Float64Array);
      return (row) => values[row] ?? null;
    case 'decimal':
      need(arrow.typeId === Type.Decimal && arrow.bitWidth === 128 && arrow.scale === type.scale);
      if (!(values instanceof BigUint64Array)) throw misfit();
      return decimalReader(values, type.precision, type.scale);
    case 'string':
    case 'char':
    case 'varchar':
      if ((arrow.typeId === Type.Utf8 || arrow.typeId === Type.LargeUtf8) && values instanceof Uint8Array)
        return lazily(() => textReader(values, offsets, batch.length));
      need(arrow.typeId === Type.Utf8View);
      return (row) => String(batch.value(row));
    case 'binary':
      need([Type.Binary, Type.LargeBinary, Type.BinaryView, Type.FixedSizeBinary].includes(arrow.typeId as 4));
      // a copy: the rows must not keep the whole batch alive
      return (row) => {
        const bytes = batch.value(row);
        return bytes instanceof Uint8Array ? new Uint8Array(bytes) : null;
      };
    case 'date':
      if (!(arrow.typeId === Type.Date && values instanceof Int32Array)) throw misfit();
      return dateReader(values);
    case 'timestamp':
    case 'timestamp_ntz':
      need(arrow.typeId === Type.Timestamp && arrow.unit === TimeUnit.MICROSECOND);
      if (!(values instanceof BigInt64Array)) throw misfit();
      return timestampReader(values, type.kind === 'timestamp' ? 'Z' : '');
    case 'time': {
      // Spark sends nanoseconds, Sail microseconds
      const perMicro = arrow.unit === TimeUnit.NANOSECOND ? 1000n : 1n;
      need(arrow.typeId === Type.Time && (perMicro === 1000n || arrow.unit === TimeUnit.MICROSECOND));
      if (!(values instanceof BigInt64Array)) throw misfit();
      return (row) => formatTime(Number((values[row] ?? 0n) / perMicro));
    }
    case 'day_time_interval':
      need(arrow.typeId === Type.Duration && arrow.unit === TimeUnit.MICROSECOND);
      return (row) => BigInt(values[row] ?? 0);
    case 'year_month_interval':
      need(arrow.typeId === Type.Interval && values instanceof Int32Array);
      return (row) => Number(values[row]);
    case 'interval': {
      if (!(arrow.typeId === Type.Interval && values instanceof Uint8Array)) throw misfit();
      const data = new DataView(values.buffer, values.byteOffset, values.byteLength);
      return (row) => ({
        months: data.getInt32(row * 16, true),
        days: data.getInt32(row * 16 + 4, true),
        microseconds: data.getBigInt64(row * 16 + 8, true) / 1000n,
      });
    }
    case 'array': {
      need(arrow.typeId === Type.List || arrow.typeId === Type.LargeList);
      const element = reader(child(0), type.element);
      return (row) => {
        const from = Number(offsets[row]);
        const list: Value[] = new Array(Number(offsets[row + 1]) - from);
        for (let i = 0; i < list.length; i++) list[i] = element(from + i);
        return list;
      };
    }
    case 'map': {
      need(arrow.typeId === Type.Map);
      const [keys, items] = child(0).children as [Batch<unknown>, Batch<unknown>];
      const [key, value] = [reader(keys, type.key), reader(items, type.value)];
      return (row) => {
        const map = new Map<Value, Value>();
        for (let i = Number(offsets[row]); i < Number(offsets[row + 1]); i++) map.set(key(i), value(i));
        return map;
      };
    }
    case 'struct': {
      need(arrow.typeId === Type.Struct && batch.children.length === type.fields.length);
      const fields = type.fields.map((f, i) => ({ name: f.name, read: reader(child(i), f.type) }));
      if (new Set(type.fields.map((f) => f.name)).size < fields.length)
        return (row) => fields.map(({ read }) => read(row));
      return (row) => Object.fromEntries(fields.map(({ name, read }) => [name, read(row)]));
    }
    case 'variant': {
      need(arrow.typeId === Type.Struct);
      const [value, metadata] = [reader(child(0), { kind: 'binary' }), reader(child(1), { kind: 'binary' })];
      return (row) => {
        const [bytes, names] = [value(row), metadata(row)];
        if (!(bytes instanceof Uint8Array && names instanceof Uint8Array)) throw misfit();
        return decodeVariant(bytes, names);
      };
    }
    case 'udt':
      return nonNullReader(batch, type.sqlType);
    case 'unsupported':
      throw new SparkError(`values of type ${type.name} cannot be read: cast the column, or turn it into text, first`);
  }
}

/** Makes the reader at the first access to a value: unread columns cost nothing. */
function lazily(make: () => ReadValue): ReadValue {
  let read: ReadValue | undefined;
  return (row) => (read ??= make())(row);
}
