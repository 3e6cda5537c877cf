import type { Case } from '../case.ts';
import { combine } from '../case.ts';
import { v } from '../values.ts';
import { fill, expressionCases } from './expression-cases.ts';

/** Columns that Spark brings to one type, and literals next to them. */
const numbers = ['i', 'l', 'd', 'c'];
const numerals = ['0', '7L', '1.5', '0.25D'];
/** The ends of types, that a change of type would show. */
const ends = ['hmax', 'imax', 'lmax', 'fmax', 'dmax', 'cmax'];
const times = ['dt', 'ts', 'tn'];
const instants = ["date '2020-02-29'", "timestamp '2020-01-31 10:20:30'"];
const words = ['s', 'w'];
const quoted = ["'apple'", "''"];
const flags = ['b', '(i > 0)'];
const lists: [string, string][] = [['ai', 'ai2'], ['as_', 'as2'], ['m', 'm2'], ['al', 'array(5L)'], ['ad', 'array(d)'], ['as_', "array('x')"], ['ai', 'array(1)'], ['st', 'st']]; // prettier-ignore

/** Pairs of a column and the operand next to it. */
const pairs = [
  ...combine(numbers, [...numbers, '1', ...numerals]),
  ...combine(['h'], ['i', 'd', '1', '0']),
  ...combine(['f'], ['f', 'd', '1.5', '0.25D']),
  ...combine(ends.slice(0, 5), ['imax', 'lmax', 'dmax', '1']),
  ...combine(['cmax'], ['cmax', '0', '1.50']),
  ...combine(times, [...times, ...instants]),
  ...combine(['dx'], ['dx', 'dt', "date '9999-12-31'"]),
  ...combine(words, ['s2', ...quoted]),
  ...combine(flags, ['b', 'true', 'false']),
];
/** Pairs that begin with a literal. */
const swaps = [
  ...combine(numerals, numbers),
  ...combine(instants, times),
  ...combine(quoted, words),
  ...combine(['true'], ['b']),
];
const literals = [...combine(numerals, numerals), ...combine(quoted, quoted), ["date '2020-01-01'", "date '2021-01-01'"], ['true', 'false']]; // prettier-ignore

const fillPairs = (templates: readonly string[], list: readonly (readonly string[])[]): string[] =>
  list.flatMap(([a = '', b = '']) => fill(templates, [a], [b]));

const branches = ['if(id > 5, $1, $2)', 'case when id > 5 then $1 else $2 end', 'case when id < 3 then $1 when id < 6 then $2 end']; // prettier-ignore
const bare = ['h', 'f', ...numbers, ...times, 's', 'b', 'ai', 'm', 'st', ...numerals, ...instants, ...quoted, 'true'];
const comparisons = ['=', '<>', '<', '<=', '>', '>=', '<=>'];
const compared = [
  ...combine(times, [...times, ...instants, "'2020-01-31'"]), ...combine([...instants, "'2020-01-31'"], times), ...combine(['dx'], ['dx', "'9999-12-31'"]), ...combine(instants, instants), ...combine(['b'], ['true', 'false', '(l > 5)']), ...combine(["'b'"], ['w', "'c'"]), ...combine(['c'], ['1.50', '2', '2L', '0.5D', 'c2', 'cz']), ...combine(numerals, numerals), ...combine(['ns'], ['c', '7L', "'7'"]), ...combine(['7'], ['ns']), ...combine(['cast(dt as string)'], ['dt2', "date '2020-01-31'"]),
]; // prettier-ignore

/** Computed values next to columns and literals of their type. */
const computed = [
  ...combine(['upper(w)', 'trim(s)', 'year(dt)', 'length(w)', 'd / 2', 'i % 3', 'c * 2', 'date_add(dt, 1)', 'cast(ts as date)', 'size(ai)', 'cast(i as string)', 'datediff(dt, dt2)'], ['w', "'SQL'", '2020', '4', '0.5', '1', '3.00', "date '2020-02-01'", "'2020-01-31'", '3', "'5'", '30', 'i', 'd']).filter(([a = '', b = '']) => fits(a, b)),
]; // prettier-ignore

