import type { Case, CaseInput } from '../case.ts';
import { combine } from '../case.ts';
import { v } from '../values.ts';
import { call, fill, expressionCases } from './expression-cases.ts';

const columns = ['i', 'l', 'd', 'c'];
const all = ['h', 'f', ...columns];
/** Never zero, and small. */
const divisors = ['iz', 'lz', 'dz', 'cz'];
const numerals = ['2', '3L', '1.5', '0.25D', '100', '100.0'];

const arithmetic = [
  ...fill(['$1 + $2', '$1 - $2', '$1 * $2', '$1 / $2', '$1 % $2'], columns, ['100', '100.0', '0.01', '0.5D', '1L']),
  ...fill(['$1 + $2', '$1 - $2', '$1 * $2'], ['100', '100.0', '0.01', '0.5D', '1L'], columns),
  ...fill(['$1 / $2', '$1 % $2'], ['100', '100.0', '0.01', '0.5D', '1L'], divisors),
  ...fill(['$1 + $2', '$1 - $2', '$1 * $2', '$1 / $2', '$1 % $2'], numerals, numerals),
  ...fill(['$1 div $2'], ['h', 'i', 'l', '100', '7L'], ['hz', 'iz', 'lz', '7', '7L']),
  ...fill(['($1 + $2) * $3', '$1 * $2 + $3', '$1 - $2 * $3', '($1 - $2) / $3'], ['i', 'd', 'c'], ['j', 'd', '2'], ['dz', 'iz', '0.5', '100']),
  ...fill(['$1 * (1 - $2)', '$1 * (1 + $2 / 100)', '$1 / 100 * $2', '100 * $1 / $2', '100.0 * $1 / $2', '$1 * 1.0 / $2', 'cast($1 as double) / $2', 'round(100.0 * $1 / $2, 2)', 'round($1 / $2, 2)', '($1 - $2) / $2 * 100', '$1 / nullif($2, 0)'], ['i', 'j', 'd', 'c'], ['iz', 'dz', 'cz']),
  ...fill(['-$1', '+$1', '-($1 + 1)', '$1 + $1', 'abs($1 - 3)', '$1 * $1'], ['h', 'j', 'd', 'c', 'f', 'y']),
]; // prettier-ignore

