import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBatch } from '../../src/arrow.ts';
import { typeName, types } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

/** Results and inputs of unusual shape. */
export function shapes({ session }: EngineFixture): void {
  test('an empty result has its schema', async () => {
    const spark = await session();
    const { schema, rows } = await spark.sql("select id, 'x' as s, array(1) as a from range(0)").table();
    assert.deepEqual(rows, []);
    assert.deepEqual(
      schema.fields.map((f) => `${f.name} ${typeName(f.type)}`),
      ['id bigint', 's string', 'a array<int>'],
    );
  });

  test('an empty list of rows has its schema', async () => {
    const spark = await session();
    const { schema, rows } = await spark.createDataFrame([], 'a int, b array<map<string,date>>').table();
    assert.deepEqual(rows, []);
    assert.deepEqual(
      schema.fields.map((f) => typeName(f.type)),
      ['int', 'array<map<string,date>>'],
    );
  });

  test('rows without columns are counted', async () => {
    const spark = await session();
    assert.deepEqual((await spark.range(3).select().table()).rows, [[], [], []]);
    assert.deepEqual((await spark.createDataFrame([{}, {}], '').table()).rows, [[], []]);
  });

  test('columns of the same name keep their values by position, and objects are refused', async () => {
    const spark = await session();
    const schema = types.struct([types.field('a', types.integer), types.field('a', types.string)]);
    for (const df of [spark.sql("select 1 as a, 'x' as a"), spark.createDataFrame([[1, 'x']], schema)]) {
      assert.deepEqual((await df.table()).rows, [[1, 'x']]);
      await assert.rejects(df.collect(), { message: /two columns named "a": rename one, or read the rows with table/ });
    }
  });

  test('column names may be any text', async () => {
    const spark = await session();
    const names = ['é 😀', 'a.b', 'select', '`tick`', '__proto__', '1'];
    const df = spark.createDataFrame(
      [names.map((_, i) => i)],
      types.struct(names.map((n) => types.field(n, types.integer))),
    );
    assert.deepEqual(await df.columns(), names);
    const [row] = await df.collect();
    assert.deepEqual(
      names.map((n) => Object.entries(row ?? {}).find(([k]) => k === n)?.[1]),
      [0, 1, 2, 3, 4, 5],
    );
  });

  test('a schema is inferred from all rows: numbers widen, missing fields are null', async () => {
    const spark = await session();
    const df = spark.createDataFrame([
      { a: 1, b: [1], c: { x: 1 } },
      { a: 2.5, b: [2n ** 40n], c: { x: null, y: 'z' } },
      { d: new Date(0) },
    ]);
    const { schema, rows } = await df.table();
    assert.deepEqual(
      schema.fields.map((f) => typeName(f.type)),
      ['double', 'array<bigint>', 'struct<x:int,y:string>', 'timestamp'],
    );
    assert.deepEqual(rows, [
      [1, [1n], { x: 1, y: null }, null],
      [2.5, [2n ** 40n], { x: null, y: 'z' }, null],
      [null, null, null, '1970-01-01T00:00:00Z'],
    ]);
  });

  test('values of a batch are read by row and column, too', async () => {
    const spark = await session();
    for await (const batch of spark.sql("select 1 as a, null as b, 'x' as c").batches()) {
      assert.equal(batch.rowCount, 1);
      assert.deepEqual([batch.value(0, 0), batch.value(0, 1), batch.value(0, 2)], [1, null, 'x']);
      assert.equal(batch.value(1, 0), null);
      assert.deepEqual(batch.column(2), ['x']);
      assert.throws(() => batch.column(3), /no column 3: it has 3/);
    }
  });

  test('batches come as their Arrow bytes too, which another thread may be given and decode, all rows or some', async () => {
    const spark = await session();
    const df = spark.sql("select id, concat('é', id) as s, array(id) as l from range(20000) order by id");
    const { schema, rows } = await df.table();
    const decoded: unknown[] = [];
    for await (const event of df.encodedEvents()) {
      if (event.kind === 'schema') assert.deepEqual(event.schema, schema);
      if (event.kind !== 'encoded') continue;
      const { data, rowCount } = event.batch;
      // as by postMessage
      const copy = structuredClone(data, { transfer: [data.buffer as ArrayBuffer] });
      assert.equal(data.length, 0);
      const batch = decodeBatch(copy, schema, rowCount);
      assert.throws(() => decodeBatch(copy, schema, rowCount + 1), {
        message: `a batch of the result has ${rowCount} rows where the engine announced ${rowCount + 1}`,
      });
      assert.deepEqual(batch.rows(rowCount, rowCount + 5), []);
      decoded.push(...batch.rows(0, 3), ...batch.rows(3, 4_000), ...batch.rows(4_000));
    }
    assert.deepEqual(decoded, rows);
  });
}
