import { ConnectionLostError, InterruptedError, SparkError } from '@millrace/spark-connect';
import type { Choice, RequestedEngine } from '../plan/choose-engine.ts';
import { isForSpark } from './code-faults.ts';
import { isDiskFull } from './remedies.ts';
import { TiesError } from '../execute/ties.ts';

/** How a run goes on that leaves its engine: it begins again on Spark. */
export interface NextEngine {
  readonly why: string;
  /** True if no other run may use it: whatever ends it then is the run's own. */
  readonly alone: boolean;
}

/**
 * What a run does about an error of its engine: undefined if it fails. `together` are the nodes whose rows were computed,
 * where they are known.
 */
export function engineAfter(
  requested: RequestedEngine,
  { session, isOfData }: Choice,
  error: unknown,
  together?: readonly string[],
): NextEngine | undefined {
  if (session.kind === 'spark') {
    const end = error instanceof ConnectionLostError ? session.ended?.() : undefined;
    return end?.isShared === true ? { why: sharedEnd(end.why), alone: true } : undefined;
  }
  if (requested !== 'auto' || !movesToSpark(error) || (together !== undefined && isOfData(error, together)))
    return undefined;
  const [reason] = error.message.split('\n');
  const why =
    error instanceof TiesError
      ? `${reason}: the run was restarted on Spark`
      : `Sail failed (${reason}), so the run was restarted on Spark`;
  return { why, alone: false };
}

const sharedEnd = (why: string): string =>
  `the Spark that this run shared with other runs of its project ended (${why}), possibly because of a query of another run, so this run was restarted on its own Spark`;

/** Spark might not give an error of Sail's, though a full disk is full for both; and it knows how rows that tie stand. */
const movesToSpark = (error: unknown): error is Error =>
  error instanceof TiesError ||
  isForSpark(error) ||
  (error instanceof SparkError && !(error instanceof InterruptedError) && !isDiskFull(error));
