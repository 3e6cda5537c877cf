import { parsingWorkflow, type ParsedWorkflow } from '@millrace/workflow';
import { inTurns, pace } from './timing/pace.ts';

/** A graph that the store holds as text. Others are served while a large one is read. */
export const readStoredGraph = (content: string, breathe = pace()): Promise<ParsedWorkflow> =>
  inTurns(parsingWorkflow(content), breathe);
