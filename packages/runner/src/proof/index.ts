export { constructsOf, constructsOfExpression } from './constructs.ts';
export { decide } from './decide.ts';
export type { Decision, NodeConstructs, NodeDecision } from './decide.ts';
export { constructsOfPlan, preparePlanForSail } from './plan/index.ts';
export type { FileFacts, PlanConstructs, PlanFacts } from './plan/index.ts';
export { schemaOfClient } from './plan/proto-type.ts';
export type { KeyVerdict } from './summary.ts';
export { readTable } from './table.ts';
export type { ProofTable } from './table.ts';
