import { SparkError, SparkSession } from '@millrace/spark-connect';
import { EngineStartError, type EngineKind } from './engines/index.ts';
import { guardPlans } from './run/guard-plans.ts';
import { plainMessage } from './run/remedies.ts';

/** A session, or an error that says which engine cannot be reached and why. */
export const connect = (
  kind: EngineKind,
  url: string,
  config: Readonly<Record<string, string>>,
): Promise<SparkSession> =>
  SparkSession.connect(url, config, { inspect: guardPlans() }).catch((error: unknown) => {
    if (!(error instanceof SparkError)) throw error;
    throw new EngineStartError(
      kind,
      `${kind} cannot be used: ${plainMessage(error.message, error.errorClass)}. Check its address and that it is up`,
    );
  });
