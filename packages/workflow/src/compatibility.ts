import type { Workflow } from './document/types.ts';

/**
 * Releases of Spark whose meaning a workflow may have been made for: `spark4` is that of today; `spark3` gives null where that
 * fails (ANSI off); `spark2` also reads and writes dates by the patterns and the lenient calendar of Spark 2.
 */
export const COMPATIBILITIES = ['spark4', 'spark3', 'spark2'] as const;

export type Compatibility = (typeof COMPATIBILITIES)[number];

export const isCompatibility = (value: unknown): value is Compatibility => COMPATIBILITIES.some((one) => one === value);

/** What a document says under `compatibility`; undefined where it leaves that to its project. */
const saidBy = ({ raw }: Workflow): unknown => raw['compatibility'] ?? undefined;

/** The compatibility that a workflow names; undefined if it is missing or unknown (see `validate`). */
export function compatibilityOf(workflow: Workflow): Compatibility | undefined {
  const texts = saidBy(workflow);
  return isCompatibility(texts) ? texts : undefined;
}

/** The unknown compatibility that a workflow names, as text; undefined if it is known or missing. */
export function unknownCompatibility(workflow: Workflow): string | undefined {
  const texts = saidBy(workflow);
  if (texts === undefined || isCompatibility(texts)) return undefined;
  return typeof texts === 'string' ? texts : JSON.stringify(texts);
}

/** The workflow as one that names its compatibility; unchanged for undefined. */
export const withCompatibility = (workflow: Workflow, compatibility: Compatibility | undefined): Workflow =>
  compatibility === undefined ? workflow : { ...workflow, raw: { ...workflow.raw, compatibility } };
