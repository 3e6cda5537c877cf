import type { ProblemParams } from './params.ts';
import type { Severity } from './severity.ts';

/** Severity, message and remedy of a problem; the sentences are made from its parameters. */
export interface Rule<P> {
  readonly severity: Severity;
  readonly message: (params: P) => string;
  readonly remedy: (params: P) => string;
}

/** A part of the table of problems, by code. */
export type RulesByCode = { readonly [C in keyof ProblemParams]?: Rule<ProblemParams[C]> };
