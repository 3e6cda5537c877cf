import type { Area } from './case.ts';
import { combine, expressions } from './case.ts';
import { decimalCasts } from './decimal-texts.ts';
import { textCasts } from './text-casts.ts';
import { v } from './values.ts';

const numbers = [
  'tinyint',
  'smallint',
  'int',
  'bigint',
  'float',
  'double',
  'decimal(12,2)',
  'decimal(10,0)',
  'decimal(38,10)',
];
const cast = (pairs: string[][]): string[] => pairs.map(([column, type]) => `cast(${column} as ${type})`);
const tryCasts = (pairs: string[][]): string[] => pairs.map(([column, type]) => `try_cast(${column} as ${type})`);

/** Casts between all types, of good and of bad values. */
export const casts: Area = {
  name: 'casts',
  cases: [
    ...expressions({ v }, 'v', 'id', [
      ...cast(combine(['y', 'h', 'i', 'l', 'j'], ['int', 'bigint', 'float', 'double', 'decimal(12,2)', 'decimal(38,10)', 'string', 'boolean'])),
      ...cast(combine(['y', 'j'], ['tinyint', 'smallint', 'decimal(10,0)'])), ...cast([['h', 'smallint'], ['i', 'smallint'], ['i', 'decimal(10,0)']]),
      ...cast(combine(['f', 'd', 'u1'], ['int', 'bigint', 'float', 'double', 'decimal(12,2)', 'decimal(38,10)', 'boolean'])),
      ...cast(combine(['c', 'c2'], ['int', 'bigint', 'float', 'double', 'decimal(12,2)', 'decimal(38,10)', 'decimal(10,0)', 'string', 'boolean'])),
      ...cast(combine(['f', 'd', 'fmax', 'dmax', 'pos', 'u1'], ['string'])), ...cast(combine(['fmax', 'dmax'], ['double', 'boolean'])), ...cast([['imax', 'string'], ['lmax', 'string'], ['cmax', 'string'], ['cmax', 'double'], ['lmax', 'double'], ['lmax', 'float'], ['imax', 'float'], ['imax', 'bigint'], ['lmax', 'decimal(38,10)']]),
      ...cast(combine(['b'], [...numbers, 'string'])), ...cast(combine(['ns'], numbers.slice(1))), ...cast(combine(['fs'], ['float', 'double'])), ...cast(combine(['bs'], ['boolean'])),
      ...cast(combine(['s', 'w'], ['string', 'binary'])), ...cast([['u', 'string'], ['u', 'binary'], ['b', 'boolean']]),
      ...cast(combine(['ds'], ['date'])), ...cast(combine(['tss'], ['timestamp', 'timestamp_ntz'])),
      ...cast(combine(['dt'], ['string', 'date', 'timestamp', 'timestamp_ntz'])), ...cast(combine(['dt2'], ['timestamp', 'timestamp_ntz', 'string'])), ...cast(combine(['ts'], ['string', 'date', 'timestamp', 'timestamp_ntz', 'bigint', 'double', 'decimal(20,6)', 'int'])).filter((e) => !e.includes('as int')), ...cast(combine(['tn'], ['string', 'date', 'timestamp', 'timestamp_ntz'])), ...cast([['ep', 'timestamp'], ['ei', 'timestamp'], ['d', 'timestamp'], ['c', 'timestamp'], ['ts2', 'string'], ['ts2', 'bigint'], ['ts2', 'double']]),
      ...cast([['ai', 'array<bigint>'], ['ai', 'array<string>'], ['ai', 'string'], ['as_', 'string'], ['m', 'string'], ['st', 'string'], ['ad', 'string'], ['ad', 'array<string>'], ['m', 'map<string,bigint>'], ['st', 'struct<a:bigint,b:string>'], ['aa', 'string'], ['ast', 'string']]),
      ...cast([["'12'", 'int'], ["'1.5'", 'double'], ["' 7 '", 'int'], ["'2020-01-01'", 'date'], ["'2020-01-01 10:00:00'", 'timestamp'], ["'true'", 'boolean'], ['1', 'string'], ['1.5', 'string'], ['1.5D', 'string'], ['1', 'double'], ['1.5', 'double'], ['1.5', 'int'], ['null', 'int'], ['null', 'string'], ['null', 'double'], ['1', 'decimal(10,2)'], ['1.555', 'decimal(10,2)'], ["'1.555'", 'decimal(10,2)'], ['1e20', 'string'], ['0', 'boolean'], ['1', 'boolean'], ['1', 'bigint'], ["'a'", 'string'], ['null', 'date'], ['null', 'boolean'], ['null', 'bigint'], ['0', 'double'], ['1.0', 'float'], ['null', 'timestamp'], ['null', 'decimal(10,2)'], ["null", 'array<int>']]),
      ...cast(combine(['dx'], ['string', 'date'])), 'i::double', 'd::int', "'5'::int", 's::string', 'string(i)', 'int(ns)', 'double(i)', 'bigint(i)', 'date(ds)', 'timestamp(tss)', 'boolean(bs)', 'float(i)', 'decimal(i)', 'string(dt)', 'int(d)', 'string(d)', 'tinyint(y)', 'smallint(h)', 'binary(s)', 'double(fs)', 'date(ts)',
      ...tryCasts(combine(['bad'], ['int', 'bigint', 'double', 'float', 'decimal(12,2)', 'date', 'timestamp', 'boolean', 'smallint', 'tinyint'])), ...tryCasts(combine(['ns'], ['int', 'bigint', 'double', 'decimal(12,2)', 'smallint', 'tinyint'])), ...tryCasts(combine(['fs'], ['double', 'float', 'decimal(12,2)', 'int', 'bigint'])), ...tryCasts(combine(['ds'], ['date', 'timestamp'])), ...tryCasts(combine(['tss'], ['timestamp', 'date', 'timestamp_ntz'])), ...tryCasts(combine(['bs'], ['boolean'])),
      ...tryCasts([['imax', 'tinyint'], ['imax', 'smallint'], ['lmax', 'int'], ['lmax', 'smallint'], ['dmax', 'int'], ['dmax', 'bigint'], ['d', 'int'], ['d', 'bigint'], ['d', 'decimal(12,2)'], ['d', 'decimal(5,2)'], ['c', 'int'], ['cmax', 'int'], ['c', 'decimal(5,1)'], ['i', 'decimal(3,0)'], ['i', 'string'], ['i', 'double'], ['l', 'double'], ['s', 'double'], ['s', 'int'], ['s', 'date'], ['s', 'timestamp'], ['w', 'int'], ['w', 'double'], ['i', 'int'], ['i', 'bigint'], ['d', 'string'], ['d', 'double'], ['d', 'float'], ['l', 'int'], ['l', 'bigint'], ['dt', 'timestamp'], ['dt2', 'timestamp'], ['ts', 'date'], ['b', 'int'], ['s', 'string'], ['s', 'boolean'], ['dt', 'string'], ['ts', 'string'], ['i', 'boolean'], ['h', 'tinyint'], ['dt', 'date'], ['ts', 'timestamp'], ['b', 'boolean'], ['b', 'string'], ['c', 'double'], ['c', 'string'], ['i', 'float'], ['l', 'decimal(12,2)'], ['i', 'decimal(12,2)'], ['c', 'decimal(12,2)']]),
    ]),
    ...expressions({ v }, 'v', 'id', [...cast(combine(['dx'], ['timestamp', 'timestamp_ntz'])), 'cast(tss as date)'], { tolerated: 'refused value' }),
    ...expressions({ v }, 'v', 'id', [...cast(combine(['bad'], ['int', 'bigint', 'double', 'float', 'decimal(12,2)', 'date', 'timestamp', 'boolean', 'smallint', 'tinyint'])), ...cast([['imax', 'tinyint'], ['imax', 'smallint'], ['lmax', 'int'], ['lmax', 'smallint'], ['lmax', 'tinyint'], ['dmax', 'int'], ['dmax', 'bigint'], ['fmax', 'int'], ['d', 'tinyint'], ['d', 'smallint'], ['cmax', 'int'], ['cmax', 'bigint'], ['c', 'tinyint'], ['c', 'decimal(5,1)'], ['i', 'decimal(3,0)'], ['ns', 'tinyint'], ['dmax', 'decimal(12,2)'], ['fs', 'int'], ['fs', 'decimal(12,2)'], ['hmax', 'tinyint'], ['d', 'decimal(5,2)']]), 'int(bad)', 'double(bad)', 'date(bad)', "cast('abc' as int)", "cast('x' as double)", "cast('2020-02-30' as date)"], { fails: true }),
    ...decimalCasts,
    ...textCasts,
  ],
}; // prettier-ignore
