import { documentProblems } from './document-problems.ts';
import { graphProblems } from './graph-problems.ts';
import { nodeProblems } from './node-problems.ts';
import { parameterProblems } from './parameter-problems.ts';
import type { ProblemParams } from './params.ts';
import type { Rule } from './rule.ts';

/** Every problem that a document can have: how bad it is, what it says, what to do about it. */
export const RULES: { readonly [C in keyof ProblemParams]: Rule<ProblemParams[C]> } = {
  ...documentProblems,
  ...graphProblems,
  ...nodeProblems,
  ...parameterProblems,
};
