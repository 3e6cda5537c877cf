export { EngineStartError } from './engine.ts';
export { whyEnded } from './why-ended.ts';
export { engineMemory, memoryBytes } from './memory.ts';
export type { Engine, EngineExit, EngineKind, EngineOptions } from './engine.ts';
export { startSail } from './sail.ts';
export type { SailOptions } from './sail.ts';
export { startSpark } from './spark.ts';
export type { SparkOptions } from './spark.ts';
export { findSandbox, type Box, type Sandbox } from './sandbox.ts';
