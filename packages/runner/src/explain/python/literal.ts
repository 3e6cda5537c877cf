import { formatDate, formatTimestamp, typeFromProto, typeToDdl, type DataType } from '@millrace/spark-connect';
import type { Expression_Literal } from '@millrace/spark-connect/proto';
import { literalText } from '../sql-text/literal.ts';
import { onLiteral, type LiteralTable } from '@millrace/spark-connect/visit';
import { call, chain, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';
import { pyBool, pyFloat, pyString } from './text.ts';

const lit = (value: Doc): Doc => call('F.lit', [value]);
const cast = (value: Doc, type: string): Doc => chain(value, call('.cast', [pyString(type)]));
const ddl = (type: DataType): string => typeToDdl(type);
const sql = (_: unknown, literal: Expression_Literal): Doc => call('F.expr', [pyString(literalText(literal))]);

const array = (elements: readonly Expression_Literal[], type: DataType): Doc =>
  elements.length === 0 ? cast('F.array()', ddl(type)) : call('F.array', elements.map(columnLiteral));

const columns: LiteralTable<[Expression_Literal], Doc> = {
  null: (type) => cast(lit('None'), ddl(typeFromProto(type))),
  binary: (bytes) => lit(call('bytes.fromhex', [pyString(Buffer.from(bytes).toString('hex'))])),
  boolean: (value) => lit(pyBool(value)),
  byte: (value) => cast(lit(String(value)), 'tinyint'),
  short: (value) => cast(lit(String(value)), 'smallint'),
  integer: (value) => lit(String(value)),
  long: (value) => cast(lit(String(value)), 'bigint'),
  float: (value) => cast(lit(pyFloat(value)), 'float'),
  double: (value) => lit(pyFloat(value)),
  decimal: ({ value, precision, scale }) => cast(lit(pyString(value)), `decimal(${precision ?? 38},${scale ?? 0})`),
  string: (value) => lit(pyString(value)),
  date: (days) => cast(lit(pyString(formatDate(days))), 'date'),
  timestamp: (micros) => cast(lit(pyString(`${formatTimestamp(micros)}Z`)), 'timestamp'),
  timestampNtz: (micros) => cast(lit(pyString(formatTimestamp(micros))), 'timestamp_ntz'),
  calendarInterval: sql,
  yearMonthInterval: sql,
  dayTimeInterval: sql,
  array: ({ elements, elementType }, { dataType }) =>
    array(
      elements,
      dataType === undefined
        ? { kind: 'array', element: typeFromProto(elementType), containsNull: true }
        : typeFromProto(dataType),
    ),
  map: ({ keys, values }) =>
    call(
      'F.create_map',
      keys.flatMap((key, i) => [columnLiteral(key), columnLiteral(values[i])]),
    ),
  struct: ({ elements, structType }, { dataType }) => {
    const type = typeFromProto(structType ?? dataType);
    const names = type.kind === 'struct' ? type.fields.map((f) => f.name) : [];
    return call(
      'F.struct',
      elements.map((e, i) => chain(columnLiteral(e), call('.alias', [pyString(names[i] ?? `col${i + 1}`)]))),
    );
  },
  specializedArray: sql,
  time: sql,
  timestampNtzNanos: sql,
  timestampLtzNanos: sql,
};

/** A constant as Python writes it where PySpark takes values, if it has such a form: `3`, `"x"`, `True`. */
export function plainLiteral({ literalType }: Expression_Literal): string | undefined {
  switch (literalType.case) {
    case 'null':
      return literalType.value.kind.case === 'null' ? 'None' : undefined;
    case 'boolean':
      return pyBool(literalType.value);
    case 'integer':
      return String(literalType.value);
    case 'double':
      return pyFloat(literalType.value);
    case 'string':
      return pyString(literalType.value);
    default:
      return undefined;
  }
}

/** A constant as a Column. */
export function columnLiteral(literal: Expression_Literal | undefined): Doc {
  const value = literal === undefined ? 'None' : plainLiteral(literal);
  return literal === undefined || value !== undefined ? lit(value ?? 'None') : onLiteral(columns, literal, literal);
}

/** A constant as a Python value, where PySpark takes nothing else and finds the type by the column. */
export function anyLiteral(literal: Expression_Literal | undefined, scope: Scope): Doc {
  const { literalType } = literal ?? {};
  const of = (module: string, name: string, text: string): Doc => {
    scope.needs(module);
    return call(name, [pyString(text)]);
  };
  switch (literalType?.case) {
    case 'byte':
    case 'short':
    case 'long':
      return String(literalType.value);
    case 'float':
      return pyFloat(literalType.value);
    case 'null':
      return 'None';
    case 'decimal':
      return of('from decimal import Decimal', 'Decimal', literalType.value.value);
    case 'date':
      return of('import datetime', 'datetime.date.fromisoformat', formatDate(literalType.value));
    case 'timestamp':
      return of('import datetime', 'datetime.datetime.fromisoformat', `${formatTimestamp(literalType.value)}+00:00`);
    default:
      return (
        (literal === undefined ? undefined : plainLiteral(literal)) ??
        noForm(`a value of the kind ${literalType?.case ?? 'nothing'}`)
      );
  }
}
