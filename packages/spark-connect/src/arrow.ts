import {
  binary,
  bool,
  Column as ArrowColumn,
  columnFromArray,
  dateDay,
  decimal,
  duration,
  field as arrowField,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  interval,
  list,
  map,
  nullType,
  struct,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  timestamp,
  utf8,
  type DataType as ArrowType,
  type ExtractionOptions,
} from '@uwdata/flechette';
import { typeName, type DataType, type StructType } from './types.ts';
import {
  formatDate,
  formatDecimal,
  formatTimestamp,
  parseDate,
  parseDecimal,
  parseTimestamp,
  type CalendarInterval,
  type InputValue,
  type Value,
} from './values.ts';

const extraction: ExtractionOptions = {
  useBigInt: true,
  useBigIntTimestamp: true,
  useDecimalInt: true,
  useMap: true,
};

/** One batch of a result, kept as Arrow columns; values are converted when asked for. */
export interface RecordBatch {
  readonly rowCount: number;
  /** The value at a row of a column, by position. */
  value(row: number, column: number): Value;
  /** All values of a column, converted. */
  column(index: number): Value[];
  /** Rows as arrays in column order. */
  rows(): Value[][];
}

type Read = (raw: unknown) => Value;

/** Decodes one Arrow IPC stream (a batch of an ExecutePlan answer) by the schema of the result. */
export function decodeBatch(data: Uint8Array, schema: StructType): RecordBatch {
  // batches arrive unaligned within the gRPC message; Arrow's typed arrays need alignment
  const table = tableFromIPC(new Uint8Array(data), extraction);
  const columns = table.children as ArrowColumn<unknown>[];
  if (columns.length !== schema.fields.length)
    throw new Error(`the result has ${columns.length} columns where its schema names ${schema.fields.length}`);
  const reads = schema.fields.map((field) => reader(field.type));
  const at = (column: number, row: number): Value => {
    const raw: unknown = columns[column]?.at(row);
    const read = reads[column];
    return raw === null || raw === undefined ? null : read === undefined ? (raw as Value) : read(raw);
  };
  const columnValues = (index: number): Value[] => {
    const raw = Array.from(columns[index] ?? []);
    const read = reads[index];
    return read === undefined ? (raw as Value[]) : raw.map((v) => (v === null ? null : read(v)));
  };
  return {
    rowCount: table.numRows,
    value: (row, column) => at(column, row),
    column: columnValues,
    rows() {
      const values = columns.map((_, i) => columnValues(i));
      return Array.from({ length: table.numRows }, (_, row) => values.map((column) => column[row] ?? null));
    },
  };
}

/** The schema that an Arrow IPC stream carries, as Spark types. */
export function schemaOfArrow(data: Uint8Array): StructType {
  const { schema } = tableFromIPC(new Uint8Array(data), extraction);
  return {
    kind: 'struct',
    fields: schema.fields.map((f) => ({ name: f.name, type: fromArrow(f.type), nullable: f.nullable })),
  };
}

/** undefined: the value is right as Arrow gives it. */
function reader(type: DataType): Read | undefined {
  switch (type.kind) {
    case 'decimal':
      return (raw) => formatDecimal(BigInt(raw as bigint | number), type.scale);
    case 'date':
      return (raw) => formatDate((raw as number) / 86_400_000);
    case 'timestamp':
      return (raw) => `${formatTimestamp(raw as bigint)}Z`;
    case 'timestamp_ntz':
      return (raw) => formatTimestamp(raw as bigint);
    case 'interval':
      return (raw) => calendarInterval(raw as Float64Array);
    case 'binary':
      return (raw) => new Uint8Array(raw as Uint8Array);
    case 'array': {
      const element = reader(type.element);
      return (raw) => Array.from(raw as Iterable<unknown>, (v) => convert(v, element));
    }
    case 'map': {
      const [key, value] = [reader(type.key), reader(type.value)];
      return (raw) =>
        new Map(Array.from(raw as Iterable<[unknown, unknown]>, ([k, v]) => [convert(k, key), convert(v, value)]));
    }
    case 'struct': {
      const fields = type.fields.map((f) => ({ name: f.name, read: reader(f.type) }));
      return (raw) => {
        const source = raw as Record<string, unknown>;
        return Object.fromEntries(fields.map(({ name, read }) => [name, convert(source[name], read)]));
      };
    }
    case 'udt':
      return reader(type.sqlType);
    default:
      return undefined;
  }
}

const convert = (raw: unknown, read: Read | undefined): Value =>
  raw === null || raw === undefined ? null : read === undefined ? (raw as Value) : read(raw);

