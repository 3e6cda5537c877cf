import type { Span } from './ast.ts';

/** A piece of text to put in place of another one. */
export type Splice = Span & { text: string };

/** What an analysis of a query collects: the constructs by key, and the spellings that Sail needs changed. */
export type Notes = { keys: Set<string>; splices: Splice[] };

export const newNotes = (): Notes => ({ keys: new Set(), splices: [] });
