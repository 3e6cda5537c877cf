/** How many models are fitted at a time. Throws a `RangeError` for what is no whole number from 1. */
export function requireParallelism(parallelism = 2): number {
  if (Number.isInteger(parallelism) && parallelism >= 1) return parallelism;
  throw new RangeError(`invalid parallelism ${parallelism}: must be an integer of at least 1`);
}
