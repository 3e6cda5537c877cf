import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import { profile, type ColumnProfile, type Profile } from '../src/preview/profile/index.ts';

const host = new EngineHost(sharing());
after(() => host.close());

for (const kind of ['sail', 'spark'] as const)
  describe(`the profile of a table on ${kind}`, () => {
    const profiled = async (
      query: string,
      options: { maxRows?: number; isMarked?: boolean } = {},
    ): Promise<Profile> => {
      await using engine = await host.open(kind);
      return await profile(engine.session.sql(query), { keep: engine.keep, maxRows: 1_000, ...options });
    };
    const only = async (type: string, ...values: readonly string[]): Promise<ColumnProfile> => {
      const { columns } = await profiled(
        values.map((value) => `select cast(${value} as ${type}) as x`).join(' union all '),
      );
      assert.equal(columns.length, 1);
      return columns[0]!;
    };

    test('numbers: nulls, NaN, distinct, range, mean, bins', async () => {
      assert.deepEqual(await only('double', '0', '1.5', 'null', '8', '8', "'NaN'", '6.5'), {
        name: 'x',
        type: 'double',
        rows: 7,
        nulls: 1,
        nans: 1,
        distinct: 5,
        min: '0',
        max: '8',
        mean: 4.8,
        bins: { from: 0, to: 8, counts: [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2] },
        top: null,
      });
      const whole = await only('int', '3', '1', '3', '3');
      assert.deepEqual([whole.bins, whole.mean], [{ from: 0.5, to: 3.5, counts: [1, 0, 3] }, 2.5]);
      const same = await only('double', '2.5', '2.5');
      assert.deepEqual(same.bins, { from: 2.5, to: 2.5, counts: [2] });
      const decimal = await only('decimal(20,2)', '1.25', '2.75', 'null');
      assert.deepEqual([decimal.min, decimal.max, decimal.mean, decimal.nulls], ['1.25', '2.75', 2, 1]);
      assert.equal(
        decimal.bins?.counts.reduce((a, b) => a + b),
        2,
      );
      const far = await only('double', "'-Infinity'", '1', '3', "'Infinity'", "'NaN'");
      assert.deepEqual([far.min, far.max, far.mean, far.nans, far.distinct], ['-Infinity', 'Infinity', null, 1, 5]);
      assert.deepEqual([far.bins?.from, far.bins?.to, far.bins?.counts.reduce((a, b) => a + b)], [1, 3, 2]);
      assert.equal((await only('double', '-1.7e308', '1.7e308')).bins, null);
      const long = await only('bigint', '9007199254740993', '9007199254740992');
      assert.deepEqual([long.min, long.max, long.distinct], ['9007199254740992', '9007199254740993', 2]);
    });

    test('dates and times: their range, and bins in UTC', async () => {
      const day = 86_400_000;
      const { bins, top, ...date } = await only('date', "'2024-01-01'", "'2024-01-17'", "'2024-01-02'", 'null');
      assert.deepEqual([date.min, date.max, date.nulls, date.distinct, top], ['2024-01-01', '2024-01-17', 1, 3, null]);
      assert.deepEqual(bins, {
        from: Date.parse('2024-01-01T00:00:00Z'),
        to: Date.parse('2024-01-17T00:00:00Z'),
        counts: [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      });
      assert.equal((bins?.to ?? 0) - (bins?.from ?? 0), 16 * day);
      for (const type of ['timestamp', 'timestamp_ntz']) {
        const time = await only(type, "'1969-12-31 12:00:00'", "'1970-01-01 12:00:00'", "'1970-01-01 11:00:00'");
        assert.deepEqual([time.bins?.from, time.bins?.to, time.distinct], [-day / 2, day / 2, 3], type);
        assert.deepEqual(time.bins?.counts, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], type);
      }
    });

    test('text and truth values: the most frequent ones', async () => {
      const text = await only('string', "'b'", "'a'", "'b'", "''", 'null', "'NaN'", "'a'", "'b'");
      assert.deepEqual(text.top, [
        { value: 'b', count: 3 },
        { value: 'a', count: 2 },
        { value: '', count: 1 },
        { value: 'NaN', count: 1 },
      ]);
      assert.deepEqual([text.distinct, text.nulls, text.nans, text.min, text.max, text.bins], [4, 1, 0, '', 'b', null]);
      const truth = await only('boolean', 'true', 'false', 'true', 'null');
      assert.deepEqual(truth.top, [
        { value: 'true', count: 2 },
        { value: 'false', count: 1 },
      ]);
      const many = await profiled("select concat('v', id % 40, repeat('x', 500)) as x from range(400)");
      assert.deepEqual(
        [many.columns[0]?.distinct, many.columns[0]?.top?.map(({ value, count }) => [value.length, count])],
        [40, Array.from({ length: 6 }, () => [200, 10])],
      );
    });

    test('nested values: no more than how many there are', async () => {
      const { columns } = await profiled(
        "select array(1, 2) as a, struct(1 as b) as s, map('k', 1) as m, cast('x' as binary) as y",
      );
      for (const { name, nulls, distinct, min, bins, top } of columns)
        assert.deepEqual([nulls, distinct, min, bins, top], [0, null, null, null, null], name);
    });

    test('columns without values, tables without rows, names that are alike or strange', async () => {
      const absent = await only('double', 'null', 'null');
      assert.deepEqual(absent, {
        name: 'x',
        type: 'double',
        rows: 2,
        nulls: 2,
        nans: 0,
        distinct: 0,
        min: null,
        max: null,
        mean: null,
        bins: null,
        top: null,
      });
      assert.deepEqual((await only('string', 'null')).top, []);
      const none = await profiled('select id, cast(id as string) as t, array(id) as a from range(0)');
      assert.deepEqual(
        [none.rows, none.complete, none.columns.map(({ rows, distinct }) => [rows, distinct])],
        [
          0,
          true,
          [
            [0, 0],
            [0, 0],
            [0, null],
          ],
        ],
      );
      const strange = await profiled("select 1 as `a.b`, 2 as `a.b`, 'x' as `it's \"``<b>`");
      assert.deepEqual(
        strange.columns.map(({ name, min }) => [name, min]),
        [
          ['a.b', '1'],
          ['a.b', '2'],
          ['it\'s "`<b>', 'x'],
        ],
      );
    });

    test('a sample says that it is one, and marked rows are counted', async () => {
      const part = await profiled('select id from range(0, 50, 1, 1)', { maxRows: 10 });
      assert.deepEqual([part.rows, part.complete, part.rejected, part.columns[0]?.max], [10, false, null, '9']);
      const all = await profiled('select id, id % 5 = 0 as bad from range(0, 50, 1, 1)', {
        maxRows: 50,
        isMarked: true,
      });
      assert.deepEqual([all.rows, all.complete, all.rejected, all.columns.length], [50, true, 10, 1]);
    });

    test('a table of 178 columns', async () => {
      const columns = Array.from({ length: 178 }, (_, i) =>
        i % 3 === 0 ? `id + ${i} as c${i}` : i % 3 === 1 ? `id / ${i} as c${i}` : `cast(id % ${i} as string) as c${i}`,
      );
      const result = await profiled(`select ${columns.join(', ')} from range(0, 1000, 1, 1)`);
      assert.deepEqual([result.rows, result.complete, result.columns.length], [1000, true, 178]);
      for (const [i, { min, distinct, bins, top }] of result.columns.entries()) {
        assert.equal(distinct, i % 3 === 2 ? Math.min(i, 1000) : 1000, `column ${i}`);
        if (i % 3 === 0) assert.equal(min, String(i));
        if (i % 3 !== 2)
          assert.equal(
            bins?.counts.reduce((a, b) => a + b),
            1000,
          );
        else assert.equal(top?.length, Math.min(6, i));
      }
    });
  });
