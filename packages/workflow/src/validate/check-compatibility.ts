import { COMPATIBILITIES, unknownCompatibility } from '../compatibility.ts';
import { problem } from '../problems/problem.ts';
import type { Check } from './context.ts';

/** An unknown compatibility. */
export const checkCompatibility: Check = function* ({ graph: { workflow } }) {
  const value = unknownCompatibility(workflow);
  if (value !== undefined) yield problem('unknown-compatibility', { value, supported: COMPATIBILITIES });
};