const calendarInterval = (raw: Float64Array): CalendarInterval & { [name: string]: Value } => ({
  months: raw[0] ?? 0,
  days: raw[1] ?? 0,
  microseconds: BigInt(Math.round((raw[2] ?? 0) / 1000)),
});

/**
 * Encodes rows as one Arrow IPC stream. Values as in `values.ts`; a value that does not fit its column throws a
 * `RangeError` that names row and column.
 */
export function encodeRows(rows: readonly (readonly InputValue[])[], schema: StructType): Uint8Array {
  const columns = schema.fields.map((field, index): [string, ArrowColumn<unknown>] => {
    const write = writer(field.type);
    const values = rows.map((row, number) => {
      const value = row[index];
      if (value === null || value === undefined) return null;
      try {
        return write(value);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new RangeError(`row ${number + 1}, column "${field.name}" (${typeName(field.type)}): ${why}`);
      }
    });
    // built in the layout of the stored integers, sent under the type they mean: flechette's own builders take
    // milliseconds and would lose microseconds
    const built = columnFromArray(values, arrowType(field.type, 'stored')) as ArrowColumn<unknown>;
    return [`c${index}`, new ArrowColumn([...built.data], arrowType(field.type, 'meant'))];
  });
  const table = tableFromColumns(columns);
  // set afterwards: column names may repeat
  table.schema.fields.forEach((field, index) => {
    field.name = schema.fields[index]?.name ?? field.name;
  });
  const bytes = tableToIPC(table, { format: 'stream' });
  if (bytes === null) throw new Error('Arrow gave no bytes');
  return bytes;
}

type Write = (value: NonNullable<InputValue>) => unknown;

const limits: Partial<Record<DataType['kind'], readonly [bigint, bigint]>> = {
  byte: [-128n, 127n],
  short: [-32_768n, 32_767n],
  integer: [-2_147_483_648n, 2_147_483_647n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
};

function writer(type: DataType): Write {
  switch (type.kind) {
    case 'byte':
    case 'short':
    case 'integer':
    case 'long': {
      const [low, high] = limits[type.kind] ?? [0n, 0n];
      return (value) => {
        const n = integer(value);
        if (n < low || n > high) throw new RangeError(`${n} does not fit`);
        return type.kind === 'long' ? n : Number(n);
      };
    }
    case 'float':
    case 'double':
      return (value) => {
        if (typeof value !== 'number' && typeof value !== 'bigint') throw new RangeError(`${shown(value)} is not a number`);
        return Number(value);
      };
    case 'boolean':
      return (value) => {
        if (typeof value !== 'boolean') throw new RangeError(`${shown(value)} is not true or false`);
        return value;
      };
    case 'decimal':
      return (value) => {
        if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')
          throw new RangeError(`${shown(value)} is not a decimal number`);
        const unscaled = parseDecimal(value, type.scale);
        if ((unscaled < 0n ? -unscaled : unscaled) >= 10n ** BigInt(type.precision))
          throw new RangeError(`${value} does not fit`);
        return unscaled;
      };
    case 'string':
    case 'char':
    case 'varchar':
      return (value) => {
        if (typeof value !== 'string') throw new RangeError(`${shown(value)} is not text`);
        return value;
      };
    case 'binary':
      return (value) => {
        if (!(value instanceof Uint8Array)) throw new RangeError(`${shown(value)} is not a Uint8Array`);
        return value;
      };
    case 'date':
      return (value) => (value instanceof Date ? Math.floor(value.getTime() / 86_400_000) : parseDate(text(value)));
    case 'timestamp':
    case 'timestamp_ntz':
      return (value) =>
        value instanceof Date ? BigInt(value.getTime()) * 1000n : typeof value === 'bigint' ? value : parseTimestamp(text(value));
    case 'day_time_interval':
      return integer;
    case 'year_month_interval':
      return (value) => Number(integer(value));
    case 'array': {
      const write = nullable(writer(type.element));
      return (value) => {
        if (!Array.isArray(value)) throw new RangeError(`${shown(value)} is not an array`);
        return (value as InputValue[]).map(write);
      };
    }
    case 'map': {
      const [key, write] = [nullable(writer(type.key)), nullable(writer(type.value))];
      return (value) => {
        const entries = value instanceof Map ? [...(value as Map<Value, Value>)] : Object.entries(value);
        return entries.map(([k, v]) => [key(k), write(v)]);
      };
    }
    case 'struct': {
      const fields = type.fields.map((f) => ({ name: f.name, write: nullable(writer(f.type)) }));
      return (value) => {
        if (typeof value !== 'object') throw new RangeError(`${shown(value)} is not an object`);
        const source = value as Record<string, InputValue>;
        const positional = Array.isArray(value) ? (value as InputValue[]) : undefined;
        return Object.fromEntries(
          fields.map(({ name, write }, i) => [name, write(positional === undefined ? source[name] : positional[i])]),
        );
      };
    }
    case 'udt':
      return writer(type.sqlType);
    case 'void':
      return () => null;
    default:
      return () => {
        throw new RangeError(`values of type ${typeName(type)} cannot be sent`);
      };
  }
}

const nullable =
  (write: Write) =>
  (value: InputValue): unknown =>
    value === null || value === undefined ? null : write(value);

const shown = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value));

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new RangeError(`${shown(value)} is not text`);
  return value;
};

const integer = (value: unknown): bigint => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new RangeError(`${shown(value)} is not a whole number`);
};

/** `stored`: the integers that Arrow keeps; `meant`: the type that the column has. */
function arrowType(type: DataType, as: 'stored' | 'meant'): ArrowType {
  const stored = as === 'stored';
  switch (type.kind) {
    case 'void':
      return nullType();
    case 'boolean':
      return bool();
    case 'byte':
      return int8();
    case 'short':
      return int16();
    case 'integer':
      return int32();
    case 'long':
      return int64();
    case 'float':
      return float32();
    case 'double':
      return float64();
    case 'string':
    case 'char':
    case 'varchar':
      return utf8();
    case 'binary':
      return binary();
    case 'date':
      return stored ? int32() : dateDay();
    case 'timestamp':
      return stored ? int64() : timestamp(2, 'UTC');
    case 'timestamp_ntz':
      return stored ? int64() : timestamp(2, null);
    case 'day_time_interval':
      return stored ? int64() : duration(2);
    case 'year_month_interval':
      return stored ? int32() : interval(0);
    case 'decimal':
      return decimal(type.precision, type.scale, 128);
    case 'array':
      return list(field('element', arrowType(type.element, as)));
    case 'map':
      return map(field('key', arrowType(type.key, as), false), field('value', arrowType(type.value, as)));
    case 'struct':
      return struct(type.fields.map((f) => field(f.name, arrowType(f.type, as))));
    case 'udt':
      return arrowType(type.sqlType, as);
    default:
      throw new RangeError(`values of type ${typeName(type)} cannot be sent`);
  }
}

const field = (name: string, type: ArrowType, isNullable = true) => arrowField(name, type, isNullable);

function fromArrow(type: ArrowType): DataType {
  const t = type as unknown as {
    typeId: number;
    bitWidth?: number;
    precision?: number;
    scale?: number;
    timezone?: string | null;
    children?: { name: string; type: ArrowType; nullable: boolean }[];
  };
  const child = (index: number): DataType => fromArrow(t.children?.[index]?.type ?? nullType());
  switch (t.typeId) {
    case 1:
      return { kind: 'void' };
    case 2:
      return { kind: t.bitWidth === 8 ? 'byte' : t.bitWidth === 16 ? 'short' : t.bitWidth === 32 ? 'integer' : 'long' };
    case 3:
      return { kind: t.precision === 1 ? 'float' : 'double' };
    case 4:
    case 19:
      return { kind: 'binary' };
    case 5:
    case 20:
      return { kind: 'string' };
    case 6:
      return { kind: 'boolean' };
    case 7:
      return { kind: 'decimal', precision: t.precision ?? 10, scale: t.scale ?? 0 };
    case 8:
      return { kind: 'date' };
    case 10:
      return { kind: t.timezone == null ? 'timestamp_ntz' : 'timestamp' };
    case 12:
    case 21:
      return { kind: 'array', element: child(0), containsNull: true };
    case 13:
      return {
        kind: 'struct',
        fields: (t.children ?? []).map((f) => ({ name: f.name, type: fromArrow(f.type), nullable: f.nullable })),
      };
    case 17: {
      const entries = t.children?.[0]?.type as unknown as { children?: { type: ArrowType }[] } | undefined;
      const [key, value] = entries?.children ?? [];
      return {
        kind: 'map',
        key: fromArrow(key?.type ?? nullType()),
        value: fromArrow(value?.type ?? nullType()),
        valueContainsNull: true,
      };
    }
    case 18:
      return { kind: 'day_time_interval', start: 0, end: 3 };
    default:
      return { kind: 'unsupported', name: `arrow type ${t.typeId}` };
  }
}
