import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseSchema, schemaToDdl, types, type DataType, type StructType, type Value } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import type { EngineKind } from '@millrace/engines';
import { cellOf } from '../src/results/cells.ts';
import { storeTable } from '../src/results/tables/store-table.ts';
import { TableFile, TableWriter } from '../src/results/tables/index.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-tables-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const read = async (path: string, from?: number, to?: number): Promise<unknown[]> => {
  await using file = await TableFile.open(path);
  assert.ok(file !== undefined);
  return (await Array.fromAsync(file.rows(from, to))).flat();
};

describe('the file of a table', () => {
  let files = 0;
  const writeTable = async (schema: StructType, rows: readonly (readonly Value[])[]): Promise<string> => {
    const path = join(folder, `written-${files++}.parquet`);
    const writer = await TableWriter.create(path, schema);
    for (const row of rows) await writer.add(row);
    assert.equal(await writer.finish(), (await stat(path)).size);
    return path;
  };
  const asCells = (rows: readonly (readonly Value[])[]): unknown[] =>
    rows.map((row) => row.map((value) => cellOf(value)));

  test('gives back every type exactly as previews spell it', async () => {
    const columns: readonly (readonly [string, readonly Value[]])[] = [
      ['tinyint', [-128, 127]],
      ['smallint', [-32_768, 32_767]],
      ['int', [-(2 ** 31), 2 ** 31 - 1]],
      ['bigint', [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n]],
      ['float', [Math.fround(0.1), NaN, -Infinity, -0]],
      ['double', [0.1, NaN, Infinity, -0]],
      ['decimal(5,2)', ['-999.99', '0.01']],
      ['decimal(18,4)', ['99999999999999.9999', '-0.0001']],
      ['decimal(38,10)', ['-9999999999999999999999999999.9999999999', '0.0000000000', '0.0000000001']],
      ['decimal(38,0)', ['99999999999999999999999999999999999999']],
      ['string', ['', '\u{feff}a "b",\r\n\u0000𝄞', 'ÿ']],
      ['binary', [new Uint8Array([0, 255, 10]), new Uint8Array()]],
      ['boolean', [true, false]],
      ['date', ['1582-10-14', '-0044-03-15', '9999-12-31', '+10000-01-01']],
      ['timestamp', ['1969-12-31T23:59:59.999999Z', '0001-01-01T00:00:00Z', '+294247-01-10T04:00:54.775807Z']],
      ['timestamp_ntz', ['1969-07-20T20:17:40.000001', '-0001-01-01T00:00:00']],
      ['interval day to second', [-(2n ** 60n), 1n]],
      ['interval year to month', [-14]],
      ['array<int>', [[], [1, null, 3]]],
      [
        'map<bigint,string>',
        [
          new Map(),
          new Map([
            [2n, 'b'],
            [1n, null],
          ]),
        ],
      ],
      ['struct<`a.b`:decimal(38,1),__proto__:binary>', [{ 'a.b': '-1.5', ['__proto__']: new Uint8Array([1]) }]],
      ['struct<a:int,a:int>', [[1, 2]]],
      ['variant', [{ a: [1, 'x', null] }, 5, 'text']],
      ['void', []],
    ];
    const fields = columns.map(([type], i) =>
      types.field(`c${i}`, parseSchema(`c ${type}`).fields[0]?.type as DataType),
    );
    const rows = Array.from({ length: 5 }, (_, row) => columns.map(([, values]) => values[row] ?? null));
    assert.deepEqual(await read(await writeTable(types.struct(fields), rows)), asCells(rows));
  });

  test('keeps columns apart whose names are equal, or are what JavaScript gives a meaning', async () => {
    const schema = types.struct(['a', 'a', 'a_2', '__proto__', 'b.c', ''].map((name) => types.field(name, types.long)));
    const path = await writeTable(schema, [[1n, 2n, 3n, 4n, 5n, 6n]]);
    await using file = await TableFile.open(path);
    assert.deepEqual(
      file?.columns.map(({ name }) => name),
      schema.fields.map(({ name }) => name),
    );
    assert.deepEqual(await read(path), [[1, 2, 3, 4, 5, 6]]);
  });

  test('gives back lists, maps and structs in each other, with null and nothing at every depth', async () => {
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const typeAt = (depth: number): DataType => {
      switch (random(depth > 3 ? 3 : 6)) {
        case 0:
          return types.long;
        case 1:
          return types.string;
        case 2:
          return types.double;
        case 3:
          return types.array(typeAt(depth + 1));
        case 4:
          return types.map(random(2) === 0 ? types.string : types.long, typeAt(depth + 1));
        default:
          return types.struct(['a', '1', 'x.y'].slice(random(3)).map((name) => types.field(name, typeAt(depth + 1))));
      }
    };
    const list = <T>(make: (i: number) => T): T[] => Array.from({ length: random(4) }, (_, i) => make(i));
    const valueOf = (type: DataType): Value => {
      if (random(5) === 0) return null;
      switch (type.kind) {
        case 'long':
          return BigInt(random(100)) ** BigInt(random(9));
        case 'double':
          return random(3) === 0 ? NaN : random(100) / 7;
        case 'array':
          return list(() => valueOf(type.element));
        case 'map':
          return new Map(list((i) => [type.key.kind === 'long' ? BigInt(9 - i) : `k${i}`, valueOf(type.value)]));
        case 'struct':
          return Object.fromEntries(type.fields.map((field) => [field.name, valueOf(field.type)]));
        default:
          return 'x'.repeat(random(4));
      }
    };
    for (let round = 0; round < 60; round++) {
      const schema = types.struct(['a', 'b'].map((name) => types.field(name, typeAt(0))));
      const rows = Array.from({ length: random(40) }, () => schema.fields.map(({ type }) => valueOf(type)));
      assert.deepEqual(await read(await writeTable(schema, rows)), asCells(rows), schemaToDdl(schema));
    }
  });

  test('is read from any row to any other', async () => {
    const schema = parseSchema('n bigint, text string');
    const rows = Array.from({ length: 10_001 }, (_, i): Value[] => [BigInt(i), i % 3 === 0 ? null : `row ${i % 50}`]);
    const path = await writeTable(schema, rows);
    const whole = asCells(rows);
    for (const [from, to] of [
      [0, 1],
      [4_095, 4_097],
      [9_999, 20_000],
      [10_001, 10_002],
      [100, 9_000],
      [5, 5],
    ] as const)
      assert.deepEqual(await read(path, from, to), whole.slice(from, to), `${from} to ${to}`);
    assert.deepEqual(await read(await writeTable(schema, [])), []);
  });
});

