/** How numbers lie between the least and the greatest, or times in milliseconds since 1970. */
export interface Bins {
  readonly from: number;
  readonly to: number;
  /** Of equal width; the last one holds `to`. */
  readonly counts: readonly number[];
}

const maxBins = 16;

/** Empty bins for numbers between two; null if there are none, or where they are too far apart for a double. */
export function binsOf(min: number | null, max: number | null, areWhole: boolean): Bins | null {
  if (min === null || max === null || !Number.isFinite(max - min)) return null;
  // a few whole numbers have a bin each, and lie in its middle
  const isFew = areWhole && max - min < maxBins;
  const [from, to] = isFew ? [min - 0.5, max + 0.5] : [min, max];
  const many = isFew ? max - min + 1 : min === max ? 1 : maxBins;
  return { from, to, counts: Array.from({ length: many }, () => 0) };
}
