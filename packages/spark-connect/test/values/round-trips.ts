import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnFromArray, int32, tableFromArrays, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { functions as F, parseType, types, type InputValue } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

/** A type, values of it, and what they come back as where that differs. */
type Case = readonly [type: string, values: readonly InputValue[], back?: readonly InputValue[]];

const cases: readonly Case[] = [
  ['void', [null]],
  ['boolean', [true, false]],
  ['tinyint', [-128, 127]],
  ['smallint', [-32768, 32767]],
  ['int', [-2147483648, 2147483647]],
  ['bigint', [-(2n ** 63n), 2n ** 63n - 1n, 5], [-(2n ** 63n), 2n ** 63n - 1n, 5n]],
  ['float', [1.5, -0, Number.NaN, Number.POSITIVE_INFINITY]],
  ['double', [0.1, -0, Number.NaN, Number.NEGATIVE_INFINITY, 5e-324, 2 ** 53]],
  ['decimal(38,0)', ['9'.repeat(38), '-1', 7n, 0], ['9'.repeat(38), '-1', '7', '0']],
  [
    'decimal(38,38)',
    [`-0.${'9'.repeat(38)}`, '0', 1e-7],
    [`-0.${'9'.repeat(38)}`, `0.${'0'.repeat(38)}`, `0.0000001${'0'.repeat(31)}`],
  ],
  ['decimal(10,2)', ['-12345678.90', 1.5], ['-12345678.90', '1.50']],
  ['string', ['', 'é😀', 'a\0b', ' x ']],
  ['char(4)', ['ab', 'abcd'], ['ab  ', 'abcd']],
  ['varchar(4)', ['ab', '😀😀😀😀']],
  ['binary', [new Uint8Array(), new Uint8Array([0, 255])]],
  [
    'date',
    ['0001-01-01', '1969-12-31', '9999-12-31', new Date('2024-02-29T23:00:00Z')],
    ['0001-01-01', '1969-12-31', '9999-12-31', '2024-02-29'],
  ],
  [
    'timestamp',
    ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999999Z', '2020-01-01 12:00:00+02:00', new Date(-1), 1n],
    [
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:59:59.999999Z',
      '2020-01-01T10:00:00Z',
      '1969-12-31T23:59:59.999000Z',
      '1970-01-01T00:00:00.000001Z',
    ],
  ],
  ['timestamp_ntz', ['9999-12-31T23:59:59.999999', '1582-10-10T00:00:00']],
  ['time(6)', ['00:00:00', '23:59:59.999999', '10:30'], ['00:00:00', '23:59:59.999999', '10:30:00']],
  ['interval year to month', [-13, 0]],
  ['interval day to second', [-1n, 2n ** 62n]],
  ['array<int>', [[], [1, null], [2]]],
  ['array<array<timestamp>>', [[['1960-01-01T00:00:00.000001Z'], null, []]]],
  [
    'map<string,double>',
    [
      new Map(),
      new Map([
        ['a', 1.5],
        ['b', null],
      ]),
      { c: 2 },
    ],
    [
      new Map(),
      new Map([
        ['a', 1.5],
        ['b', null],
      ]),
      new Map([['c', 2]]),
    ],
  ],
  ['map<date,array<bigint>>', [new Map([['1969-12-31', [1n, null]]])]],
  [
    'struct<x:int,`y z`:struct<w:decimal(5,2),b:binary>>',
    [
      { x: 1, 'y z': { w: '1.10', b: new Uint8Array([1]) } },
      { x: null, 'y z': null },
    ],
  ],
  [
    'struct<a:int,b:string>',
    [[1, 'x'], { b: 'y' }],
    [
      { a: 1, b: 'x' },
      { a: null, b: 'y' },
    ],
  ],
  [
    'array<struct<d:date,m:map<string,timestamp>>>',
    [
      [
        {
          d: '1900-02-28',
          m: new Map([
            ['k', '2020-01-01T00:00:00.000001Z'],
            ['n', null],
          ]),
        },
        null,
      ],
    ],
  ],
];

/** Sail 0.7.2 refuses constants with an empty array or map in them, loudly. */
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0 || value.some(isEmpty)
    : value instanceof Map && (value.size === 0 || [...value.values()].some(isEmpty));

