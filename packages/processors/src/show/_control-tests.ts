import { functions as F, types, Window, type Column, type DataFrame } from '@millrace/spark-connect';
import { FieldError } from '../kit/field-error.ts';
import { flag, text } from '../kit/fields.ts';
import { integer } from '../kit/number-fields.ts';
import type { Field } from '../contract/fields.ts';

const off = '0 disables the test';

/** A number of points, 0 or at least `least`. */
function run(options: { readonly default: number; readonly min: number; readonly title: string }): Field<number> {
  const points = integer({ default: options.default, min: 0, max: 1000, title: options.title, description: off });
  return {
    specs: points.specs,
    read(name, stored) {
      const k = points.read(name, stored);
      if (k === 0 || k >= options.min) return k;
      throw new FieldError(
        name,
        `invalid value "${k}" for field "${name}": must be 0 or at least ${options.min}`,
        `enter 0 or at least ${options.min}`,
      );
    },
  };
}

/** `k,n`: k points out of n. */
const among: Field<readonly [number, number]> = {
  specs: text({
    default: '16,20',
    title: 'At least k of n points on the same side of the centre line',
    description: off,
  }).specs,
  read(name, stored) {
    const thresholds = stored.text(name)?.trim() || '16,20';
    if (thresholds === '0') return [0, 0];
    const [k = Number.NaN, n = Number.NaN, ...more] = thresholds.split(',').map(Number);
    if (more.length === 0 && Number.isInteger(k) && Number.isInteger(n) && k >= 2 && k <= n && n <= 1000) return [k, n];
    throw new FieldError(
      name,
      `invalid value "${thresholds}" for field "${name}": must be whole numbers k,n with k at least 2 and n from k to 1000`,
      'enter k,n such as 16,20, or 0',
    );
  },
};

/** Tests for special causes that every control chart has (Nelson, Journal of Quality Technology 16 (4), 1984). */
export const tests = {
  test1: flag({ default: false, widget: 'boolean', title: 'A point beyond the control limits' }),
  test2: run({ default: 9, min: 2, title: 'k or more points in a row on the same side of the centre line' }),
  test3: run({ default: 6, min: 3, title: 'k or more points in a row, all increasing or all decreasing' }),
  test4: run({ default: 10, min: 3, title: 'k points in a row, alternating up and down' }),
};

/** The two tests that charts of measurements have besides. */
export const moreTests = {
  test5: run({ default: 14, min: 2, title: 'At least k of k + 1 points on the same side of the centre line' }),
  test6: among,
};

export interface Tests {
  readonly test1: boolean;
  readonly test2?: number;
  readonly test3?: number;
  readonly test4?: number;
  readonly test5?: number;
  readonly test6?: readonly [number, number];
}

/**
 * Adds `tests`, the numbers of the tests that end at a point (`1, 3`; null if there are none), to points in the order
 * of `n` with their value `v`, centre line `center` and limits `lower`, `upper`. Neither a value on the centre line nor
 * one equal to its neighbour counts for a run, nor does a null.
 */
export function withTests(points: DataFrame, tests: Tests): DataFrame {
  const { test1, test2 = 0, test3 = 0, test4 = 0, test5 = 0, test6 = [0, 0] } = tests;
  const order = Window.orderBy('n');
  const [value, side, step, turn] = [F.col('v'), F.col('side'), F.col('step'), F.col('turn')];
  const last = (points: number) => order.rowsBetween(1 - points, 'currentRow');
  const total = (column: Column, points: number) => F.sum(column).over(last(points));
  const farthest = (k: number, n: number) =>
    [1, -1].map((s) =>
      side.eq(s).and(
        F.count(F.when(side.eq(s), 1))
          .over(last(n))
          .gte(k),
      ),
    );
  const results: readonly (Column | undefined)[] = [
    test1
      ? compare(value, F.col('upper'))
          .gt(0)
          .or(compare(value, F.col('lower')).lt(0))
      : undefined,
    test2 > 0 ? F.abs(total(side, test2)).eq(test2) : undefined,
    test3 > 0 ? F.abs(total(step, test3 - 1)).eq(test3 - 1) : undefined,
    test4 > 0 ? total(turn, test4 - 2).eq(2 - test4) : undefined,
    ...[[test5, test5 + 1] as const, test6].map(([k, n]) =>
      k > 0 ? farthest(k, n).reduce((one, other) => one.or(other)) : undefined,
    ),
  ];
  const numbers = results.flatMap((one, i) => (one === undefined ? [] : [F.when(one, String(i + 1))]));
  return points
    .withColumn('before', F.lag(value).over(order))
    .withColumns([
      ['side', compare(value, F.col('center'))],
      ['step', compare(value, F.col('before'))],
    ])
    .withColumn('turn', step.times(F.coalesce(F.lag(step).over(order), 0)))
    .withColumn('tests', F.call('nullif', F.concatWs(', ', ...numbers), ''));
}

/** 1 above, -1 below, 0 equal or null. Equal up to the last digits, in which the average of equal values may be off. */
function compare(a: Column, b: Column): Column {
  const slack = F.call('greatest', F.abs(a), F.abs(b)).times(F.lit(1e-12, types.double));
  return F.coalesce(F.when(a.minus(b).gt(slack), 1).when(b.minus(a).gt(slack), -1), 0);
}
