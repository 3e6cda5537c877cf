export type { Artifact } from './artifacts.ts';
export { Catalog, type CatalogTable } from './catalog.ts';
export { Column, type ColumnLike, type ColumnOrName } from './column.ts';
export { SparkConnectClient, type ExecuteOptions } from './client.ts';
export { DataFrame } from './dataframe.ts';
export {
  ConnectionLostError,
  InterruptedError,
  SparkError,
  type QueryContext,
  type SparkErrorDetails,
} from './errors.ts';
export { functions } from './functions.ts';
export type { ColumnArgument } from './functions/table.ts';
export type { TlsOptions } from './grpc/connection.ts';
export { GroupedData } from './group.ts';
export type { RecordBatch } from './arrow.ts';
export { typeFromProto } from './proto-types.ts';
export { DataFrameReader, type OptionValue, type ParseFormat } from './reader.ts';
export type { EncodedBatch, EncodedEvent, ExecutionEvent, Progress, RunOptions, SideEvent } from './events.ts';
export { decodeRelation, encodeRelation, reservePlanIds } from './relation.ts';
export { SparkSession } from './session.ts';
export type { ExplainMode } from './plan/explain.ts';
export type { AsOfOptions, JoinKeys, JoinType, NearestOptions } from './plan/joins.ts';
export type { SampleOptions } from './plan/samples.ts';
export type { SqlArguments } from './plan/sources.ts';
export type { CollectedTable, Row } from './rows.ts';
export { storageLevels, type StorageLevelName } from './storage.ts';
export {
  parseSchema,
  parseType,
  quoteName,
  schemaFromText,
  schemaToDdl,
  typeFromJson,
  typeName,
  typeOfName,
  types,
  typeToDdl,
  typeToJson,
  type DataType,
  type SimpleKind,
  type StructField,
  type StructType,
} from './types.ts';
export { parseRemote, type Remote } from './url.ts';
export {
  formatDate,
  formatDecimal,
  formatTime,
  formatTimestamp,
  parseDate,
  parseDecimal,
  parseTime,
  parseTimestamp,
  type CalendarInterval,
  type InputValue,
  type Value,
} from './values.ts';
export type { ConnectionSettings } from './wire.ts';
export { Window, type FrameBound, type WindowSpec } from './window.ts';
export { DataFrameWriter, DataFrameWriterV2, type SaveMode } from './writer.ts';
