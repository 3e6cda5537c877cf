import { functions as f, Window, type DataFrame, type DataType, type RunOptions } from '@millrace/spark-connect';
import { typeName } from '@millrace/spark-connect/types';
import { cellOf } from '../../results/cells.ts';
import type { Cell } from '../../results/events.ts';
import type { Materialize } from '@millrace/engines/host';
import { binsOf, type Bins } from './bins.ts';
import { kindOf, type ValueKind } from './value-kind.ts';

/** How often a value occurs. */
export interface Frequent {
  readonly value: string;
  readonly count: number;
}

/** What a column holds, in figures. */
export interface ColumnProfile {
  readonly name: string;
  readonly type: string;
  readonly rows: number;
  readonly nulls: number;
  /** Values that are not a number (NaN): they take no part in min, max, mean and bins. */
  readonly nans: number;
  /** Different values besides null; null for nested values. */
  readonly distinct: number | null;
  readonly min: string | null;
  readonly max: string | null;
  /** Of numbers; null if it is none, as with infinities. */
  readonly mean: number | null;
  readonly bins: Bins | null;
  /** The most frequent values of text and truth values, the most frequent one first. */
  readonly top: readonly Frequent[] | null;
}

export interface Profile {
  /** Rows that were looked at. */
  readonly rows: number;
  /** True if there are no more. */
  readonly complete: boolean;
  /** Rows among them with cells that do not fit their types, which are null here; null if the reader finds none such. */
  readonly rejected: number | null;
  readonly columns: readonly ColumnProfile[];
}

export interface ProfileOptions extends RunOptions {
  readonly keep: Materialize;
  /** Most rows that are looked at: the first ones, and fewer where many columns make many cells. */
  readonly maxRows: number;
  /** Whether the last column is none of theirs but is true for rows that the reader has rejected. */
  readonly isMarked?: boolean;
}

/** Cells that one engine counts by value within seconds, and without filling its memory. */
const maxCells = 4_000_000;
const minRows = 1_000;
const maxTop = 6;
const maxText = 200;

interface ColumnSpec {
  readonly name: string;
  readonly type: DataType;
  readonly kind: ValueKind;
  /** By which the column goes here: those of the data may have any name, and several the same. */
  readonly c: string;
}

/**
 * Summarises the columns of a table with four queries, however many columns there are: rows are computed once and materialized,
 * then summed up, then counted by value, then by bin.
 */
export async function profile(rows: DataFrame, options: ProfileOptions): Promise<Profile> {
  const { keep, isMarked = false, maxRows: limit, ...run } = options;
  const { fields } = await rows.schema();
  const maxRows = Math.min(limit, Math.max(minRows, Math.floor(maxCells / Math.max(1, fields.length))));
  const renamed = rows.toDF(...fields.map((_, i) => `c${i}`));
  const specs = fields
    .map(({ name, type }, i): ColumnSpec => ({ name, type, kind: kindOf(type), c: `c${i}` }))
    .slice(0, isMarked ? -1 : undefined);
  const materialized = await keep(renamed.limit(maxRows + 1), run);
  try {
    const rowCount = await materialized.df.count(run);
    const complete = rowCount <= maxRows;
    const sample = complete ? materialized.df : materialized.df.limit(maxRows);
    const markedBy = isMarked ? `c${specs.length}` : undefined;
    const sums = await summedUp(sample, specs, markedBy, run);
    const [values, counts] = await Promise.all([
      countedByValue(sample, specs, run),
      countedByBin(sample, specs, sums.columns, run),
    ]);
    const columns = specs.map(({ name, type, kind }, i): ColumnProfile => {
      const { present, nans, min, max, mean, range } = sums.columns[i]!;
      const { distinct, top } = values.get(i) ?? { distinct: 0, top: [] };
      return {
        name,
        type: typeName(type),
        rows: sums.rows,
        nulls: sums.rows - present,
        nans,
        distinct: kind === 'nested' ? null : distinct,
        min,
        max,
        mean,
        bins:
          range === null ? null : { ...range, counts: range.counts.map((_, bin) => counts.get(`${i} ${bin}`) ?? 0) },
        top: kind === 'text' || kind === 'truth' ? top : null,
      };
    });
    return { rows: sums.rows, complete, rejected: sums.rejected, columns };
  } finally {
    await materialized.release();
  }
}

interface Sums {
  readonly present: number;
  readonly nans: number;
  readonly min: string | null;
  readonly max: string | null;
  readonly mean: number | null;
  /** Bins to be counted. */
  readonly range: Bins | null;
}

/** Expressions that sum up a column, in the order that {@link sumsOf} takes them in. */
function expressionsOf({ c, kind, type }: ColumnSpec): string[] {
  if (kind === 'nested' || kind === 'truth') return [`count(${c})`];
  if (kind === 'text')
    return [`count(${c})`, `substring(min(${c}), 1, ${maxText})`, `substring(max(${c}), 1, ${maxText})`];
  if (kind === 'time')
    return [`count(${c})`, `min(${c})`, `max(${c})`, onAxis(`min(${c})`, type), onAxis(`max(${c})`, type)];
  if (!isFloating(type)) return [`count(${c})`, `min(${c})`, `max(${c})`, `avg(cast(${c} as double))`];
  const number = `if(isnan(${c}), null, ${c})`;
  const mean = `avg(cast(${number} as double))`;
  const axis = onAxis(c, type);
  return [`count(${c})`, `min(${number})`, `max(${number})`, mean, `min(${axis})`, `max(${axis})`, `count(${number})`];
}

