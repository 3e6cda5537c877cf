import type { FieldSpec } from '@millrace/workflow';

/** A node's stored values: text, a list, or undefined if nothing (or null) is stored. */
export interface StoredFields {
  /** Names of all fields that are stored; absent where a single value is read. */
  names?(): readonly string[];
  text(name: string): string | undefined;
  list(name: string): readonly string[] | undefined;
}

/** A field of a processor: how it is described (one or several stored fields) and how its value is read. */
export interface Field<T> {
  specs(name: string): readonly FieldSpec[];
  read(name: string, stored: StoredFields): T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type FieldValues<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };
