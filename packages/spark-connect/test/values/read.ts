import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeName, type Value } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

/** SQL, the type's name, and the value it comes as. */
type Case = readonly [sql: string, type: string, value: Value];

const nines = '9'.repeat(38);

const cases: readonly Case[] = [
  ['cast(null as void)', 'void', null],
  ['true', 'boolean', true],
  ['cast(-128 as tinyint)', 'tinyint', -128],
  ['cast(-32768 as smallint)', 'smallint', -32768],
  ['cast(-2147483648 as int)', 'int', -2147483648],
  ['9223372036854775807L', 'bigint', 9223372036854775807n],
  ['-9007199254740993L', 'bigint', -9007199254740993n],
  ["cast('NaN' as float)", 'float', Number.NaN],
  ["cast('-Infinity' as double)", 'double', Number.NEGATIVE_INFINITY],
  ['-0.0D', 'double', -0],
  ['cast(1.1 as float)', 'float', Math.fround(1.1)],
  ['5e-324D', 'double', 5e-324],
  [`cast('${nines}' as decimal(38,0))`, 'decimal(38,0)', nines],
  [`cast('-0.${nines}' as decimal(38,38))`, 'decimal(38,38)', `-0.${nines}`],
  [`cast('-${nines.slice(5)}.00001' as decimal(38,5))`, 'decimal(38,5)', `-${nines.slice(5)}.00001`],
  ['1.50BD', 'decimal(3,2)', '1.50'],
  ["cast('-0.05' as decimal(15,2))", 'decimal(15,2)', '-0.05'],
  ["'é😀\\0'", 'string', 'é😀\0'],
  ["''", 'string', ''],
  ["cast('ab' as char(5))", 'string', 'ab'],
  ["cast('ab' as varchar(5))", 'string', 'ab'],
  ["X'00FF'", 'binary', new Uint8Array([0, 255])],
  ["X''", 'binary', new Uint8Array()],
  ["date'0001-01-01'", 'date', '0001-01-01'],
  ["date'9999-12-31'", 'date', '9999-12-31'],
  ["date'1969-12-31'", 'date', '1969-12-31'],
  ["date'1900-02-28'", 'date', '1900-02-28'],
  ["timestamp'1969-12-31 23:59:59.999999'", 'timestamp', '1969-12-31T23:59:59.999999Z'],
  ["timestamp'0001-01-01 00:00:00'", 'timestamp', '0001-01-01T00:00:00Z'],
  ["timestamp'9999-12-31 23:59:59.999999'", 'timestamp', '9999-12-31T23:59:59.999999Z'],
  ["timestamp_ntz'1960-01-01 00:00:00.000001'", 'timestamp_ntz', '1960-01-01T00:00:00.000001'],
  ["interval '1-2' year to month", 'interval year to month', 14],
  ["interval '-5' month", 'interval month', -5],
  ["interval '1 02:03:04.000005' day to second", 'interval day to second', 93_784_000_005n],
  ["interval '-1' second", 'interval second', -1_000_000n],
  ['make_interval(1,2,3,4,5,6,7.000001)', 'interval', { months: 14, days: 25, microseconds: 18_367_000_001n }],
  // beyond what a double holds in nanoseconds
  ['make_interval(0,0,0,0,30000,0,0.000001)', 'interval', { months: 0, days: 0, microseconds: 108_000_000_000_001n }],
  ["time'23:59:59.000001'", 'time(6)', '23:59:59.000001'],
  ['array()', 'array<void>', []],
  ['map()', 'map<void,void>', new Map()],
  ["array(date'2020-01-01', null)", 'array<date>', ['2020-01-01', null]],
  ['array(null)', 'array<void>', [null]],
  [
    "map('k', timestamp'2020-01-01 00:00:00.000001')",
    'map<string,timestamp>',
    new Map([['k', '2020-01-01T00:00:00.000001Z']]),
  ],
  ["map(date'2020-01-01', cast(null as int))", 'map<date,int>', new Map([['2020-01-01', null]])],
  ['array(make_interval(1))', 'array<interval>', [{ months: 12, days: 0, microseconds: 0n }]],
  ["array(X'00', null)", 'array<binary>', [new Uint8Array([0]), null]],
  [
    'named_struct("n", cast(null as decimal(38,2)), "b", -0.0D)',
    'struct<n:decimal(38,2),b:double>',
    { n: null, b: -0 },
  ],
  ["named_struct('a', 1, 'a', 'x')", 'struct<a:int,a:string>', [1, 'x']],
  ['cast(null as struct<a:int>)', 'struct<a:int>', null],
  [
    "array(map(1, array(named_struct('d', cast(1.5 as decimal(38,10)), 't', timestamp'1960-01-01 00:00:00'))))",
    'array<map<int,array<struct<d:decimal(38,10),t:timestamp>>>>',
    [new Map([[1, [{ d: '1.5000000000', t: '1960-01-01T00:00:00Z' }]]])],
  ],
  [
    `parse_json('{"a":1,"b":[true,null,"x",-7,12345678901,{"é":1e300}]}')`,
    'variant',
    { a: 1, b: [true, null, 'x', -7, 12345678901n, { é: 1e300 }] },
  ],
];

/** Values that an engine makes arrive as `values.ts` says, type and all. */
export function readValues({ session }: EngineFixture): void {
  for (const [sql, type, value] of cases)
    test(`${sql} arrives exactly`, async () => {
      const spark = await session();
      const { schema, rows } = await spark.sql(`select ${sql} as v`).table();
      assert.equal(schema.fields[0] && typeName(schema.fields[0].type), type);
      assert.deepEqual(rows, [[value]]);
    });

  test('a null between values is null in every type', async () => {
    const spark = await session();
    const columns = cases.filter(([, type]) => type !== 'void').map(([sql], i) => `if(id = 1, null, ${sql}) as c${i}`);
    const { rows } = await spark.sql(`select ${columns.join(', ')} from range(3) order by id`).table();
    assert.ok(rows[1]?.every((v) => v === null));
    assert.deepEqual(
      rows[0],
      cases.filter(([, type]) => type !== 'void').map(([, , value]) => value),
    );
    assert.deepEqual(rows[0], rows[2]);
  });
}
