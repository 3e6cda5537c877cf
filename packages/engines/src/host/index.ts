export { compatibilityConfig, sparkOnlyBy } from './compatibility.ts';
// not guard-plans.ts: all of SQL comes with it, and an engine starts while this is being loaded
export {
  EngineHost,
  onePartitionBytes,
  type EngineEnd,
  type EngineSession,
  type HostOptions,
  type OpenOptions,
} from './host.ts';
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
} from './kept-rows.ts';
export { sessionConfig } from './session-config.ts';
