import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functions as F, parseType, type InputValue } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

const refusals: readonly (readonly [type: string, value: InputValue, why: RegExp])[] = [
  ['tinyint', 128, /128 does not fit/],
  ['bigint', 2 ** 53, /is not a whole number/],
  ['bigint', 2n ** 63n, /does not fit/],
  ['int', '1', /"1" is not a whole number/],
  ['decimal(4,2)', '100.00', /100\.00 does not fit/],
  ['decimal(4,2)', '1.234', /more than 2 digits after the point/],
  ['decimal(4,2)', Number.NaN, /"NaN" is not a decimal number/],
  ['date', '2023-02-29', /"2023-02-29" is not a date/],
  ['timestamp', 'noon', /"noon" is not a timestamp/],
  ['timestamp', new Date('no'), /an invalid Date/],
  ['time(6)', '24:00:00', /"24:00:00" is not a time of day/],
  ['string', 5, /5 is not text/],
  ['varchar(2)', 'abc', /"abc" is longer than 2 characters/],
  ['binary', 'abc', /is not a Uint8Array/],
  ['array<int>', { a: 1 }, /is not an array/],
  ['map<string,int>', [1], /is not a Map/],
  ['map<string,int>', new Map([[null, 1]]), /null cannot be a key/],
  ['interval', { months: 0, days: 0, microseconds: 2n ** 62n }, /about 292 years/],
  ['void', 1, /can only hold null/],
  ['variant', 'x', /values of type variant cannot be sent/],
];

/** Values that cannot be sent are refused here, by row, column and reason. */
export function refusedValues({ kind, session }: EngineFixture): void {
  // nothing of this reaches an engine
  if (kind === 'spark') return;
  for (const [type, value, why] of refusals)
    test(`${type} refuses a value that does not fit, and names its place`, async () => {
      const spark = await session();
      const rows = type === 'variant' ? [[value]] : [[null], [value]];
      assert.throws(
        () => spark.createDataFrame(rows, `v ${type}`),
        (error: Error) => why.test(error.message) && error.message.includes('column "v"'),
      );
      if (type !== 'variant')
        assert.throws(() => spark.createDataFrame(rows, `v ${type}`), /^RangeError: row 2, column "v"/);
    });

  test('constants that do not fit their type are refused', () => {
    for (const [value, type] of [
      ['100.00', 'decimal(4,2)'],
      [new Date('no'), 'date'],
      [new Date('no'), 'timestamp'],
      [2 ** 31, 'int'],
      ['a', 'array<int>'],
    ] as const)
      assert.throws(
        () => F.lit(value, parseType(type)),
        (e: Error) => e.message.includes(`cannot be a constant of type ${type}`),
      );
  });

  test('null in a column that takes none is refused', async () => {
    const spark = await session();
    assert.throws(
      () => spark.createDataFrame([[null]], 'v int NOT NULL'),
      /row 1, column "v" \(int\): null in a column/,
    );
  });

  test('values without a common type need a schema', async () => {
    const spark = await session();
    assert.throws(
      () => spark.createDataFrame([{ a: 1 }, { a: 'x' }]),
      /column "a" has values of the types int and string/,
    );
  });
}
