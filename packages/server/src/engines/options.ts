import { totalmem } from 'node:os';
import { clusterConf, engineMemory, type SandboxConfig } from '@millrace/engines';
import type { HostOptions } from '@millrace/engines/host';
import type { Settings } from '../settings/settings.ts';

/** One that waits takes some 65 MB: a sixteenth of the machine's memory is theirs, if not set. */
const maxWarm = (): number => Math.max(1, Math.floor(totalmem() / 16 / (65 << 20)));

/** Spark takes half a gigabyte in addition to what it has for data. */
const maxSparks = (memory: string | undefined): number =>
  Math.max(1, Math.floor((totalmem() * 0.75) / (engineMemory('spark', memory, '512m') + (512 << 20))));

/** What the service asks of its engines: what is set, else what the machine has room for. `box`: their sandbox. */
export const engineOptions = (
  {
    MILLRACE_SPARK_REMOTE: sparkRemote,
    MILLRACE_SPARK_CLUSTER: master,
    MILLRACE_SPARK_CLUSTER_CONF: conf = '',
    MILLRACE_ENGINE_MEMORY: memory,
    MILLRACE_WARM_ENGINES: warm,
    MILLRACE_RUN_CONCURRENCY: concurrency,
    MILLRACE_SPARK_PROCESSES: sparks,
    MILLRACE_SPARK_IDLE: idle,
    MILLRACE_CODE: code,
  }: Settings,
  box?: SandboxConfig,
): HostOptions => ({
  stays: true,
  ...(code === 'sandbox' ? {} : { code: async () => (code === 'off' ? 'none' : (box ?? 'unsafe')) }),
  sparks: sparks ?? maxSparks(memory),
  sparkIdleMs: idle * 1_000,
  warm: warm ?? Math.min(concurrency + 1, maxWarm()),
  ...(sparkRemote === undefined ? {} : { sparkRemote }),
  ...(master === undefined ? {} : { cluster: { master, conf: clusterConf(conf) } }),
  ...(memory === undefined ? {} : { memory }),
});
