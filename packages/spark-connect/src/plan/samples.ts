import type { Relation } from '../proto.ts';
import { relation } from '../relation.ts';

/** A random share of the rows. */
export const sample = (
  input: Relation,
  fraction: number,
  { withReplacement = false, seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) }: SampleOptions,
): Relation =>
  relation({
    case: 'sample',
    value: { input, lowerBound: 0, upperBound: fraction, withReplacement, seed: BigInt(seed) },
  });

export interface SampleOptions {
  readonly withReplacement?: boolean;
  readonly seed?: number | bigint;
}

/** Random parts, so that every row lands in exactly one. Throws a `RangeError` for weights that are no shares. */
export function randomSplit(input: Relation, weights: readonly number[], seed: number | bigint): Relation[] {
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (weights.some((w) => w < 0) || total <= 0) throw new RangeError('weights must be positive');
  let next = 0;
  return weights.map((weight, i) => {
    const lowerBound = next;
    // the last bound is 1 to the letter: rounding must not lose a row
    next = i === weights.length - 1 ? 1 : next + weight / total;
    return relation({
      case: 'sample',
      value: {
        input,
        lowerBound,
        upperBound: next,
        withReplacement: false,
        seed: BigInt(seed),
        deterministicOrder: true,
      },
    });
  });
}
