export { EngineStartError } from './engine.ts';
export { whyEnded } from './why-ended.ts';
export { reasonIn } from './log-tail.ts';
export { memoryBytes } from './memory.ts';
export type { Engine, EngineExit, EngineKind, EngineOptions } from './engine.ts';
export { startSail } from './sail.ts';
export type { SailOptions } from './sail.ts';
export { startSpark } from './spark.ts';
export type { SparkOptions } from './spark.ts';
