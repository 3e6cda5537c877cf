import { AnalyzePlanRequest_Explain_ExplainMode } from '../proto.ts';

/** How much an explanation of a plan shows. */
export type ExplainMode = 'simple' | 'extended' | 'codegen' | 'cost' | 'formatted';

export const explainModes = {
  simple: AnalyzePlanRequest_Explain_ExplainMode.SIMPLE,
  extended: AnalyzePlanRequest_Explain_ExplainMode.EXTENDED,
  codegen: AnalyzePlanRequest_Explain_ExplainMode.CODEGEN,
  cost: AnalyzePlanRequest_Explain_ExplainMode.COST,
  formatted: AnalyzePlanRequest_Explain_ExplainMode.FORMATTED,
} as const satisfies Record<ExplainMode, AnalyzePlanRequest_Explain_ExplainMode>;
