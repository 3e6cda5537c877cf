import { call, callFunction, col, columnNamed, Column, expr, lit, toColumn, type ColumnLike } from '../column.ts';
import type { DataFrame } from '../dataframe.ts';
import { columnOf, functionTable, valueOf, type ColumnArgument } from './table.ts';

/** Chance is drawn here, so that an evaluation repeated by the engine gives the same rows, as in PySpark. */
const anySeed = (): bigint => BigInt(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));

/** The arguments are (what, from) in Spark's function, and (from, what) in its clients. */
const trimming = (name: string) => (text: ColumnArgument, characters?: ColumnArgument) =>
  characters === undefined ? call(name, columnOf(text)) : call(name, columnOf(characters), columnOf(text));

/** Partitioning of tables: `df.writeTo('t').partitionedBy(F.partitioning.days('at'))`. */
export const partitioning = {
  ...functionTable({ years: 'c', months: 'c', days: 'c', hours: 'c' }),
  bucket: (buckets: number, column: ColumnArgument) => call('bucket', buckets, columnOf(column)),
} as const;

/** What does not fit a table. */
export const special = {
  call,
  col,
  columnNamed,
  expr,
  lit,
  partitioning,
  /** Any function by its name as in SQL, which may be qualified (`catalog.schema.name`). */
  callFunction: (name: string, ...args: ColumnArgument[]) =>
    new Column({
      exprType: {
        case: 'callFunction',
        value: { functionName: name, arguments: args.map((arg) => columnOf(arg).expression) },
      },
    }),
  /** Tells Spark to send this side of a join everywhere. */
  broadcast: (df: DataFrame): DataFrame => df.hint('broadcast'),
  /** Begins a CASE; go on with `.when(…)` and `.otherwise(…)`. */
  when: (condition: Column, value: ColumnLike) => call('when', condition, toColumn(value)),

  asc: (column: ColumnArgument) => columnOf(column).asc(),
  ascNullsFirst: (column: ColumnArgument) => columnOf(column).asc(),
  ascNullsLast: (column: ColumnArgument) => columnOf(column).ascNullsLast(),
  desc: (column: ColumnArgument) => columnOf(column).desc(),
  descNullsFirst: (column: ColumnArgument) => columnOf(column).descNullsFirst(),
  descNullsLast: (column: ColumnArgument) => columnOf(column).desc(),

  /** Number of rows (`*`, the default) or of non-null values. */
  count: (column: ColumnArgument = '*') => call('count', column === '*' ? lit(1) : columnOf(column)),
  countDistinct: (...columns: ColumnArgument[]) => callFunction('count', columns.map(columnOf), true),
  sumDistinct: (column: ColumnArgument) => callFunction('sum', [columnOf(column)], true),
  listaggDistinct: (column: ColumnArgument, ...delimiter: [delimiter?: ColumnLike]) =>
    callFunction('listagg', [columnOf(column), ...delimiter.map(valueOf)], true),
  stringAggDistinct: (column: ColumnArgument, ...delimiter: [delimiter?: ColumnLike]) =>
    callFunction('string_agg', [columnOf(column), ...delimiter.map(valueOf)], true),
  first: (column: ColumnArgument, ignoreNulls = false) => call('first', columnOf(column), ignoreNulls),
  last: (column: ColumnArgument, ignoreNulls = false) => call('last', columnOf(column), ignoreNulls),
  countMinSketch: (column: ColumnArgument, eps: number, confidence: number, seed: number | bigint = anySeed()) =>
    call('count_min_sketch', columnOf(column), eps, confidence, seed),

  rand: (seed: number | bigint = anySeed()) => call('rand', seed),
  randn: (seed: number | bigint = anySeed()) => call('randn', seed),
  uniform: (min: ColumnLike, max: ColumnLike, seed: number | bigint = anySeed()) => call('uniform', min, max, seed),
  randstr: (length: ColumnLike, seed: number | bigint = anySeed()) => call('randstr', length, seed),
  shuffle: (array: ColumnArgument, seed: number | bigint = anySeed()) => call('shuffle', columnOf(array), seed),

  /** Natural logarithm; with a base first, the logarithm to that base. */
  log: (...args: [column: ColumnArgument] | [base: number, column: ColumnArgument]) =>
    args.length === 1 ? call('ln', columnOf(args[0])) : call('log', args[0], columnOf(args[1])),
  /** Without the spaces, or these characters, at both ends. */
  trim: trimming('trim'),
  ltrim: trimming('ltrim'),
  rtrim: trimming('rtrim'),
  /** Lists of words, one a sentence. */
  sentences: (text: ColumnArgument, language: ColumnArgument = lit(''), country: ColumnArgument = lit('')) =>
    call('sentences', columnOf(text), columnOf(language), columnOf(country)),
  /** Text with its letters and digits replaced: upper case, lower case, digits, others (null: left as they are). */
  mask: (
    text: ColumnArgument,
    upper: ColumnLike = 'X',
    lower: ColumnLike = 'x',
    digit: ColumnLike = 'n',
    other: ColumnLike = null,
  ) => call('mask', columnOf(text), upper, lower, digit, other),
  strToMap: (text: ColumnArgument, pairs: ColumnArgument = lit(','), keyValue: ColumnArgument = lit(':')) =>
    call('str_to_map', columnOf(text), columnOf(pairs), columnOf(keyValue)),
  /** A timestamp of one zone's clock on another's; without a source zone, from the session's. */
  convertTimezone: (source: Column | undefined, target: Column, timestamp: ColumnArgument) =>
    call('convert_timezone', ...(source === undefined ? [] : [source]), target, columnOf(timestamp)),
} as const;
