import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { summarise, timeOf } from '../src/ui/column-summary.ts';

const only = (type: string, cells: readonly (string | number | boolean | null)[]) => {
  const [summary] = summarise(
    [{ name: 'x', type }],
    cells.map((cell) => [cell]),
  );
  assert.ok(summary !== undefined);
  return summary;
};

describe('the summary of a column', () => {
  test('counts, ranges and bins numbers', () => {
    const { nulls, nans, distinct, min, max, mean, bins, top } = only('double', [0, 1.5, null, 8, 8, 'NaN', 6.5]);
    assert.deepEqual(
      { nulls, nans, distinct, min, max, mean, top },
      {
        nulls: 1,
        nans: 1,
        distinct: 5,
        min: '0',
        max: '8',
        mean: 4.8,
        top: null,
      },
    );
    // bins of 0.5 from 0 to 8: the greatest value is in the last one
    assert.deepEqual(bins, { from: 0, to: 8, counts: [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2] });
  });

  test('gives a few whole numbers a bin each', () => {
    assert.deepEqual(only('int', [3, 1, 3, 3]).bins, { from: 0.5, to: 3.5, counts: [1, 0, 3] });
    assert.deepEqual(only('LONG', ['7', '', '7']).bins, { from: 6.5, to: 7.5, counts: [2] });
    assert.equal(only('bigint', [0, 1_000]).bins?.counts.length, 16);
    assert.deepEqual(only('double', [2.5, 2.5]).bins, { from: 2.5, to: 2.5, counts: [2] });
  });

  test('keeps whole numbers apart that are too long for a double', () => {
    const { distinct, min, max } = only('bigint', ['9007199254740993', '9007199254740992']);
    assert.deepEqual({ distinct, min, max }, { distinct: 2, min: '9007199254740992', max: '9007199254740993' });
  });

  test('leaves infinities out of bins and mean', () => {
    const { min, max, mean, bins } = only('double', ['-Infinity', 1, 3, 'Infinity']);
    assert.deepEqual({ min, max, mean }, { min: '-Infinity', max: 'Infinity', mean: null });
    assert.deepEqual([bins?.from, bins?.to, bins?.counts.reduce((a, b) => a + b)], [1, 3, 2]);
    assert.equal(only('double', [-1.7e308, 1.7e308]).bins, null);
  });

  test('takes times as UTC, whoever looks', () => {
    const day = 86_400_000;
    assert.equal(timeOf('1970-01-02'), day);
    assert.equal(timeOf('1970-01-01 00:00:01'), 1_000);
    assert.equal(timeOf('1970-01-01T00:00:00.000001Z'), 0);
    const { bins, min, max, mean } = only('date', ['2024-01-01', '2024-01-17', null]);
    assert.deepEqual({ min, max, mean }, { min: '2024-01-01', max: '2024-01-17', mean: null });
    assert.equal((bins?.to ?? 0) - (bins?.from ?? 0), 16 * day);
  });

  test('names the most frequent texts', () => {
    const { top, distinct, nulls, min, max, bins } = only('string', ['b', 'a', 'b', '', null, 'NaN', 'a', 'b']);
    assert.deepEqual(top, [
      { value: 'b', count: 3 },
      { value: 'a', count: 2 },
      { value: '', count: 1 },
      { value: 'NaN', count: 1 },
    ]);
    assert.deepEqual({ distinct, nulls, min, max, bins }, { distinct: 4, nulls: 1, min: '', max: 'b', bins: null });
    assert.deepEqual(only('boolean', [true, false, true]).top, [
      { value: 'true', count: 2 },
      { value: 'false', count: 1 },
    ]);
  });

  test('holds for no rows, only nulls, and rows that are too short', () => {
    assert.deepEqual(summarise([{ name: 'x', type: 'int' }], []), [
      {
        name: 'x',
        type: 'int',
        rows: 0,
        nulls: 0,
        nans: 0,
        distinct: 0,
        min: null,
        max: null,
        mean: null,
        bins: null,
        top: null,
      },
    ]);
    assert.equal(only('int', [null, null]).bins, null);
    const short = summarise(
      [
        { name: 'x', type: 'int' },
        { name: 'y', type: 'string' },
      ],
      [[1]],
    );
    assert.deepEqual([short[1]?.nulls, short[1]?.distinct], [1, 0]);
  });
});
