import type { ErrorCode } from './codes.ts';

/** Code, message and remedy of a kind of error; the sentences are made from its parameters. */
export interface ErrorRule<P> {
  readonly code: ErrorCode;
  readonly message: (params: P) => string;
  readonly remedy: (params: P) => string;
}

/** A part of the table of errors, by kind. `P`: the parameters of each kind. */
export type ErrorRules<P> = { readonly [K in keyof P]: ErrorRule<P[K]> };

/** The parameters of kinds that have none. */
export type NoParams = Readonly<Record<never, never>>;