/** Each operator between the two of each pair. */
const applyOperators = (ops: readonly string[], list: readonly (readonly string[])[]): string[] =>
  list.flatMap(([a = '', b = '']) => ops.map((op) => `${a} ${op} ${b}`));

/** True for what is compared without a cast that fails. */
function fits(left: string, right: string): boolean {
  const isText = /^(upper|trim)/.test(left);
  const isDate = /date_add|as date/.test(left);
  if (isText) return right === 'w' || right === "'SQL'";
  if (isDate) return right.startsWith('date') || right.startsWith("'2020");
  return left.includes('as string') ? right === "'5'" : !/^(w$|'|date)/.test(right);
}

const members = [
  ...fill(['$1 in ($2)', '$1 not in ($2)'], ['i', 'l'], ['1', '1, 5', '5L, 1L', 'i, j', 'l', '1, 1.0', '1.5', 'i, 5', 'null, 5']),
  ...fill(['$1 in ($2)', '$1 not in ($2)'], ['d', 'c'], ['1, 5', '1.0, 2.5', '0.1D, 5D', 'd', '2.50', 'i, j', 'c, 1', '5L']),
  ...fill(['$1 in ($2)', '$1 not in ($2)'], ['dt', 'ts', 'tn'], ["date '2020-01-31'", "date '2020-01-31', date '1999-07-04'", "timestamp '2020-01-31 10:20:30'", "'2020-01-31'", "'2020-01-31', '1970-01-01'", 'dt2', 'ts2, ts']),
  ...fill(['$1 in ($2)', '$1 not in ($2)'], ['s', 'w', 'upper(w)', 'cast(i as string)'], ["'apple'", "'SQL', 'a,b,,c'", 's2, w', "w, 'apple'", "'x', null", "'5', '7'"]),
  ...fill(['$1 in ($2)', '$1 not in ($2)'], ['b'], ['true', 'true, false', 'b']),
  ...fill(['$1 in ($2)', '$1 not in ($2)'], ['year(dt)', 'i % 3', 'length(w)', 'dayofweek(dt)', 'month(ts)', 'size(ai)', 'cast(l as int)'], ['1, 2', '2020', '1, 7', 'i']),
]; // prettier-ignore
const ranges = [
  ...fill(['$1 between $2 and $3', '$1 not between $2 and $3'], ['i', 'l', 'd', 'c'], ['0', '0.5', 'j'], ['100', '99.5', 'l', 'd']),
  ...fill(['$1 between $2 and $3'], ['5', '1.5', '2L', '0.5D'], ['i', 'l', 'd', 'c'], ['100', 'lz', 'dz']),
  ...fill(['$1 between $2 and $3', '$1 not between $2 and $3'], ['dt', 'ts', 'tn'], ["date '2000-01-01'", "'2000-01-01'", "timestamp '2000-01-01 00:00:00'", 'dt2'], ["date '2021-12-31'", "'2021-12-31'", 'ts2', 'date_add(dt2, 30)']),
  ...fill(["$1 between $2 and $3"], ["date '2020-02-15'", "'b'"], ['dt'], ['dt2']).filter((e) => e.startsWith('date')),
  ...fill(['$1 between $2 and $3', '$1 not between $2 and $3'], ['s', 'w'], ["'a'", 's2'], ["'n'", 'w']),
  ...fill(['$1 between $2 and $3'], ['year(dt)', 'i % 10', 'length(w)', 'hour(ts)', 'd * 2', 'c + 1', 'datediff(dt, dt2)'], ['0', '1.5', 'j'], ['2020', '10.5', 'i']),
]; // prettier-ignore

/** Conditions and choices in one another. */
const nested = [
  ...fill(['case when $1 then $2 else $3 end', 'if($1, $2, $3)', 'case when not ($1) then $2 when b then $3 end', 'case when $1 and b then $2 when $1 or b then $3 else null end'], ['i > 5 and d < 3', "w like '%a%'", 's is null', 'l between 0 and 100', "w in ('apple', 'SQL')", 'coalesce(b, false)', 'dt > ts', 'i = l'], ['1', "'x'", 'd', 'i * 2', 'upper(w)', 'dt'], ['null']),
  ...fill(['case $1 when $2 then $3 else $4 end'], ['i', 'l', 'i % 3'], ['1', '7L', 'j'], ["'one'", 'd', '1'], ['null', 'null']),
  ...fill(["case w when 'SQL' then $1 when 'apple' then $2 else $3 end"], ['1', 'i', 'd'], ['2', 'j', 'l'], ['0', 'null']),
  ...fill(['coalesce($1, $2, $3)', 'greatest($1, $2, $3)', 'least($1, $2, $3)'], ['i', 'l', 'd', 'c'], ['j', 'lz', 'dz', 'cz'], ['0', '0.0', 'd']),
  ...fill(['coalesce(nullif($1, $2), $3)', 'nvl(if($1 > $2, $1, null), $3)', 'coalesce(case when $1 > $2 then $1 end, $3)'], ['i', 'l', 'd', 'c'], ['0', '1'], ['1', 'i', '2.5']),
  ...fill(['coalesce($1, $2)', 'greatest($1, $2)'], ['d / dz', 'i / iz', 'i + l', 'd * 1.5', 'c + 1', 'round(d, 2)', 'abs(i)', 'year(dt)', 'length(s)', 'try_divide(i, j)', 'datediff(dt, dt2)', 'size(ai)'], ['0', '0.0', '1.5', '0D', 'i', 'd', 'l']),
  ...fill(['coalesce($1, $2)'], ['upper(s)', 'concat(s, w)', 'cast(i as string)', "date_format(dt, 'yyyy')", 'regexp_extract(s, \'[a-z]+\', 0)', 'split(s, \',\')[0]', 'try_cast(d as string)'], ["''", 's', "'n/a'"]),
  ...fill(['coalesce($1, $2)'], ['to_date(ds)', 'cast(ts as date)', 'date_add(dt, 1)', "trunc(dt, 'month')", 'last_day(dt)'], ['dt', "date '2020-01-01'", 'current_date()', 'ts']),
  ...fill(['$1 and $2', '$1 or $2', 'not ($1) and $2', 'not ($1 and $2)', '($1 or $2) and b'], ['b', 'i > 0', 's is not null', "w like 'a%'"], ['d < 5', 'dt is null', 'true', 'null']),
  ...fillPairs(['coalesce($1, $2)', 'if(id > 5, $1, $2)', 'case when b then $1 else $2 end'], lists),
]; // prettier-ignore

/** Choices, comparisons, sets and ranges over all pairs of types that Spark brings together. */
export const choices: Case[] = [
  ...expressionCases(v, 'v', 'id', fillPairs(['coalesce($1, $2)', 'nvl($1, $2)', 'nullif($1, $2)', 'nvl2($1, $1, $2)', 'greatest($1, $2)', 'least($1, $2)', ...branches.slice(0, 2)], pairs)),
  ...expressionCases(v, 'v', 'id', [...fillPairs([...branches, 'greatest($1, $2)', 'least($1, $2)', 'coalesce($1, $2)'], swaps), ...fillPairs(branches, literals)]),
  ...expressionCases(v, 'v', 'id', fill(['if(b, $1, null)', 'if(b, null, $1)', 'case when b then $1 end', 'case when b then null else $1 end', 'coalesce($1, null)', 'nvl2($1, $1, null)', '$1 is null', 'isnotnull($1)', 'coalesce(null, $1)'], bare)),
  ...expressionCases(v, 'v', 'id', [...applyOperators(comparisons, compared), ...applyOperators(['=', '<>', '>='], computed)]),
  ...expressionCases(v, 'v', 'id', [...members, ...ranges, ...nested]),
]; // prettier-ignore
