import type { ProblemParams } from './params.ts';
import type { Severity } from './severity.ts';

/** How bad a problem is, what it says, what to do about it: the sentences are made from its parameters. */
export interface Rule<P> {
  readonly severity: Severity;
  readonly message: (params: P) => string;
  readonly remedy: (params: P) => string;
}

/** A part of the table of problems, by code. */
export type RulesByCode = { readonly [C in keyof ProblemParams]?: Rule<ProblemParams[C]> };