/** Rows handed in come back as they went, in every type, with nulls between them. */
export function roundTrips({ kind, session, open }: EngineFixture): void {
  for (const [type, values, back = values] of cases)
    test(`${type}: rows handed in come back as they went`, async () => {
      const spark = await session();
      const schema = types.struct([types.field('n', types.integer), types.field('v', parseType(type))]);
      const indexed = [null, ...values, null].map((v, i) => [i, v]);
      const df = spark.createDataFrame(indexed, schema);
      const { rows } = await df.orderBy('n').table();
      assert.deepEqual(
        rows.map((row) => row[1]),
        [null, ...back, null],
      );
      // what this process has sent needs no fetching
      assert.deepEqual(df.localTable()?.rows, rows);
      if (kind === 'spark') assert.deepEqual(df.localTable(), await df.table());
      assert.equal(df.orderBy('n').localTable(), undefined);
    });

  test('calendar intervals handed in come back as they went, beyond what a double holds', async () => {
    const spark = await session();
    const intervals = [
      { months: -14, days: 25, microseconds: 108_000_000_000_001n },
      { months: 0, days: 0, microseconds: -9_000_000_000_000_001n },
    ];
    const df = spark.createDataFrame(
      intervals.map((v, i) => [i, v]),
      'n int, v interval',
    );
    assert.deepEqual(
      (await df.orderBy('n').collect()).map((row) => row['v']),
      intervals,
    );
  });

  test('constants of every type mean what they say', async () => {
    const spark = await session();
    const columns = cases
      .filter(([type]) => !/^(void|char|varchar)/.test(type))
      .flatMap(([type, values, back = values]) =>
        values.flatMap((v, i) =>
          kind === 'sail' && isEmpty(v) ? [] : [[F.lit(v, parseType(type)), back[i]] as const],
        ),
      );
    const { rows } = await spark
      .range(1)
      .select(...columns.map(([c], i) => c.alias(`c${i}`)))
      .table();
    assert.deepEqual(rows, [columns.map(([, value]) => value)]);
  });

  test('null constants keep their type', async () => {
    const spark = await session();
    const df = spark.range(1).select(F.lit(null, types.decimal(10, 2)).alias('d'), F.lit(null).alias('v'));
    assert.deepEqual(
      (await df.schema()).fields.map((f) => f.type),
      [types.decimal(10, 2), types.void],
    );
  });

  test('an Arrow table handed in comes back as it went', async () => {
    const spark = await session();
    const table = tableFromColumns({
      i: columnFromArray([1, null, 3], int32()),
      s: columnFromArray(['a', 'é', null], utf8()),
    });
    const df = spark.createDataFrameFromArrow(tableToIPC(table, { format: 'stream' }) ?? new Uint8Array());
    assert.deepEqual((await df.table()).rows, [
      [1, 'a'],
      [null, 'é'],
      [3, null],
    ]);
  });

  test('an Arrow table with dictionaries of texts comes back as texts', async () => {
    const spark = await session();
    const table = tableFromArrays({ n: [1, 2, 3], s: ['a', null, 'a'] });
    const df = spark.createDataFrameFromArrow(tableToIPC(table, { format: 'stream' }) ?? new Uint8Array());
    assert.deepEqual((await df.orderBy('n').table()).rows, [
      [1, 'a'],
      [2, null],
      [3, 'a'],
    ]);
  });

  test('timestamps are the same instants in a session of another zone', async () => {
    const spark = await open();
    await spark.setConfig({ 'spark.sql.session.timeZone': 'America/New_York' });
    const df = spark.createDataFrame(
      [['2020-07-01T12:00:00.000001Z', '2020-07-01T12:00:00']],
      'a timestamp, b timestamp_ntz',
    );
    const { rows } = await df.selectExpr('a', 'b', "date_format(a, 'HH:mm') as clock").table();
    assert.deepEqual(rows, [['2020-07-01T12:00:00.000001Z', '2020-07-01T12:00:00', '08:00']]);
  });

  if (kind === 'spark')
    test('metadata of a column survives', async () => {
      const spark = await session();
      const { fields } = await spark.range(1).withMetadata('id', '{"ml_attr":{"type":"numeric"}}').schema();
      assert.deepEqual(JSON.parse(fields[0]?.metadata ?? '{}'), { ml_attr: { type: 'numeric' } });
    });

  if (kind === 'spark')
    test('numbers in the metadata of a column stay what they are: bounds are doubles, indices are not', async () => {
      const spark = await session();
      const metadata = '{"ml_attr":{"idx":1,"max":1.0,"min":-2.5}}';
      const field = { name: 'x', type: types.double, nullable: true, metadata };
      const created = spark.createDataFrame([[1]], { kind: 'struct', fields: [field] });
      const [read] = (await created.schema()).fields;
      // in an order of Spark's own
      for (const part of ['"idx":1', '"max":1.0', '"min":-2.5'])
        assert.match(read?.metadata ?? '', new RegExp(`${part.replace('.', '\\.')}[,}]`));
    });
}