const isFloating = ({ kind }: DataType): boolean => kind === 'float' || kind === 'double';
const isWhole = ({ kind }: DataType): boolean => ['byte', 'short', 'integer', 'long'].includes(kind);

/** A value's place on an axis of numbers as a double: milliseconds since 1970 for times; null if it has none. */
function onAxis(c: string, type: DataType): string {
  if (type.kind === 'date') return `cast(unix_date(${c}) as double) * 86400000D`;
  if (type.kind === 'timestamp' || type.kind === 'timestamp_ntz')
    return `cast(unix_micros(cast(${c} as timestamp)) as double) / 1000D`;
  const double = `cast(${c} as double)`;
  return isFloating(type) ? `if(isnan(${c}) or abs(${double}) = double('Infinity'), null, ${double})` : double;
}

async function summedUp(
  sample: DataFrame,
  specs: readonly ColumnSpec[],
  markedBy: string | undefined,
  run: RunOptions,
): Promise<{ rows: number; rejected: number | null; columns: readonly Sums[] }> {
  const expressions = specs.map(expressionsOf);
  const marked = markedBy === undefined ? 'cast(null as bigint)' : `count(if(${markedBy}, 1, null))`;
  const aggregates = [`count(*)`, marked, ...expressions.flat()].map((sql, i) => `${sql} as a${i}`);
  const { rows } = await sample.selectExpr(...aggregates).table(run);
  const cells = (rows[0] ?? []).map((value) => cellOf(value));
  const numberAt = (i: number): number | null => (cells[i] === null ? null : Number(cells[i]));
  let at = 2;
  const columns = specs.map((spec, i): Sums => {
    const many = expressions[i]?.length ?? 0;
    const sums = sumsOf(spec, cells.slice(at, at + many));
    at += many;
    return sums;
  });
  return { rows: numberAt(0) ?? 0, rejected: numberAt(1), columns };
}

function sumsOf({ kind, type }: ColumnSpec, [count, min = null, max = null, ...more]: readonly Cell[]): Sums {
  const present = Number(count);
  const text = (cell: Cell): string | null => (cell === null ? null : String(cell));
  const number = (cell: Cell | undefined): number | null => (cell == null ? null : Number(cell));
  const sums = { present, nans: 0, min: text(min), max: text(max), mean: null, range: null };
  if (kind === 'time') return { ...sums, range: binsOf(number(more[0]), number(more[1]), false) };
  if (kind !== 'number') return sums;
  const [mean, low = min, high = max, numbers = count] = more;
  return {
    ...sums,
    nans: present - Number(numbers),
    mean: mean != null && Number.isFinite(Number(mean)) ? Number(mean) : null,
    range: binsOf(number(low), number(high), isWhole(type)),
  };
}

/** Different values by the index of their column, and the most frequent ones of them. */
async function countedByValue(
  sample: DataFrame,
  specs: readonly ColumnSpec[],
  run: RunOptions,
): Promise<ReadonlyMap<number, { distinct: number; top: Frequent[] }>> {
  const frequencies = new Map<number, { distinct: number; top: Frequent[] }>();
  const flat = specs.flatMap(({ kind, c }, i) => (kind === 'nested' ? [] : [[i, `cast(${c} as string)`] as const]));
  if (flat.length === 0) return frequencies;
  const frequentFirst = Window.partitionBy('pos').orderBy(f.col('n').desc(), f.col('col').asc());
  const { rows } = await sample
    .selectExpr(`posexplode(array(${flat.map(([, sql]) => sql).join(', ')}))`)
    .filter('col is not null')
    .groupBy('pos', 'col')
    .agg(f.count('*').alias('n'))
    .select(
      'pos',
      f.substring('col', 1, maxText).alias('value'),
      'n',
      f.rowNumber().over(frequentFirst).alias('place'),
      f.count('*').over(Window.partitionBy('pos')).alias('many'),
    )
    .filter(`place <= ${maxTop}`)
    .orderBy('pos', 'place')
    .table(run);
  for (const [pos, value, n, , many] of rows) {
    const i = flat[Number(pos)]![0];
    const one = frequencies.get(i) ?? { distinct: Number(many), top: [] };
    one.top.push({ value: String(value), count: Number(n) });
    frequencies.set(i, one);
  }
  return frequencies;
}

/** Rows by column and bin. */
async function countedByBin(
  sample: DataFrame,
  specs: readonly ColumnSpec[],
  sums: readonly Sums[],
  run: RunOptions,
): Promise<ReadonlyMap<string, number>> {
  const binned = specs.flatMap(({ c, type }, i) => {
    const range = sums[i]?.range;
    return range == null ? [] : [[i, binSql(onAxis(c, type), range)] as const];
  });
  if (binned.length === 0) return new Map();
  const { rows } = await sample
    .selectExpr(`posexplode(array(${binned.map(([, sql]) => sql).join(', ')}))`)
    .filter('col is not null')
    .groupBy('pos', 'col')
    .agg(f.count('*').alias('n'))
    .table(run);
  return new Map(rows.map(([pos, bin, n]) => [`${binned[Number(pos)]![0]} ${Number(bin)}`, Number(n)]));
}

/** The bin of a value, from 0. */
function binSql(value: string, { from, to, counts }: Bins): string {
  if (from === to) return `if(${value} is null, null, 0)`;
  const at = `floor((${value} - ${double(from)}) / ${double(to - from)} * ${double(counts.length)})`;
  // `least` passes nulls over
  return `cast(if(${value} >= ${double(to)}, ${counts.length - 1}, ${at}) as int)`;
}

const double = (value: number): string => `double('${value}')`;
