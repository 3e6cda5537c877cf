import { formatDate, formatTimestamp, typeFromProto, typeToDdl } from '@millrace/spark-connect';
import type { Expression_Literal } from '@millrace/spark-connect/proto';
import { onLiteral, type LiteralTable } from '@millrace/spark-connect/visit';
import { quote } from './names.ts';

const call = (name: string, args: readonly string[]): string => `${name}(${args.join(', ')})`;

const fraction = (value: number, type: 'double' | 'float', suffix: string): string =>
  Number.isFinite(value)
    ? `${Object.is(value, -0) ? '-0' : value}${Number.isInteger(value) && !/e/.test(String(value)) ? '.0' : ''}${suffix}`
    : `${type}('${Number.isNaN(value) ? 'NaN' : value}')`;

const withNanos = (micros: bigint, nanos: number): string => {
  const text = formatTimestamp(micros);
  return `${text.includes('.') ? text : `${text}.000000`}${String(nanos).padStart(3, '0')}`;
};

const alternating = (keys: readonly Expression_Literal[], values: readonly Expression_Literal[]): string[] =>
  keys.flatMap((key, i) => [literalText(key), literalText(values[i])]);

const table: LiteralTable<[Expression_Literal], string> = {
  null: (type) => (type.kind.case === 'null' ? 'NULL' : `CAST(NULL AS ${typeToDdl(typeFromProto(type))})`),
  binary: (bytes) => `X'${Buffer.from(bytes).toString('hex').toUpperCase()}'`,
  boolean: (value) => String(value).toUpperCase(),
  byte: (value) => `${value}Y`,
  short: (value) => `${value}S`,
  integer: String,
  long: (value) => `${value}L`,
  float: (value) => fraction(value, 'float', 'F'),
  double: (value) => fraction(value, 'double', 'D'),
  decimal: ({ value, precision, scale }) =>
    precision === undefined ? `${value}BD` : `CAST(${quote(value)} AS decimal(${precision},${scale ?? 0}))`,
  string: quote,
  date: (days) => `DATE '${formatDate(days)}'`,
  timestamp: (micros) => `TIMESTAMP '${formatTimestamp(micros)}Z'`,
  timestampNtz: (micros) => `TIMESTAMP_NTZ '${formatTimestamp(micros)}'`,
  calendarInterval: ({ months, days, microseconds }) =>
    `make_interval(0, ${months}, 0, ${days}, 0, 0, ${Number(microseconds) / 1e6})`,
  yearMonthInterval: (months) => `INTERVAL '${months}' MONTH`,
  dayTimeInterval: (micros) => `INTERVAL '${Number(micros) / 1e6}' SECOND`,
  array: ({ elements }) => call('array', elements.map(literalText)),
  map: ({ keys, values }) => call('map', alternating(keys, values)),
  struct: ({ elements, structType }, { dataType }) => {
    const type = typeFromProto(structType ?? dataType);
    const names = type.kind === 'struct' ? type.fields.map((f) => f.name) : [];
    return call(
      'named_struct',
      elements.flatMap((e, i) => [quote(names[i] ?? `col${i + 1}`), literalText(e)]),
    );
  },
  specializedArray: ({ valueType }) =>
    call(
      'array',
      (valueType.value?.values ?? []).map((v) => (typeof v === 'string' ? quote(v) : String(v))),
    ),
  time: ({ nano }) => `TIME '${formatTimestamp(nano / 1000n).slice(11)}'`,
  timestampNtzNanos: ({ epochMicros, nanosWithinMicro }) =>
    `TIMESTAMP_NTZ '${withNanos(epochMicros, nanosWithinMicro)}'`,
  timestampLtzNanos: ({ epochMicros, nanosWithinMicro }) => `TIMESTAMP '${withNanos(epochMicros, nanosWithinMicro)}Z'`,
};

/** A constant as Spark SQL writes it, its type included (`3L`, `DATE '2024-02-29'`). */
export const literalText = (literal: Expression_Literal | undefined): string =>
  literal === undefined ? 'NULL' : onLiteral(table, literal, literal);
