import { formatDate, formatDecimal, formatTimestamp, type Value } from '../values.ts';

/**
 * Reads a value of Spark's VARIANT: objects, arrays and the primitives of its binary form. Whole numbers of 8 bytes
 * come as bigint, decimals, dates and timestamps as text as everywhere in this package.
 * Source: apache/parquet-format, VariantEncoding.md. Throws a `RangeError` for what it does not know.
 */
export function decodeVariant(value: Uint8Array, metadata: Uint8Array): Value {
  const names = dictionary(metadata);
  return readValue(view(value), 0, names);
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Little-endian unsigned integer of 1 to 4 bytes. */
function readUnsigned(data: DataView, at: number, size: number): number {
  let result = 0;
  for (let i = size - 1; i >= 0; i--) result = result * 256 + data.getUint8(at + i);
  return result;
}

const utf8 = (data: DataView, at: number, length: number): string =>
  Buffer.from(data.buffer, data.byteOffset + at, length).toString('utf8');

function dictionary(metadata: Uint8Array): readonly string[] {
  const data = view(metadata);
  const offsetSize = (data.getUint8(0) >> 6) + 1;
  const count = readUnsigned(data, 1, offsetSize);
  const offset = (index: number) => readUnsigned(data, 1 + offsetSize * (1 + index), offsetSize);
  const start = 1 + offsetSize * (count + 2);
  return Array.from({ length: count }, (_, i) => utf8(data, start + offset(i), offset(i + 1) - offset(i)));
}

function readValue(data: DataView, at: number, names: readonly string[]): Value {
  const header = data.getUint8(at);
  const detail = header >> 2;
  switch (header & 3) {
    case 0:
      return primitive(data, at + 1, detail);
    case 1:
      return utf8(data, at + 1, detail);
    case 2: {
      const [offsetSize, idSize, countSize] = [(detail & 3) + 1, ((detail >> 2) & 3) + 1, detail & 16 ? 4 : 1];
      const count = readUnsigned(data, at + 1, countSize);
      const ids = at + 1 + countSize;
      const offsets = ids + count * idSize;
      const values = offsets + (count + 1) * offsetSize;
      return Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          names[readUnsigned(data, ids + i * idSize, idSize)] ?? '',
          readValue(data, values + readUnsigned(data, offsets + i * offsetSize, offsetSize), names),
        ]),
      );
    }
    default: {
      const [offsetSize, countSize] = [(detail & 3) + 1, detail & 4 ? 4 : 1];
      const count = readUnsigned(data, at + 1, countSize);
      const offsets = at + 1 + countSize;
      const values = offsets + (count + 1) * offsetSize;
      return Array.from({ length: count }, (_, i) =>
        readValue(data, values + readUnsigned(data, offsets + i * offsetSize, offsetSize), names),
      );
    }
  }
}

const decimalOf16 = (data: DataView, at: number): bigint =>
  (data.getBigInt64(at + 8, true) << 64n) | data.getBigUint64(at, true);

function primitive(data: DataView, at: number, type: number): Value {
  switch (type) {
    case 0:
      return null;
    case 1:
      return true;
    case 2:
      return false;
    case 3:
      return data.getInt8(at);
    case 4:
      return data.getInt16(at, true);
    case 5:
      return data.getInt32(at, true);
    case 6:
      return data.getBigInt64(at, true);
    case 7:
      return data.getFloat64(at, true);
    case 8:
      return formatDecimal(BigInt(data.getInt32(at + 1, true)), data.getUint8(at));
    case 9:
      return formatDecimal(data.getBigInt64(at + 1, true), data.getUint8(at));
    case 10:
      return formatDecimal(decimalOf16(data, at + 1), data.getUint8(at));
    case 11:
      return formatDate(data.getInt32(at, true));
    case 12:
      return `${formatTimestamp(data.getBigInt64(at, true))}Z`;
    case 13:
      return formatTimestamp(data.getBigInt64(at, true));
    case 14:
      return data.getFloat32(at, true);
    case 15: {
      const start = data.byteOffset + at + 4;
      return new Uint8Array(data.buffer.slice(start, start + data.getUint32(at, true)));
    }
    case 16:
      return utf8(data, at + 4, data.getUint32(at, true));
    default:
      throw new RangeError(`a variant holds a value of the unknown primitive type ${type}`);
  }
}
