import type { EngineHost } from '@millrace/engines/host';
import { sparkIsInstalled } from '@millrace/engines';

export const sparkStates = ['UP', 'IDLE', 'AWAY', 'MISSING'] as const;

export type SparkState = (typeof sparkStates)[number];

const onCluster = { RUNNING: 'UP', IDLE: 'IDLE', UNREACHABLE: 'AWAY' } as const;

/** Whether there is a Spark: the one on a cluster if there is one, else the embedded one. */
export async function stateOfSpark(host: Pick<EngineHost, 'processes' | 'clusterState'>): Promise<SparkState> {
  const cluster = await host.clusterState();
  if (cluster !== undefined) return onCluster[cluster];
  if (host.processes.spark > 0) return 'UP';
  return sparkIsInstalled() ? 'IDLE' : 'MISSING';
}
