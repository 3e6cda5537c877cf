import type { SaveLines } from '../contract/results.ts';
import {
  functions as F,
  typeName,
  types,
  type Column,
  type DataFrame,
  type DataType,
  type StructType,
} from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { asUnit } from '../kit/unit.ts';

/** The characters, other than the quote, that a cell of CSV is quoted for. */
const toQuote = [',', '\n', '\r'] as const;

/**
 * Rows as lines of CSV as Spark writes them: commas, null is nothing, empty text two quotes, a quote inside a cell doubled.
 * Text says what is not known: the text of a type. Source: Spark's `UnivocityGenerator`, univocity's `CsvWriter`.
 */
export function csvLines(
  input: DataFrame,
  { fields }: StructType,
  { header, quote }: { readonly header: boolean; readonly quote: '"' | "'" },
): SaveLines | string {
  const cells: Column[] = [];
  for (const { name, type } of fields) {
    const column = F.columnNamed(name);
    const text = type.kind === 'string' ? quoteText(column, quote) : textOf(column, type);
    if (text === undefined) return `the CSV text of ${typeName(type)} columns`;
    cells.push(asUnit('csv-cell', F.coalesce(text, F.lit('')), column, types.string));
  }
  const names = fields.map(({ name }) => quoteName(name, quote)).join(',');
  return { rows: linesOf(input, between(cells, ',')), header: header ? `${names}\n` : '' };
}

function quoteText(column: Column, quote: string): Column {
  const [first, ...others] = [quote, ...toQuote].map((mark) => column.contains(mark));
  const isUnsafe = others.reduce((any, one) => any.or(one), first as Column);
  return F.when(column.eq(''), '""')
    .when(isUnsafe, F.call('concat', F.lit(quote), F.call('replace', column, quote, quote + quote), F.lit(quote)))
    .otherwise(column);
}

const quoteName = (name: string, quote: string): string =>
  [quote, ...toQuote].some((mark) => name.includes(mark))
    ? quote + name.replaceAll(quote, quote + quote) + quote
    : name;

/**
 * Rows as JSON documents, one a line, as Spark writes them: nulls are left out. Text says what is not known: the text of a type,
 * nested ones among them. Source: Spark's `JacksonGenerator`.
 */
export function jsonLines(input: DataFrame, { fields }: StructType): SaveLines | string {
  const members: Column[] = [];
  for (const { name, type } of fields) {
    const column = F.columnNamed(name);
    const value = type.kind === 'string' ? escapeText(column) : jsonOf(column, type);
    if (value === undefined) return `the JSON text of ${typeName(type)} columns`;
    members.push(asUnit('json-member', F.call('concat', F.lit(`${jsonText(name)}:`), value), column, types.string));
  }
  // CONCAT_WS leaves nulls out
  const line = F.call('concat', F.lit('{'), F.call('concat_ws', ',', ...members), F.lit('}'));
  return { rows: linesOf(input, [line]), header: '' };
}

function jsonOf(column: Column, type: DataType): Column | undefined {
  const text = textOf(column, type);
  if (text === undefined) return undefined;
  switch (type.kind) {
    case 'float':
    case 'double':
      return F.when(text.rlike('[IN]'), inQuotes(text)).otherwise(text);
    case 'date':
    case 'timestamp':
    case 'timestamp_ntz':
      return inQuotes(text);
    default:
      return text;
  }
}

const inQuotes = (text: Column): Column => F.call('concat', F.lit('"'), text, F.lit('"'));

/** Escapes of JSON that Jackson writes in short; other control characters get their number. */
const short: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

const controls = Array.from({ length: 32 }, (_, code) => {
  const char = String.fromCharCode(code);
  return [char, short[char] ?? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`] as const;
});

function escapeText(column: Column): Column {
  const replaceMarks = (text: Column, marks: readonly (readonly [string, string])[]): Column =>
    marks.reduce((done, [mark, by]) => F.call('replace', done, mark, by), text);
  const usual = replaceMarks(column, [
    ['\\', '\\\\'],
    ['"', '\\"'],
  ]);
  return inQuotes(F.when(column.rlike('[\\x00-\\x1f]'), replaceMarks(usual, controls)).otherwise(usual));
}

const jsonText = (text: string): string =>
  `"${[...text].map((char) => (char === '"' || char === '\\' ? `\\${char}` : (controls[char.charCodeAt(0)]?.[1] ?? char))).join('')}"`;

/** The text of a value that is not text itself; undefined for what has none that is known. */
function textOf(column: Column, type: DataType): Column | undefined {
  switch (type.kind) {
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
    case 'boolean':
    case 'date':
    case 'float':
    case 'double':
      return asText(column, type, 'sail');
    case 'decimal':
      return decimalText(column, type.scale);
    case 'timestamp':
      return timeText(column, 'Z');
    case 'timestamp_ntz':
      return timeText(column, '');
    default:
      return undefined;
  }
}

/** `2020-01-31T23:59:59.678`: what is below a millisecond is cut off. */
function timeText(column: Column, zone: string): Column {
  const text = column.cast(types.string);
  const part = (pattern: string): Column => F.call('regexp_extract', text, pattern, 1);
  const millis = F.call('substring', F.call('rpad', part('\\.([0-9]+)$'), 3, '0'), 1, 3);
  return F.call('concat', part('^([^ ]+)'), F.lit('T'), part(' ([0-9:]+)'), F.lit('.'), millis, F.lit(zone));
}

/** As `java.math.BigDecimal.toString`: numbers with more than six digits between point and first digit have an exponent. */
function decimalText(column: Column, scale: number): Column {
  const text = column.cast(types.string);
  if (scale <= 6) return text;
  const digits = F.call('regexp_replace', text, '^-?0\\.0*', '');
  const exponent = F.call('length', digits)
    .minus(scale + 1)
    .cast(types.string);
  const rest = F.call('substring', digits, 2);
  const scientific = F.call(
    'concat',
    F.when(text.startsWith('-'), '-').otherwise(''),
    F.call('substring', digits, 1, 1),
    F.when(rest.eq(''), '').otherwise(F.call('concat', F.lit('.'), rest)),
    F.lit('E'),
    exponent,
  );
  return F.when(text.rlike('^-?0\\.0*$'), `0E-${scale}`).when(text.rlike('^-?0\\.000000'), scientific).otherwise(text);
}

const between = (columns: readonly Column[], separator: string): Column[] =>
  columns.flatMap((column, i) => (i === 0 ? [column] : [F.lit(separator), column]));

const linesOf = (input: DataFrame, parts: readonly Column[]): DataFrame =>
  input.select(F.call('concat', ...parts, F.lit('\n')).alias('line'));
