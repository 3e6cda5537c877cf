import type { Span } from '../ast/ast.ts';

/** A piece of text to put in place of another one. */
export type Splice = Span & {
  text: string;
  /** Set for what stands before or behind an expression. `of` names the pair of both; that of an inner one is noted first. */
  wrap?: { of: string; side: 'before' | 'behind' };
};

/** The changes that put an expression between two texts; empty for an expression without text. */
export function wrap({ span }: { span: Span }, before: string, behind: string): Splice[] {
  const { start, end } = span;
  const of = `${start}-${end} ${before}${behind}`;
  if (start >= end) return [];
  return [
    { ...span, end: start, text: before, wrap: { of, side: 'before' } },
    { ...span, start: end, text: behind, wrap: { of, side: 'behind' } },
  ];
}

/**
 * What an analysis of a query collects: the constructs by key, the spellings that Sail needs changed, the sort keys of
 * plans that Sail needs to have one zero (see `one-zero.ts`), and the nodes whose sort must leave no ties, with how
 * many of its first rows count.
 */
export type Notes = {
  keys: Set<string>;
  splices: Splice[];
  oneZero: Map<object, 'double' | 'float'>;
  noTies: Map<string, number>;
  apart: Apart[];
};

/** Columns of an input of the node by which no two of its rows may tie that are not the same. */
export type Apart = { readonly input: number; readonly columns: readonly string[] };

export const newNotes = (): Notes => ({
  keys: new Set(),
  splices: [],
  oneZero: new Map(),
  noTies: new Map(),
  apart: [],
});
