import { polarsTexts } from '../../../../texts/polars.ts';
import type { Hints } from './code-completion.ts';

/** An expression before a dot, as far as its text shows what it is. */
export interface PolarsReceiver {
  readonly text: string;
  /** The variable at its beginning. */
  readonly root: string | undefined;
  /** What it calls, if it is a call. */
  readonly called: string;
  readonly code: string;
}

/** The import that code of Polars needs. */
export const polarsImport = 'import polars as pl\n';

/** The name of the module of Polars; undefined if it is not imported. */
export const polarsAliasIn = (code: string): string | undefined =>
  /^\s*import polars as (\w+)/m.exec(code)?.[1] ?? /^\s*import (polars)\b/m.exec(code)?.[1];

/** Functions of the module that return rows, not columns. */
const makesRows = /\.(?:DataFrame|LazyFrame|concat|from_\w+|read_\w+|scan_\w+)$/;

/** Members of an expression in code of Polars. */
export function polarsMembers({ text, root, called, code }: PolarsReceiver): Hints {
  const alias = polarsAliasIn(code);
  if (text === alias) return polarsTexts.functions;
  // values of a column, and functions of their types
  if (root === undefined || text.endsWith(']') || /\.(?:str|dt|list|name)$/.test(text)) return {};
  if (root === alias && !makesRows.test(firstCall(text))) return called === '' ? {} : polarsTexts.expressions;
  return /\.(?:group_by|group_by_dynamic|rolling)$/.test(called) ? polarsTexts.grouped : polarsTexts.frames;
}

/** What the first call of a chain calls: `pl.concat` in `pl.concat(a).head()`. */
const firstCall = (text: string): string => text.slice(0, Math.max(0, text.indexOf('(')));
