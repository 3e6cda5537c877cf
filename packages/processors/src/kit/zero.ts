import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import type { RunContext } from '../contract/context.ts';

/**
 * A fraction as Spark's sorting, windows and distinct counts know it: with one zero and one NaN. To Sail -0.0 comes
 * before 0.0, and a NaN with a sign before all numbers.
 */
export const withOneZero = (column: Column, kind: 'double' | 'float'): Column =>
  F.call('nanvl', column, F.lit('NaN').cast(kind)).plus(F.lit(0, types[kind]));

/** The same where the column is a fraction and the engine Sail; else the column as it is. */
export const oneZero = (column: Column, type: DataType | undefined, engine: RunContext['engine']): Column =>
  engine === 'sail' && (type?.kind === 'double' || type?.kind === 'float') ? withOneZero(column, type.kind) : column;
