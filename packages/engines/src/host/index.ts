export { compatibilityConfig, sparkOnlyBy } from './compatibility.ts';
// not guard-plans.ts: all of SQL comes with it, and an engine starts while this is being loaded
export type { EngineEnd } from './engine-end.ts';
export { EngineHost, onePartitionBytes } from './host.ts';
export {
  isForNoted,
  materializeInCheckpoint,
  materializeInParquetFiles,
  parquetTypes,
  readKept,
  type Materialize,
  type MaterializationOptions,
  type MaterializedFiles,
  type MaterializedRows,
} from './materialized-rows.ts';
export type { CodeIsolation, HostOptions, OpenOptions } from './options.ts';
export type { EngineSession } from './session.ts';
export type { SessionCode } from '../code/session-code.ts';
export { sessionConfig } from './session-config.ts';
export type { SessionLabels } from '../cluster/adapter.ts';
export type { SparkApplication } from '../cluster/application.ts';
export { withTag } from '../cluster/operation-tags.ts';
