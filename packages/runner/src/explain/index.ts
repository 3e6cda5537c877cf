export type { NodeExplanation, OutputExplanation } from './explain-node.ts';
export { planProblems } from './plan-problems.ts';
export { explainWorkflow, workflowCode, type CodeOptions, type ExplainOptions, type Explanation } from './explain.ts';
export type { Script } from './python/script.ts';
export type { Setting } from './settings.ts';
