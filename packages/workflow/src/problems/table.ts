import { documentProblems } from './document-problems.ts';
import { graphProblems } from './graph-problems.ts';
import { nodeProblems } from './node-problems.ts';
import { parameterProblems } from './parameter-problems.ts';
import type { ProblemParams } from './params.ts';
import type { Rule } from './rule.ts';

/** Every problem of documents with severity, message and remedy. */
export const RULES: { readonly [C in keyof ProblemParams]: Rule<ProblemParams[C]> } = {
  ...documentProblems,
  ...graphProblems,
  ...nodeProblems,
  ...parameterProblems,
};
