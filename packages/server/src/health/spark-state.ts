import { once } from 'node:events';
import { connect } from 'node:net';
import type { EngineHost } from '@millrace/engines/host';
import { sparkIsInstalled } from '@millrace/engines';
import { parseRemote } from '@millrace/spark-connect/url';
import type { Settings } from '../settings/settings.ts';

export const sparkStates = ['UP', 'IDLE', 'AWAY', 'MISSING'] as const;

export type SparkState = (typeof sparkStates)[number];

/** Milliseconds that a caller that asks for the health of the service can wait. */
const patience = 500;

/** Whether there is a Spark: the one elsewhere if one is named, else the embedded one. */
export async function stateOfSpark(
  { MILLRACE_SPARK_REMOTE: remote }: Pick<Settings, 'MILLRACE_SPARK_REMOTE'>,
  { processes }: Pick<EngineHost, 'processes'>,
): Promise<SparkState> {
  if (remote !== undefined) return (await answers(parseRemote(remote))) ? 'UP' : 'AWAY';
  if (processes.spark > 0) return 'UP';
  return sparkIsInstalled() ? 'IDLE' : 'MISSING';
}

async function answers({ host, port }: { readonly host: string; readonly port: number }): Promise<boolean> {
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patience) });
    return true;
  } catch {
    return false;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
