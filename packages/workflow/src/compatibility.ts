import type { Workflow } from './document/types.ts';

/**
 * Releases of Spark whose semantics a workflow may expect: `spark4` is the present one; `spark3` gives null instead of
 * the errors of ANSI mode; `spark2` also reads and writes dates by its patterns and lenient calendar.
 */
export const COMPATIBILITIES = ['spark4', 'spark3', 'spark2'] as const;

export type Compatibility = (typeof COMPATIBILITIES)[number];

export const isCompatibility = (value: unknown): value is Compatibility => COMPATIBILITIES.some((one) => one === value);

/** The value under `compatibility`; undefined if the document leaves that to its project. */
const compatibilityIn = ({ raw }: Workflow): unknown => raw['compatibility'] ?? undefined;

/** The compatibility that a workflow names; undefined if it is missing or unknown (see `validate`). */
export function compatibilityOf(workflow: Workflow): Compatibility | undefined {
  const declared = compatibilityIn(workflow);
  return isCompatibility(declared) ? declared : undefined;
}

/** The unknown compatibility that a workflow names, as text; undefined if it is known or missing. */
export function unknownCompatibility(workflow: Workflow): string | undefined {
  const declared = compatibilityIn(workflow);
  if (declared === undefined || isCompatibility(declared)) return undefined;
  return typeof declared === 'string' ? declared : JSON.stringify(declared);
}

/** Returns the workflow with its compatibility set; unchanged for undefined. */
export const withCompatibility = (workflow: Workflow, compatibility: Compatibility | undefined): Workflow =>
  compatibility === undefined ? workflow : { ...workflow, raw: { ...workflow.raw, compatibility } };