describe('a table that is kept', () => {
  let host: EngineHost;
  before(() => {
    host = new EngineHost(sharing());
  });
  after(() => host.close());

  const query = `select id, id * 1.5D as d, cast(id as decimal(38,4)) / 3 as x, concat('n', id) as s,
    date_sub(date'1970-01-10', cast(id as int)) as day, timestamp_micros(id * 1000001 - 5) as at, id % 2 = 0 as even,
    array(id, null) as list, map('k', id) as m, named_struct('a', id, 'b', cast(null as string)) as st, cast(concat('b', id) as binary) as bin,
    cast(null as int) as nothing from range(12000) order by id desc`;
  const options = (room: Partial<{ mostRows: number; mostBytes: number }>) => ({
    room: { folder: join(folder, 'room'), mostRows: 1e6, mostBytes: 1e9, ...room },
    shown: 1_000,
    isBounded: false,
    signal: new AbortController().signal,
    count: async () => 12_000,
  });

  for (const kind of ['sail', 'spark'] as const satisfies readonly EngineKind[])
    test(`has the rows of ${kind} in their order, and ${kind} reads the file as what they were`, async () => {
      for (const spread of kind === 'sail' ? [false, true] : [false]) {
        await using engine = await host.open(kind, { spread });
        const data = engine.session.sql(query);
        const all = (await data.table()).rows.map((row) => row.map((value) => cellOf(value)));
        const { kept, rows, truncated } = await storeTable(data, options({}));
        assert.ok(kept !== undefined && truncated);
        assert.deepEqual(
          { rows: kept.rows, truncated: kept.truncated, total: kept.total },
          { rows: 12_000, truncated: false, total: 12_000 },
        );
        assert.deepEqual(rows, all.slice(0, 1_000));
        const path = join(folder, 'room', kept.file);
        assert.equal((await stat(path)).mode & 0o777, 0o600);
        assert.deepEqual(await read(path), all);
        const again = engine.session.read.parquet(pathToFileURL(path).href);
        const { schema } = await again.table();
        assert.equal(
          schemaToDdl(schema).replaceAll(' NOT NULL', ''),
          schemaToDdl(await data.schema()).replaceAll(' NOT NULL', ''),
        );
        const { rows: stored } = await again.table();
        const sorted = stored
          .map((row) => row.map((value) => cellOf(value)))
          .toSorted(([a], [b]) => Number(b) - Number(a));
        assert.deepEqual(sorted, all);
      }
    });

  test('ends at the most rows and at the most bytes, and says so with the number of all', async () => {
    await using engine = await host.open('sail');
    const data = engine.session.sql(query);
    const byRows = (await storeTable(data, options({ mostRows: 5_000 }))).kept;
    assert.deepEqual([byRows?.rows, byRows?.truncated, byRows?.total], [5_000, true, 12_000]);
    const exactly = (await storeTable(data, options({ mostRows: 12_000 }))).kept;
    assert.deepEqual([exactly?.rows, exactly?.truncated, exactly?.total], [12_000, false, 12_000]);
    const byBytes = (await storeTable(data, options({ mostBytes: 200_000 }))).kept;
    assert.ok(byBytes !== undefined && byBytes.truncated && byBytes.rows < 12_000, JSON.stringify(byBytes));
    assert.equal((await read(join(folder, 'room', byBytes.file))).length, byBytes.rows);
  });

  test('has no file where it is small, or was stopped, or failed', async () => {
    await using engine = await host.open('sail');
    const { session } = engine;
    const room = { folder: join(folder, 'none'), mostRows: 1e6, mostBytes: 1e9 };
    const small = await storeTable(session.sql('select * from range(1000)'), { ...options({}), room });
    assert.deepEqual([small.rows.length, small.truncated, small.kept], [1_000, false, undefined]);
    await assert.rejects(
      storeTable(session.sql("select if(id = 500000, raise_error('no'), id) as n from range(1000000)"), {
        ...options({}),
        room,
      }),
    );
    const stop = new AbortController();
    // a cross join of two ranges of 1e9 rows would fill Sail's memory before it streams a row
    const endless = storeTable(session.sql('select id from range(2000000000)'), {
      ...options({}),
      room: { ...room, mostRows: 1e9 },
      signal: stop.signal,
    });
    const met = assert.rejects(endless, { name: 'InterruptedError' });
    while ((await readdir(room.folder).catch(() => [])).length === 0) await session.sql('select 1').table();
    stop.abort();
    await met;
    assert.deepEqual(await readdir(room.folder), []);
  });
});
