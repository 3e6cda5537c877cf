import type { DataFrame, InputValue, SparkSession } from '@millrace/spark-connect';
import type { Parts } from './plan-case.ts';

/** A small typed table that cases read. */
export type CaseInput = { schema: string; rows: readonly (readonly InputValue[])[] };

/**
 * One statement that both engines run. Its subject keys are those that the analysis finds in it, narrowed by `about`
 * to the keys that begin with one of its texts (where the statement needs other constructs to show its own).
 */
export type Case = {
  sql: string;
  inputs: Record<string, CaseInput>;
  /**
   * An expression of a select list: such cases over the same inputs are run together. `key` tells the rows apart;
   * `asWritten` is what Spark is asked in place of `sql`, where `sql` is what a rewrite makes of it for Sail.
   */
  expression?: { sql: string; from: string; key?: string; asWritten?: string };
  about?: string[];
  /** The subject keys themselves, if the analysis cannot find them in the case alone. */
  subjects?: string[];
  /** Composes the plan through the client; `sql` is then only a name. */
  plan?: (parts: Parts) => DataFrame;
  /** Files that the case reads, by path inside a folder of its own. */
  files?: Record<string, string>;
  /** Files that text cannot say: written by Spark into the folder of the case. */
  write?: (spark: SparkSession, folder: string) => Promise<void>;
  /** The files hold no quote and no escape character. */
  plainFiles?: boolean;
  /** Rows stand in an order that the statement promises. */
  ordered?: boolean;
  /** Doubles were added up in an order that neither engine fixes: they may part in the last digits. */
  doubles?: 'summed';
  /** Spark refuses it while it runs; an engine that gives rows instead differs silently. */
  fails?: boolean;
  /**
   * A difference that is known and accepted. `integer overflow`: Spark refuses, Sail wraps; says nothing of its keys.
   * `refused value`: Sail may fail on this extreme value, for then the run moves to Spark; other rows still refute.
   */
  tolerated?: 'integer overflow' | 'refused value';
};

/** A part of the language with its cases. */
export type Area = { name: string; cases: Case[] };

type Options = Pick<Case, 'doubles' | 'about' | 'ordered' | 'fails' | 'tolerated'>;

/** Cases for single expressions over the columns of one input; `key` is a column that tells the result's rows apart. */
export function expressions(
  inputs: Record<string, CaseInput>,
  from: string,
  key: string | undefined,
  list: readonly string[],
  options: Options = {},
): Case[] {
  return list.map((sql) => ({
    sql: `select ${sql} from ${from}`,
    inputs,
    expression: { sql, from, key },
    ...options,
  }));
}

/** Cases for whole statements. */
export const statements = (inputs: Record<string, CaseInput>, list: readonly string[], options: Options = {}): Case[] =>
  list.map((sql) => ({ sql, inputs, ...options }));

/** Every way to take one of each list. */
export function combine<T>(...lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((done, list) => done.flatMap((start) => list.map((next) => [...start, next])), [[]]);
}

/** A fraction as sort keys and keys of windows are written for Sail: see `sql/one-zero.ts`. */
export const oneZero = (key: string, kind: 'double' | 'float' = 'double'): string =>
  `nanvl(${key}, cast('NaN' as ${kind})) + 0.0${kind === 'double' ? 'D' : 'F'}`;
