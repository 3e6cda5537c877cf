import { SparkError, SparkSession } from '@millrace/spark-connect';
import { EngineStartError, whyEnded, type Engine, type EngineExit, type EngineKind } from '../index.ts';
import { guardPlans } from './guard-plans.ts';
import { plainMessage } from '../plain-message.ts';

/**
 * A session, or an error that says which engine cannot be reached and why. An engine of this process that has ended will
 * not come back: calls to it fail at once. `whyGone` says why it has ended.
 */
export async function connect(
  kind: EngineKind,
  engine: Engine,
  config: Readonly<Record<string, string>>,
  whyGone: (exit: EngineExit) => string = (exit) => whyEnded(exit),
): Promise<SparkSession> {
  const session = await SparkSession.connect(engine.url, {}, { inspect: guardPlans(kind) });
  void engine.exited.then((exit) => session.client.abandon(`${kind} ended during the run: ${whyGone(exit)}`));
  try {
    await session.setConfig(config);
    return session;
  } catch (error) {
    session.client.close();
    if (!(error instanceof SparkError)) throw error;
    throw new EngineStartError(
      kind,
      `${kind} cannot be used: ${plainMessage(error.message, error.errorClass)}. Check its address, and that it is running`,
    );
  }
}
