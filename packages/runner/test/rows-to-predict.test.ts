import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RunError } from '@millrace/errors';
import { requireSizes, rowsToPredict, type ModelInput } from '../src/serving/rows-to-predict.ts';

/** A model that reads one column of a type. */
const of = (type: string, features: ModelInput['features'] = {}): ModelInput => ({
  columns: [{ name: 'c', type }],
  inputs: ['c'],
  features,
});

const read = (type: string, value: unknown): unknown => rowsToPredict([{ c: value }], of(type)).rows[0]?.[0];

/** Fails unless the second of two rows is refused in these words, with its place. */
function assertRefused(work: () => unknown, words: RegExp): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof RunError, String(error));
    assert.match(error.message, /^rows\/1: column "c" /);
    assert.match(`${error.message}: ${error.remedy}`, words);
    assert.equal(error.field, 'rows/1/c');
    return true;
  });
}

describe('values of rows to predict for', () => {
  const good: readonly (readonly [type: string, input: unknown, read: unknown])[] = [
    ['decimal(10,2)', 12.34, 12.34],
    ['decimal(10,2)', ' 12.30 ', '12.30'],
    ['decimal(10,2)', '12.300', '12.300'],
    ['decimal(4,1)', -123, -123],
    ['decimal(20,10)', 1e-7, 1e-7],
    ['date', '2024-02-29', '2024-02-29'],
    ['timestamp', '2026-01-31T12:00:00', 1_769_860_800_000_000n],
    ['timestamp', '2026-01-31 12:00', 1_769_860_800_000_000n],
    ['timestamp', '2026-01-31', 1_769_817_600_000_000n],
    ['timestamp', '2026-01-31T12:00:00Z', 1_769_860_800_000_000n],
    ['timestamp', '2026-01-31T12:00:00.000001Z', 1_769_860_800_000_001n],
    ['timestamp', '2026-01-31T12:00:00.1234567Z', 1_769_860_800_123_456n],
    ['timestamp', '2026-01-31T12:00:00+05:30', 1_769_841_000_000_000n],
    ['timestamp_ntz', '2026-01-31T12:00:00Z', 1_769_860_800_000_000n],
    ['timestamp_ntz', '2026-01-31 12:00:00', 1_769_860_800_000_000n],
    ['bigint', '9223372036854775807', 9_223_372_036_854_775_807n],
    ['bigint', -5, -5n],
    ['int', '7', 7],
    ['double', '1e3', 1_000],
    ['double', 'NaN', Number.NaN],
    ['double', null, null],
    ['array<decimal(4,1)>', ['1.5', null], ['1.5', null]],
  ];
  for (const [type, input, expected] of good)
    test(`${JSON.stringify(input)} is a ${type}`, () => assert.deepEqual(read(type, input), expected));

  test('a time without a zone is one of UTC, wherever the service runs', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      assert.equal(read('timestamp', '2026-01-31T12:00:00'), 1_769_860_800_000_000n);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  const bad: readonly (readonly [type: string, input: unknown, words: RegExp])[] = [
    [
      'decimal(10,2)',
      12.345,
      /has the invalid value 12\.345: must be of type decimal\(10,2\): enter a number with at most 8 digits before the decimal point and 2 after it$/,
    ],
    ['int', 1.5, /has the invalid value 1\.5: must be of type int: enter a number in the range of type int$/],
    ['bigint', 1.5, /must be of type bigint: enter a number in the range of type bigint$/],
    [
      'decimal(4,1)',
      123456,
      /has the invalid value 123456: must be of type decimal\(4,1\): enter a number with at most 3 digits before/,
    ],
    ['decimal(10,2)', '1e3', /has the invalid value "1e3": must be of type decimal\(10,2\)/],
    ['decimal(10,2)', '0x10', /has the invalid value "0x10": must be of type decimal\(10,2\)/],
    ['decimal(10,2)', '', /has the invalid value "": must be of type decimal/],
    ['decimal(10,2)', true, /has the invalid value true: must be of type decimal/],
    ['array<decimal(4,1)>', [1234], /has the invalid value 1234: must be of type decimal\(4,1\)/],
    ['date', '2026-02-30', /has the invalid value "2026-02-30": must be of type date: enter a date such as/],
    ['date', '2026-13-01', /must be of type date/],
    ['timestamp', '2026-02-30T12:00:00Z', /must be of type timestamp: enter a time such as "2026-01-31T12:00:00Z"$/],
    ['timestamp', '2026-01-31T25:00:00Z', /must be of type timestamp/],
    ['timestamp', '2026-01-31T12:00:00 yesterday', /must be of type timestamp/],
    ['timestamp_ntz', '2026-01-31T12:00:00+05:30', /must be of type timestamp_ntz: enter a time without a zone/],
    ['int', '0x10', /has the invalid value "0x10": must be of type int/],
    ['double', '0b11', /has the invalid value "0b11": must be of type double/],
    ['float', 1e300, /must be of type float/],
    ['bigint', '9223372036854775808', /must be of type bigint/],
    ['vector', null, /is null: must be a vector: enter a list of numbers/],
  ];
  for (const [type, input, words] of bad)
    test(`${JSON.stringify(input)} is no ${type}`, () => {
      const fine = type === 'vector' ? [1] : null;
      assertRefused(() => rowsToPredict([{ c: fine }, { c: input }], of(type)), words);
    });
});

describe('vectors of rows to predict for', () => {
  const sparse = (size: number) => ({ size, indices: [0], values: [1] });

  test('have the size of the places that are known, in each form', () => {
    const model = of('vector', { c: ['a', 'b', 'd'] });
    const words = /has 2 numbers: must have 3: enter 3 numbers: a, b, d$/;
    for (const wrong of [[1, 2], sparse(2)])
      assertRefused(() => rowsToPredict([{ c: sparse(3) }, { c: wrong }], model), words);
  });

  test('have the size that a model tells, where no places are known', () => {
    const model: ModelInput = { columns: [], inputs: ['c'], features: {} };
    const sizes = new Map([['c', 3]]);
    const check = (...values: readonly unknown[]): void =>
      requireSizes(
        rowsToPredict(
          values.map((c) => ({ c })),
          model,
        ),
        sizes,
        model.features,
      );
    check([1, 2, 3], sparse(3));
    for (const wrong of [[1, 2], sparse(2)])
      assertRefused(() => check([1, 2, 3], wrong), /has 2 numbers: must have 3: enter 3 numbers$/);
    assertRefused(() => check([1, 2, 3], null), /is null: must be a vector/);
    assert.throws(() => check(null), /^RunError: rows\/0: column "c" is null: must be a vector$/);
    assert.throws(() => check(5), /^RunError: rows\/0: column "c" has the invalid value 5: must be a vector$/);
  });
});

describe('vectors by the names of their places', () => {
  const size = ['size', 'indices', 'values'];
  const vectors = (input: unknown, features: readonly string[]): unknown =>
    rowsToPredict([{ c: input }, { c: input }], { columns: [], inputs: ['c'], features: { c: features } }).rows[1]?.[0];

  test('are told from the sparse form by what it holds, also where features are called as its parts are', () => {
    const dense = { type: 1, size: null, indices: null, values: [1, 2, 3] };
    assert.deepEqual(vectors({ size: 1, indices: 2, values: 3 }, size), dense);
    assert.deepEqual(vectors({ size: 7 }, ['size']), { ...dense, values: [7] });
    const sparse = { size: 3, indices: [1], values: [2] };
    assert.deepEqual(vectors(sparse, size), { type: 0, ...sparse });
  });

  test('may miss a number, which JSON has no number for', () => {
    const missing = { type: 1, size: null, indices: null, values: [Number.NaN, 2] };
    for (const input of [['NaN', 2], { a: 'NaN', b: 2 }]) assert.deepEqual(vectors(input, ['a', 'b']), missing);
    assert.throws(() => vectors([null, 2], ['a', 'b']), /RunError.* must be a list of numbers/);
  });

  test('are shown as they are where they are neither', () => {
    const wrongs = [
      { size: 128 },
      { size: 3, indices: [1] },
      { size: 3, values: [1] },
      { size: 3, indices: 1, values: 2 },
    ];
    for (const input of wrongs) {
      const text = JSON.stringify(input).replaceAll(/[[\]{}]/g, '\\$&');
      assert.throws(
        () => vectors(input, ['a', 'b', 'c']),
        new RegExp(`has the invalid value ${text}: must be a vector`),
      );
    }
    assert.throws(
      () => vectors({ size: 3, indices: ['x'], values: [2] }, size),
      /has the invalid value \["x"\]: must be a list of numbers/,
    );
  });
});
