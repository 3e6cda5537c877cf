/** The generated protobuf messages of Spark Connect (made by the set-up, never committed). */
export * from '../gen/spark/connect/base_pb.js';
export * from '../gen/spark/connect/catalog_pb.js';
export * from '../gen/spark/connect/commands_pb.js';
export * from '../gen/spark/connect/common_pb.js';
export * from '../gen/spark/connect/expressions_pb.js';
export * from '../gen/spark/connect/ml_common_pb.js';
export * from '../gen/spark/connect/ml_pb.js';
export * from '../gen/spark/connect/relations_pb.js';
export * from '../gen/spark/connect/types_pb.js';
