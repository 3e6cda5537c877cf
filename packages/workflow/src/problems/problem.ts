import { RULES } from './table.ts';
import type { ProblemParams } from './params.ts';
import type { Severity } from './severity.ts';

/** The code of a problem; codes are stable, sentences are not. */
export type ProblemCode = keyof ProblemParams;

/** The position of a problem. `path` is a JSON path such as `$.nodes[3].x`, line and column count from 1. */
export interface ProblemLocation {
  readonly nodeId?: string;
  /** All nodes concerned, when there are several (a cycle). */
  readonly nodeIds?: readonly string[];
  readonly edgeId?: number | string;
  readonly field?: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A problem of a document: one sentence about the error and its position, one about the remedy. */
export interface Problem extends ProblemLocation {
  readonly severity: Severity;
  readonly code: ProblemCode;
  readonly message: string;
  readonly remedy: string;
}

/** Makes the problem `code` from its parameters, by the table of problems. */
export function problem<C extends ProblemCode>(
  code: C,
  params: ProblemParams[C],
  location: ProblemLocation = {},
): Problem {
  const rule = RULES[code];
  return {
    severity: rule.severity,
    code,
    ...location,
    message: rule.message(params),
    remedy: rule.remedy(params),
  };
}
