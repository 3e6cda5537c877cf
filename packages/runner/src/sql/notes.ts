import type { Span } from './ast.ts';

/** A piece of text to put in place of another one. */
export type Splice = Span & { text: string };

/**
 * What an analysis of a query collects: the constructs by key, the spellings that Sail needs changed, the sort keys of
 * plans that Sail needs to have one zero (see `one-zero.ts`), and the nodes whose sort must leave no ties.
 */
export type Notes = {
  keys: Set<string>;
  splices: Splice[];
  oneZero: Map<object, 'double' | 'float'>;
  noTies: Set<string>;
};

export const newNotes = (): Notes => ({ keys: new Set(), splices: [], oneZero: new Map(), noTies: new Set() });
