import type { ClusterAdapter } from './adapter.ts';
import { ConnectAdapter } from './connect-adapter.ts';
import { StandaloneAdapter, type StandaloneOptions } from './standalone-adapter.ts';

/** Where Spark works if not embedded; see `HostOptions`. */
interface ClusterOptions {
  readonly sparkRemote?: string;
  readonly cluster?: Pick<StandaloneOptions, 'master' | 'conf'>;
  readonly sparks?: number;
  readonly sparkIdleMs?: number;
}

/** The cluster that options name; undefined if Spark is embedded. `startDriver` starts one on this machine. */
export function clusterOf(
  { sparkRemote, cluster, sparks = Infinity, sparkIdleMs = Infinity }: ClusterOptions,
  startDriver: StandaloneOptions['startDriver'],
): ClusterAdapter | undefined {
  if (sparkRemote !== undefined) return new ConnectAdapter(sparkRemote);
  if (cluster === undefined) return undefined;
  return new StandaloneAdapter({ ...cluster, startDriver, max: sparks, idleMs: sparkIdleMs });
}
