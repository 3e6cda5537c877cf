export type { ErrorCode } from './codes.ts';
export { runError, type ErrorContext } from './make.ts';
export { aboutField, restoredError, RunError, withField, withMessage } from './run-error.ts';
export type { ErrorKind, ErrorParams, KindOf } from './table.ts';
