/** Eigenvalues of a symmetric matrix, the largest first, each with its vector of length 1. */
export interface Eigen {
  readonly value: number;
  readonly vector: readonly number[];
}

/**
 * By Jacobi's cyclic rotations. The largest number of each vector, signs aside, is positive: so that the same rows
 * always give the same.
 */
export function eigen(matrix: readonly (readonly number[])[]): readonly Eigen[] {
  const a = matrix.map((row) => [...row]);
  const n = a.length;
  const v = a.map((_, i) => a.map((_, j) => (i === j ? 1 : 0)));
  const size = Math.hypot(...a.flat());
  const at = (m: readonly number[][], i: number, j: number): number => m[i]?.[j] ?? 0;
  const rotate = (
    m: readonly number[][],
    [i, j]: readonly [number, number],
    [k, l]: readonly [number, number],
    s: number,
    tau: number,
  ) => {
    const [g, h] = [at(m, i, j), at(m, k, l)];
    const [first, second] = [m[i], m[k]];
    if (first !== undefined) first[j] = g - s * (h + g * tau);
    if (second !== undefined) second[l] = h + s * (g - h * tau);
  };
  for (let sweep = 0; sweep < 100; sweep++) {
    const off = Math.hypot(...a.flatMap((row, i) => row.slice(i + 1)));
    if (off <= size * 1e-15) break;
    for (let p = 0; p < n - 1; p++)
      for (let q = p + 1; q < n; q++) {
        const apq = at(a, p, q);
        if (apq === 0) continue;
        const theta = (at(a, q, q) - at(a, p, p)) / (2 * apq);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const c = 1 / Math.hypot(t, 1);
        const [s, tau] = [t * c, (t * c) / (1 + c)];
        const [rowP, rowQ] = [a[p], a[q]];
        if (rowP === undefined || rowQ === undefined) continue;
        rowP[p] = at(a, p, p) - t * apq;
        rowQ[q] = at(a, q, q) + t * apq;
        rowP[q] = 0;
        // the upper half alone
        for (let j = 0; j < p; j++) rotate(a, [j, p], [j, q], s, tau);
        for (let j = p + 1; j < q; j++) rotate(a, [p, j], [j, q], s, tau);
        for (let j = q + 1; j < n; j++) rotate(a, [p, j], [q, j], s, tau);
        for (let j = 0; j < n; j++) rotate(v, [j, p], [j, q], s, tau);
      }
  }
  return a
    .map((row, i) => {
      const vector = v.map((parts) => parts[i] ?? 0);
      const greatest = vector.reduce((largest, x) => (Math.abs(x) > Math.abs(largest) + 1e-12 ? x : largest), 0);
      return { value: row[i] ?? 0, vector: greatest < 0 ? vector.map((x) => -x) : vector };
    })
    .toSorted((x, y) => y.value - x.value);
}
