import { FieldError } from '../kit/field-error.ts';

/** Factors for control charts of subgroups of n measurements. */
export interface ControlConstants {
  /** Control limits of the mean, from the average range and from the average standard deviation. */
  readonly A2: number;
  readonly A3: number;
  /** Control limits of the standard deviation. */
  readonly B3: number;
  readonly B4: number;
  /** Control limits of the range. */
  readonly D3: number;
  readonly D4: number;
  /** Average range over the standard deviation of the process. */
  readonly d2: number;
}

/**
 * By the size of a subgroup, for measurements that are normally distributed: A2, A3, B3, B4, d2, D3, D4 as ISO 7870-2
 * and ASTM E2587 print them (also Montgomery, Introduction to Statistical Quality Control, appendix VI). With the
 * expected range d2 and its deviation d3, and c4 = sqrt(2 / (n - 1)) * gamma(n / 2) / gamma((n - 1) / 2):
 * A2 = 3 / (d2 * sqrt(n)), A3 = 3 / (c4 * sqrt(n)), B3 and B4 = 1 -+ 3 * sqrt(1 - c4^2) / c4, D3 and D4 = 1 -+ 3 * d3 / d2,
 * none below 0.
 */
const factors: Readonly<Record<number, readonly [number, number, number, number, number, number, number]>> = {
  2: [1.88, 2.659, 0, 3.267, 1.128, 0, 3.267],
  3: [1.023, 1.954, 0, 2.568, 1.693, 0, 2.575],
  4: [0.729, 1.628, 0, 2.266, 2.059, 0, 2.282],
  5: [0.577, 1.427, 0, 2.089, 2.326, 0, 2.114],
  6: [0.483, 1.287, 0.03, 1.97, 2.534, 0, 2.004],
  7: [0.419, 1.182, 0.118, 1.882, 2.704, 0.076, 1.924],
  8: [0.373, 1.099, 0.185, 1.815, 2.847, 0.136, 1.864],
  9: [0.337, 1.032, 0.239, 1.761, 2.97, 0.184, 1.816],
  10: [0.308, 0.975, 0.284, 1.716, 3.078, 0.223, 1.777],
  11: [0.285, 0.927, 0.321, 1.679, 3.173, 0.256, 1.744],
  12: [0.266, 0.886, 0.354, 1.646, 3.258, 0.283, 1.717],
  13: [0.249, 0.85, 0.382, 1.618, 3.336, 0.307, 1.693],
  14: [0.235, 0.817, 0.406, 1.594, 3.407, 0.328, 1.672],
  15: [0.223, 0.789, 0.428, 1.572, 3.472, 0.347, 1.653],
  16: [0.212, 0.763, 0.448, 1.552, 3.532, 0.363, 1.637],
  17: [0.203, 0.739, 0.466, 1.534, 3.588, 0.378, 1.622],
  18: [0.194, 0.718, 0.482, 1.518, 3.64, 0.391, 1.609],
  19: [0.187, 0.698, 0.497, 1.503, 3.689, 0.403, 1.597],
  20: [0.18, 0.68, 0.51, 1.49, 3.735, 0.415, 1.585],
  21: [0.173, 0.663, 0.523, 1.477, 3.778, 0.425, 1.575],
  22: [0.167, 0.647, 0.534, 1.466, 3.819, 0.434, 1.566],
  23: [0.162, 0.633, 0.545, 1.455, 3.858, 0.443, 1.557],
  24: [0.157, 0.619, 0.555, 1.445, 3.895, 0.452, 1.548],
  25: [0.153, 0.606, 0.565, 1.435, 3.931, 0.459, 1.541],
};

/** The factors for subgroups of `size`. Throws a `FieldError` for a size that has none: below 2 or above 25. */
export function controlConstants(size: number, field: string): ControlConstants {
  const constants = factors[size];
  if (constants === undefined)
    throw new FieldError(
      field,
      `field "${field}" has subgroups of size ${size}: must have 2 to 25 columns`,
      'choose 2 to 25 measurement columns',
    );
  const [A2, A3, B3, B4, d2, D3, D4] = constants;
  return { A2, A3, B3, B4, d2, D3, D4 };
}

/** The factors of a moving range: between two neighbours. */
export const ofMovingRange = controlConstants(2, 'measurements');
