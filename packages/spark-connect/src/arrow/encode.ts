import {
  binary,
  bool,
  Column,
  columnFromArray,
  dateDay,
  decimal,
  duration,
  field,
  fixedSizeBinary,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  interval,
  IntervalUnit,
  list,
  map,
  nullType,
  struct,
  tableFromColumns,
  tableToIPC,
  timeNanosecond,
  timestamp,
  TimeUnit,
  utf8,
  type DataType as ArrowType,
} from '@uwdata/flechette';
import { typeName, type DataType, type StructType } from '../types.ts';
import type { InputValue } from '../values.ts';
import { writer } from './writers.ts';

/**
 * Encodes rows as Arrow IPC streams of at most `rowsPerStream` rows each (one stream when there are no rows). Values
 * as in `values.ts`; one that does not fit its column throws a `RangeError` that names row and column.
 */
export function encodeRows(
  rows: readonly (readonly InputValue[])[],
  schema: StructType,
  rowsPerStream = Number.POSITIVE_INFINITY,
): Uint8Array[] {
  const columns = schema.fields.map(({ name, type, nullable }, index) => {
    const fail = (row: number, why: string) =>
      new RangeError(`row ${row + 1}, column "${name}" (${typeName(type)}): ${why}`);
    const write = attempt(
      () => writer(type),
      (why) => new RangeError(`column "${name}": ${why}`),
    );
    const values = rows.map((row, number) => {
      const value = row[index];
      if (value !== null && value !== undefined)
        return attempt(
          () => write(value),
          (why) => fail(number, why),
        );
      if (!nullable) throw fail(number, 'null in a column that does not take it');
      return null;
    });
    // built in the layout of the stored integers, sent under the type they mean: flechette's own builders take
    // milliseconds and would lose microseconds
    const column: Column<unknown> = columnFromArray(values, arrowType(type, 'stored'), { maxBatchRows: rowsPerStream });
    return { data: column.data, meant: arrowType(type, 'meant') };
  });
  const streams = Math.max(1, columns[0]?.data.length ?? 1);
  return Array.from({ length: streams }, (_, part) => {
    const table = tableFromColumns(
      columns.map(({ data, meant: type }, i): [string, Column<unknown>] => {
        const batch = data[part];
        return [`c${i}`, new Column(batch === undefined ? [] : [batch], type)];
      }),
    );
    // set afterwards: column names may repeat
    for (const [i, f] of table.schema.fields.entries()) f.name = schema.fields[i]?.name ?? f.name;
    const bytes = tableToIPC(table, { format: 'stream' });
    if (bytes === null) throw new Error('Arrow gave no bytes');
    return bytes;
  });
}

function attempt<T>(run: () => T, explain: (why: string) => Error): T {
  try {
    return run();
  } catch (error) {
    throw explain(error instanceof Error ? error.message : String(error));
  }
}

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
      return stored ? int64() : timestamp(TimeUnit.MICROSECOND, 'UTC');
    case 'timestamp_ntz':
      return stored ? int64() : timestamp(TimeUnit.MICROSECOND, null);
    case 'time':
      return stored ? int64() : timeNanosecond();
    case 'day_time_interval':
      return stored ? int64() : duration(TimeUnit.MICROSECOND);
    case 'year_month_interval':
      return stored ? int32() : interval(IntervalUnit.YEAR_MONTH);
    case 'interval':
      return stored ? fixedSizeBinary(16) : interval(IntervalUnit.MONTH_DAY_NANO);
    case 'decimal':
      return decimal(type.precision, type.scale, 128);
    case 'array':
      return list(field('element', arrowType(type.element, as), type.containsNull));
    case 'map':
      return map(field('key', arrowType(type.key, as), false), field('value', arrowType(type.value, as), true));
    case 'struct':
      return struct(type.fields.map((f, i) => field(stored ? `c${i}` : f.name, arrowType(f.type, as), f.nullable)));
    case 'udt':
      return arrowType(type.sqlType, as);
    default:
      throw new RangeError(`values of type ${typeName(type)} cannot be sent`);
  }
}
