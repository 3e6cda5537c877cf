/** How numbers lie between the least and the greatest, or times in milliseconds since 1970. */
export interface Bins {
  readonly from: number;
  readonly to: number;
  /** Of equal width; the last one holds `to`. */
  readonly counts: readonly number[];
}

const mostBins = 16;

/** Empty bins for numbers between two; null if there are none, or where they are too far apart for a double. */
export function binsOf(least: number | null, most: number | null, areWhole: boolean): Bins | null {
  if (least === null || most === null || !Number.isFinite(most - least)) return null;
  // a few whole numbers have a bin each, and lie in its middle
  const isFew = areWhole && most - least < mostBins;
  const [from, to] = isFew ? [least - 0.5, most + 0.5] : [least, most];
  const many = isFew ? most - least + 1 : least === most ? 1 : mostBins;
  return { from, to, counts: Array.from({ length: many }, () => 0) };
}
