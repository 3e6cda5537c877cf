import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { codeTexts } from '../../../../texts/code.ts';
import type { CodeTables } from './code-editor.tsx';

/** Names with their hints. */
export type Hints = Readonly<Record<string, string>>;

/** The word before the caret. */
export const word = /[\p{L}\p{N}_]*/u;
/** While a word matches this, its completions stay. */
export const validFor = /^[\p{L}\p{N}_]*$/u;
/** A name that code may use without quotes. */
export const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Hints without those of some names. */
export const without = (hints: Hints, names: readonly string[]): Hints =>
  Object.fromEntries(Object.entries(hints).filter(([name]) => !names.includes(name)));

/** Names that are read, not called. */
const properties: ReadonlySet<string> = new Set([...['columns', 'schema', 'read'], ...['dt', 'height', 'name', 'str']]);

/**
 * Completes columns in a string whose contents start at a position. An empty string gets them on request, or if the text
 * before its contents matches `nameOnly`: then it can hold nothing but the name of a column.
 */
export function columnsInString(
  context: CompletionContext,
  start: number,
  tables: CodeTables,
  nameOnly: RegExp,
): CompletionResult | null {
  const at = context.matchBefore(word);
  if (at === null) return null;
  const before = context.state.sliceDoc(context.state.doc.lineAt(start).from, start);
  const isEmpty = at.from === context.pos;
  if (isEmpty && !context.explicit && !(at.from === start && nameOnly.test(before))) return null;
  const isWhole = at.from === start;
  const options = columnsOf(tables).map((one) =>
    isWhole || identifier.test(one.label) ? one : { ...one, label: `\`${one.label.replaceAll('`', '``')}\`` },
  );
  return options.length === 0 ? null : { from: at.from, options, validFor };
}

/** Columns of all tables, each name once. */
export function columnsOf(tables: CodeTables): readonly Completion[] {
  const columns = new Map<string, Completion>();
  for (const [i, table] of tables.entries())
    for (const { name, type } of table)
      if (!columns.has(name))
        columns.set(name, {
          label: name,
          detail: tables.length > 1 ? `${type} · ${codeTexts.inputNumber(i + 1)}` : type,
          type: 'variable',
          boost: 50,
        });
  return [...columns.values()];
}

/** Completions of names as they are. */
export const plainNames = (hints: Hints): readonly Completion[] =>
  Object.entries(hints).map(([label, detail]) => ({ label, detail, type: 'variable' }));

/** Completions that call what they name, with the caret between the parentheses. */
export const calls = (hints: Hints, prefix = '', imports = ''): readonly Completion[] =>
  Object.entries(hints).map(([name, detail]) => {
    const label = prefix + name;
    if (properties.has(name)) return { label, detail, type: 'property' };
    return {
      label,
      detail,
      type: 'function',
      apply: (view, _, from, to) => applyCall(view, label, from, to, imports),
    };
  });

function applyCall(view: EditorView, label: string, from: number, to: number, imports: string): void {
  const isCalled = view.state.sliceDoc(to, to + 1) === '(';
  view.dispatch({
    changes: [
      ...(imports === '' ? [] : [{ from: 0, insert: imports }]),
      { from, to, insert: isCalled ? label : `${label}()` },
    ],
    selection: { anchor: imports.length + from + label.length + 1 },
    userEvent: 'input.complete',
  });
}
