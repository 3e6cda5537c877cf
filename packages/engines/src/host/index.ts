export { compatibilityConfig, sparkOnlyBy } from './compatibility.ts';
// not guard-plans.ts: all of SQL comes with it, and an engine starts while this is being loaded
export type { EngineEnd } from './engine-end.ts';
export { EngineHost, onePartitionBytes } from './host.ts';
export {
  isForNoted,
  keepInCheckpoint,
  keepInParquetFiles,
  parquetTypes,
  readKept,
  type Keep,
  type KeepOptions,
  type KeptFiles,
  type KeptRows,
} from './materialized-rows.ts';
export type { HostOptions, OpenOptions } from './options.ts';
export type { EngineSession } from './session.ts';
export { sessionConfig } from './session-config.ts';