const rounding = ['round($1)', 'round($1, 0)', 'round($1, 1)', 'round($1, 2)', 'round($1, 3)', 'round($1, -1)', 'bround($1)', 'bround($1, 1)', 'ceil($1)', 'floor($1)', 'ceiling($1)', 'cast($1 as int)', 'cast($1 as bigint)', 'floor($1 / 10) * 10', 'round($1 / 3, 2)', 'round($1 * 2.5, 1)', 'round($1 * 100) / 100', 'cast(round($1) as int)', 'round(cast($1 as double), 2)', 'cast($1 as decimal(12,2))']; // prettier-ignore
const functions = [
  ...call('abs sign signum sqrt cbrt degrees radians atan tan sin cos log1p rint negative positive', all),
  ...call('exp', ['u1', 'j', '1', '0.5', 'y']), ...call('ln log log10 log2 sqrt', ['pos', 'abs(iz)', '100', '10', '2.5', 'abs(lz)', 'abs(cz)']),
  ...call('pow power', combine(['i', 'l', 'd', 'c', 'u1', '2', '10', '1.5'], ['2', '3', '0.5', 'j', '2D', '-1']).map((pair) => pair.join(', ')).filter((pair) => !/^(i|l), (j|0\.5)|^(i|l|d|c), -1/.test(pair))),
  ...call('mod pmod', combine(columns, ['7', '2.5', 'iz', 'dz', 'lz', 'cz']).map((pair) => pair.join(', '))),
  ...call('try_divide try_add try_subtract try_multiply', ['i, j', 'l, lz', 'd, dz', 'c, cz', 'i, 2', 'l, 2L', 'l, 2', 'i, l', 'd, 1.5', 'd, 0.5D', 'd, i', 'i, 0']), ...call('try_divide', ['100, i', 'i * 100, j', 'd * 100, dz', '1D, d', '100, c']),
  ...fill(['width_bucket($1, 0, 100, 10)', 'width_bucket($1, 0, 100.0, 5)', '$1 % 2 = 0', '$1 > 0 and $1 < 100', 'if($1 >= 0, 1, -1)', 'floor($1 / 5)', 'ceil($1 * 1.5)', 'greatest($1, 0)', 'least($1, 100)', 'least(greatest($1, 0), 10)', 'sqrt(abs($1))', 'abs($1) * sign($1)', 'isnan(cast($1 as double))', 'nanvl($1, 0D)', 'nullif($1, 0)', '1 / nullif($1, 0)', 'coalesce(100 / nullif($1, 0), 0)', 'case when $1 < 0 then \'low\' when $1 < 10 then \'mid\' else \'high\' end', 'case when $1 = 0 then 0 else 1 / $1 end'], columns),
  ...fill(['hypot($1, $2)', 'atan2($1, $2)', 'log($2, abs($1) + 2)'], ['i', 'd'], ['3', 'dz']).filter((e) => !/log\(dz|dz, abs/.test(e)),
  'pi()', 'e()', 'pi() * d * d', '2 * pi() * i', 'sqrt(d * d + u1 * u1)', 'factorial(5)', 'bin(i)', 'hex(i)', 'conv(ns, 10, 2)', "conv('ff', 16, 10)", 'i & 1', 'i | 4', 'i ^ 3', '~i', 'i << 2', 'i >> 1', 'shiftleft(i, 2)', 'bit_count(i)',
]; // prettier-ignore

/** Types by what may be cast to them without a failure. */
const numberTypes = [
  'tinyint',
  'smallint',
  'int',
  'bigint',
  'float',
  'double',
  'decimal(10,2)',
  'decimal(38,18)',
  'string',
  'boolean',
];
const cast = (values: readonly string[], types: readonly string[]): string[] =>
  fill(['cast($1 as $2)', 'try_cast($1 as $2)', '$1::$2'], values, types);
const casts = [
  ...cast(['1', '0', '7L', '1.5', '2.50', '1.5D', '0.0D', '1e2', '0.5', '100Y', '5S', '2.5F', 'true', 'false', 'null'], numberTypes).filter((e) => !/(^|\()(true|false).*(decimal|float)|::/.test(e) || e.includes('::double')),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ["'12'", "' 7 '", "'-3'"], numberTypes.slice(0, 9)),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ["'1.5'", "'1e3'", "'.5'"], ['float', 'double', 'string']),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ["'true'", "'no'", "'0'"], ['boolean', 'string']),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ["'2020-02-29'", "'2020-02-29 10:20:30'", "date '2020-02-29'", "timestamp '2020-02-29 10:20:30.5'", 'dt', 'ts', 'tn', 'dx'], ['date', 'timestamp', 'timestamp_ntz', 'string']),
  ...fill(['try_cast($1 as $2)'], ["'x'", "''", "'2020-02-30'", 'bad', 's', 'w'], ['int', 'bigint', 'double', 'boolean', 'date', 'timestamp']),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ['y', 'j'], numberTypes), ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ['h'], numberTypes.slice(1)), ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ['b', 'i > 0'], ['int', 'bigint', 'double', 'string', 'tinyint', 'boolean']),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ['l', 'lmax', 'imax'], ['bigint', 'float', 'double', 'decimal(38,2)', 'string', 'boolean']),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ['d', 'u1', 'f'], ['int', 'bigint', 'string', 'float', 'double', 'decimal(20,6)', 'decimal(38,18)', 'boolean']),
  ...fill(['cast($1 as $2)', 'try_cast($1 as $2)'], ['c', 'c2', 'cz'], ['int', 'bigint', 'double', 'float', 'decimal(38,6)', 'string', 'boolean']),
  ...fill(['cast($1 as double) + $2', 'cast($1 as int) * $2', 'cast(cast($1 as string) as double) - $2', 'cast($1 as decimal(10,2)) + $2'], ['j', 'h', '1', '1.5'], ['1', '0.5', 'd', 'c']),
  ...fill(['int($1)', 'double($1)', 'string($1)', 'bigint($1)', 'float($1)', 'decimal($1)'], ['j', 'h', "'12'", '7', '7L', '1.5', 'c2']).filter((e) => !/^(int|bigint|decimal)\(c2/.test(e)),
  ...fill(['date($1)', 'timestamp($1)'], ["'2020-02-29'", 'dt', 'ts', 'ds']), ...fill(['boolean($1)'], ["'true'", '1', 'i', 'bs']),
]; // prettier-ignore

/** Amounts that lie at half of a digit as they are written, but above or below it as they are held. */
const halves: CaseInput = {
  schema: 'id int, x double',
  rows: [1.005, 2.675, -0.285, 4.35, 99999.995, 0.5, 1e-7, 1234567.125, 0.1, null].map((x, id) => [id, x]),
};
const ofHalves = [
  ...fill(['cast(x as $1)', 'try_cast(x as $1)', 'x::$1'], ['decimal(10,2)', 'decimal(12,4)', 'decimal(18,6)', 'decimal(10,0)']), 'cast(x as int)', 'cast(x * 100 as bigint)', 'round(x, 2)', 'round(x, 1)', 'round(x)', 'floor(x * 100) / 100', 'ceil(x * 100) / 100', 'x * 100', 'x / 3', 'x - 0.005', 'x + 0.1', 'x * 1.1', 'x % 1',
]; // prettier-ignore

/** Numbers: arithmetic, rounding, functions, conversions. */
export const numbers: Case[] = [
  ...expressionCases(v, 'v', 'id', arithmetic),
  ...expressionCases(v, 'v', 'id', [...fill(rounding, [...all, 'u1', '2.5', '7', '2.345D']), ...functions]),
  ...expressionCases(v, 'v', 'id', casts),
  ...expressionCases(halves, 'halves', 'id', ofHalves),
];
