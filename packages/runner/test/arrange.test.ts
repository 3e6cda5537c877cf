import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseSchema, types, type StructType, type Value } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { columnsOf, rowCells } from '../src/results/cells.ts';
import type { Cell } from '../src/results/events.ts';
import {
  arrangeRows,
  rowsInMemory,
  TableArranger,
  TableFile,
  TableWriter,
  type Arrangement,
  type Filter,
  type Operator,
} from '../src/results/tables/index.ts';

const maxText = 16 << 20;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-arrange-'));
});
after(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function writeTable(schema: StructType, rows: Iterable<readonly Value[]>): Promise<string> {
  const path = join(folder, `${files++}.parquet`);
  const writer = await TableWriter.create(path, schema);
  for (const row of rows) await writer.add(row);
  await writer.finish();
  return path;
}

/** All rows of a file that an arrangement lets through. */
async function arrange(path: string, some: Partial<Arrangement>): Promise<Cell[][]> {
  await using file = await TableFile.open(path);
  assert.ok(file !== undefined);
  const { json, found, rows } = await arrangeRows(file, { sort: [], filters: [], ...some }, [0, 1e6], maxText);
  assert.equal(rows, found);
  return JSON.parse(`[${Buffer.from(json).toString()}]`) as Cell[][];
}

const up = (column: string) => ({ column, isDescending: false, nullsFirst: true });
const down = (column: string) => ({ column, isDescending: true, nullsFirst: false });
const where = (column: string, operator: Operator, value?: string): Filter => ({ column, operator, value });

/** Rows of which each column has values that are hard to order, in SQL; null comes beside them. */
const columns: readonly (readonly [type: string, values: readonly string[]])[] = [
  ['boolean', ['true', 'false', 'true']],
  ['tinyint', ['-128', '127', '0', '-1']],
  ['smallint', ['-32768', '5', '32767', '-5']],
  ['int', ['-2147483648', '2147483647', '0', '-1', '1', '70000']],
  ['bigint', ['-9223372036854775808', '9223372036854775807', '0', '-1', '9007199254740993', '9007199254740992']],
  ['float', ["'NaN'", "'-Infinity'", '0.1', '-0.1', '-0.0', '0.0', '1e-40']],
  ['double', ["'NaN'", "'Infinity'", "'-Infinity'", '0.1', '-1.5', '-0.0', '0.0', '5e-324', '-5e-324', '1e300']],
  ['decimal(5,2)', ['-999.99', '0.01', '999.99', '-0.01']],
  ['decimal(18,4)', ['99999999999999.9999', '-0.0001', '12.5']],
  [
    'decimal(38,10)',
    ["'-9999999999999999999999999999.9999999999'", '0', "'0.0000000001'", "'1e20'", "'-0.0000000001'"],
  ],
  [
    'string',
    [
      "''",
      "'a'",
      "'B'",
      "'abcdef'",
      "'abcdeg'",
      "'abcd'",
      "'é'",
      "'\u{ff5e}'",
      "'\u{1d11e}'",
      "'\u{e000}'",
      "'ab\u0000'",
    ],
  ],
  ['binary', ["x''", "x'00'", "x'ff'", "x'0aff'", "x'0a'"]],
  ['date', ["'1582-10-14'", "'9999-12-31'", "'2024-02-29'", "'0001-01-01'"]],
  ['timestamp', ["'1969-12-31T23:59:59.999999Z'", "'0001-01-01T00:00:00Z'", "'2024-02-29T12:00:00.000001Z'"]],
  ['timestamp_ntz', ["'1969-07-20T20:17:40.000001'", "'2024-02-29T12:00:00'"]],
];

/** Filters, with the same in SQL. */
const filters: readonly (readonly [type: string, operator: Operator, value: string, sql: string])[] = [
  ['boolean', '>=', 'true', 'c >= true'],
  ['int', '>', '0.5', 'c > 0.5'],
  ['int', '=', '0.5', 'c = 0.5'],
  ['int', '<', '-0.5', 'c < -0.5'],
  ['int', '!=', '7e4', 'c != 70000'],
  ['bigint', '=', '9007199254740993', 'c = 9007199254740993'],
  ['double', '>', '1e299', 'c > 1e299'],
  ['double', '=', 'NaN', "c = double('NaN')"],
  ['double', '<=', 'Infinity', "c <= double('Infinity')"],
  ['double', '=', '-0', 'c = -0.0D'],
  ['double', '<', '0', 'c < 0D'],
  ['decimal(5,2)', '>=', '0.005', 'c >= 0.005'],
  ['decimal(5,2)', '<', '-0.005', 'c < -0.005'],
  ['decimal(38,10)', '=', '1e20', 'c = 100000000000000000000'],
  ['string', '>', 'abcd', "c > 'abcd'"],
  ['string', '<', '\u{1d11e}', "c < '\u{1d11e}'"],
  ['string', '!=', '', "c != ''"],
  ['date', '>=', '2024-02-29', "c >= date'2024-02-29'"],
  ['date', '<', '2024-02-29T00:00:01', "c < timestamp'2024-02-29T00:00:01Z'"],
  ['timestamp', '>', '2024-02-29T13:00:00+01:00', "c > timestamp'2024-02-29T12:00:00Z'"],
  ['timestamp', '<=', '1969-12-31', "c <= timestamp'1969-12-31T00:00:00Z'"],
  ['timestamp_ntz', '<', '2024-02-29 12:00', "c < timestamp_ntz'2024-02-29T12:00:00'"],
];

describe('rows of a table as Spark orders and compares them', () => {
  let host: EngineHost;
  let engine: EngineSession;
  before(async () => {
    host = new EngineHost(sharing());
    engine = await host.open('spark');
  });
  after(async () => {
    await engine[Symbol.asyncDispose]();
    await host.close();
  });

  const tableOf = (type: string): string => {
    const values = columns.find(([name]) => name === type)?.[1] ?? assert.fail(type);
    const rows = [...values, 'null', ...values].map((value, id) => `(${id}, cast(${value} as ${type}))`);
    return `(select * from values ${rows.join(', ')} as t(id, c))`;
  };
  const collected = async (query: string) => engine.session.sql(query).table();
  const ids = (rows: readonly (readonly unknown[])[]): unknown[] => rows.map(([id]) => id);
  const fileOf = async (type: string): Promise<string> => {
    const { schema, rows } = await collected(`select * from ${tableOf(type)} order by id`);
    return writeTable(schema, rows);
  };

  for (const [type] of columns)
    test(`sorts ${type} up and down`, async () => {
      const path = await fileOf(type);
      for (const [way, sort] of [
        ['asc', up('c')],
        ['desc', down('c')],
        ['asc nulls last', { ...up('c'), nullsFirst: false }],
      ] as const) {
        const { rows } = await collected(`select id from ${tableOf(type)} order by c ${way}, id`);
        assert.deepEqual(ids(await arrange(path, { sort: [sort] })), ids(rows), way);
      }
    });

  test('filters by comparing values', async () => {
    for (const [type, operator, value, sql] of filters) {
      const path = await fileOf(type);
      const { rows } = await collected(`select id from ${tableOf(type)} where ${sql} order by id`);
      const filter = where('c', operator, value);
      assert.deepEqual(ids(await arrange(path, { filters: [filter] })), ids(rows), `${type} ${operator} ${value}`);
    }
  });
});

describe('rows of a table that are arranged', () => {
  const schema = parseSchema('id bigint, k int, name string, list array<int>, m map<string,int>, ok boolean');
  const names = ['Rome', 'oslo', null, 'ROMA', 'a 100%_x'];
  const rowsOf = (count: number): Value[][] =>
    Array.from({ length: count }, (_, i) => [
      BigInt(i),
      i % 7 === 3 ? null : i % 3,
      names[i % 5] ?? null,
      [i % 4, null],
      new Map([['key', i]]),
      i % 2 === 0,
    ]);
  const ids = (rows: readonly (readonly Cell[])[]): unknown[] => rows.map(([id]) => id);
  let path: string;
  const rows = rowsOf(9_000);
  before(async () => {
    path = await writeTable(schema, rows);
  });

  test('are sorted by several columns, and keep their order where they tie, over all row groups', async () => {
    const sort = [down('k'), up('name')];
    const order = (value: Value | undefined): number | string => (value === null ? '' : String(value));
    const expected = rows
      .toSorted((a, b) => {
        const [k, l] = [Number(a[1] ?? -1), Number(b[1] ?? -1)];
        if (k !== l) return l - k;
        const [one, other] = [order(a[2]), order(b[2])];
        return one < other ? -1 : one > other ? 1 : 0;
      })
      .map(([id]) => Number(id));
    assert.deepEqual(ids(await arrange(path, { sort })), expected);
  });

  test('are let through where all filters hold; words are looked for in what is shown', async () => {
    const count = async (...some: readonly Filter[]): Promise<number> =>
      (await arrange(path, { filters: some })).length;
    const many = (is: (row: readonly Value[]) => boolean): number => rows.filter(is).length;
    assert.equal(
      await count(where('name', 'contains', 'RO')),
      many(([, , name]) => /ro/i.test(String(name))),
    );
    assert.equal(await count(where('name', 'starts with', 'o')), 1_800);
    assert.equal(await count(where('name', 'contains', '%_')), 1_800);
    assert.equal(await count(where('name', '=', 'Rome')), 1_800);
    assert.equal(await count(where('name', '!=', 'Rome')), 5_400);
    assert.equal(await count(where('name', 'is null')), 1_800);
    assert.equal(
      await count(where('name', 'is not null'), where('k', 'is null')),
      many(([, k, n]) => k === null && n !== null),
    );
    assert.equal(await count(where('id', '>=', '10'), where('id', '<', '20'), where('ok', '=', 'true')), 5);
    assert.equal(await count(where('id', 'contains', '899')), 19);
    assert.equal(await count(where('list', 'contains', '[3,null')), 2_250);
    assert.equal(await count(where('m', 'contains', '"key",8999]')), 1);
    assert.equal(await count(where('id', '<', '-1')), 0);
  });

  test('are given the same way where they lie in memory', async () => {
    const cells = rows.slice(0, 1_000).map(rowCells(schema));
    const small = await writeTable(schema, rows.slice(0, 1_000));
    const arrangement = {
      sort: [up('name'), down('id')],
      filters: [where('k', '>', '0'), where('m', 'contains', '1')],
    };
    const table = rowsInMemory(schema, cells);
    const { json } = await arrangeRows(table, arrangement, [0, 1_000], maxText);
    assert.deepEqual(JSON.parse(`[${Buffer.from(json).toString()}]`), await arrange(small, arrangement));
  });

  test('refuse what the table cannot give, with the place and what to do', async () => {
    const wrong: readonly (readonly [Partial<Arrangement>, object])[] = [
      [
        { sort: [up('no')] },
        { field: 'sortBy', message: 'the table has no column "no"', remedy: /one of these columns: id, k,/ },
      ],
      [{ sort: [up('list')] }, { field: 'sortBy', message: /^column "list" has type array<int>, which has no order$/ }],
      [{ filters: [where('NAME', 'is null')] }, { field: 'filterBy', message: 'the table has no column "NAME"' }],
      [
        { filters: [where('k', '<', 'x')] },
        { message: 'invalid value "x" for column "k": must be of type int', remedy: 'enter a value such as 12' },
      ],
      [{ filters: [where('k', '=', '')] }, { message: /invalid value "" for column "k"/ }],
      [
        { filters: [where('ok', '=', '1')] },
        { message: /^invalid value "1" for column "ok": must be of type boolean$/, remedy: /such as true/ },
      ],
      [{ filters: [where('k', '=')] }, { message: /operator "=" needs a value/, remedy: /"is null"/ }],
      [{ filters: [where('m', '<', 'a')] }, { message: /cannot be compared with operator "<"/, remedy: /"contains"/ }],
    ];
    for (const [some, says] of wrong)
      await assert.rejects(arrange(path, some), { name: 'RunError', code: 'WRONG_ARRANGEMENT', ...says });
  });

  test('know columns of the same name by a number', async () => {
    const twice: StructType = {
      kind: 'struct',
      fields: ['a', 'a'].map((name) => ({ name, type: types.long, nullable: true })),
    };
    const file = await writeTable(twice, [
      [1n, 5n],
      [2n, 4n],
    ]);
    assert.deepEqual(ids(await arrange(file, { sort: [up('a_2')] })), [2, 1]);
    assert.deepEqual(
      columnsOf(twice).map(({ name }) => name),
      ['a', 'a'],
    );
  });
});

describe('a thread that arranges tables', () => {
  const schema = parseSchema('id bigint, text string');
  const request = (path: string, from: number, to: number, some: Partial<Arrangement> = {}) => ({
    path,
    from,
    to,
    mostText: maxText,
    arrangement: { sort: [down('text')], filters: [], ...some },
  });
  const idsOf = ({ json }: { readonly json: Uint8Array }): unknown[] =>
    (JSON.parse(`[${Buffer.from(json).toString()}]`) as unknown[][]).map(([id]) => id);
  const shuffled = (count: number): Value[][] =>
    Array.from({ length: count }, (_, i) => [BigInt(i), `text ${String((i * 7_919) % count).padStart(6, '0')}`]);

  test('gives any page of an order, the first time and again', async () => {
    const path = await writeTable(schema, shuffled(20_000));
    const all = (await arrange(path, { sort: [down('text')] })).map(([id]) => id);
    const arranger = new TableArranger();
    for (const [from, to] of [
      [0, 500],
      [500, 1_000],
      [19_900, 20_400],
      [10_000, 20_000],
      [9_500, 10_000],
      [0, 500],
    ] as const) {
      const page = await arranger.page(request(path, from, to));
      assert.equal(page.found, 20_000);
      assert.deepEqual(idsOf(page), all.slice(from, to), `${from} to ${to}`);
    }
    assert.deepEqual((await arranger.page(request(path, 20_000, 20_500))).rows, 0);
    const filtered = await arranger.page(request(path, 0, 500, { filters: [where('id', '<', '3')] }));
    assert.deepEqual([filtered.found, filtered.rows], [3, 3]);
    // several at once, of two tables
    const other = await writeTable(schema, shuffled(5_000));
    const pages = await Promise.all([path, other, path].map((one) => arranger.page(request(one, 0, 10))));
    assert.deepEqual(
      pages.map(({ found }) => found),
      [20_000, 5_000, 20_000],
    );
  });

  test('gives fewer rows where they are very large, but one at least', async () => {
    const large = Array.from({ length: 30 }, (_, i): Value[] => [BigInt(i), `${10 + i}`.repeat(1 << 20)]);
    const path = await writeTable(schema, large);
    const arranger = new TableArranger();
    const first = await arranger.page(request(path, 0, 20));
    assert.deepEqual([first.found, idsOf(first)], [30, [29, 28, 27, 26, 25, 24, 23]]);
    assert.deepEqual(idsOf(await arranger.page(request(path, 7, 20))), [22, 21, 20, 19, 18, 17, 16]);
    const one = await arranger.page({ ...request(path, 29, 30), mostText: 10 });
    assert.deepEqual(idsOf(one), [0]);
  });

  test('tells where there is no file, leaves out who has gone, and goes on with the next', async () => {
    const path = await writeTable(schema, shuffled(100));
    const arranger = new TableArranger();
    await assert.rejects(arranger.page(request(join(folder, 'none'), 0, 1)), { code: 'ENOENT' });
    const controller = new AbortController();
    const [first, cancelled, next] = [
      arranger.page(request(path, 0, 1)),
      arranger.page(request(path, 0, 1), controller.signal),
      arranger.page(request(path, 1, 2)),
    ];
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    assert.deepEqual([(await first).rows, (await next).rows], [1, 1]);
  });

  test('says so where the values are too large for its memory, and the next is arranged', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i): Value[] => [BigInt(i), `${i} 中`.repeat(500)]);
    const path = await writeTable(schema, rows);
    const arranger = new TableArranger({ heapMb: 96 });
    await assert.rejects(arranger.page(request(path, 0, 10)), {
      name: 'RunError',
      code: 'TABLE_NOT_ARRANGED',
      message: /the values of these columns are too large for the available memory$/,
      remedy: 'choose fewer or smaller columns, or add a node to the workflow that sorts or filters',
    });
    const byId = await arranger.page(request(path, 0, 2, { sort: [down('id')] }));
    assert.deepEqual(idsOf(byId), [39_999, 39_998]);
  });
});
