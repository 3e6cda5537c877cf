import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { sql, SQLDialect } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Transaction, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { Input } from '@mantine/core';
import { useEffect, useId, useRef, type RefObject } from 'react';
import type { Column } from '../../state/live.ts';
import { sqlFunctions, sqlKeywords } from './sql-words.ts';
import classes from './fields.module.css';

export interface CodeInputProps {
  /** The label; hidden in a cell. */
  readonly label: string;
  readonly isCell?: boolean;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled: boolean;
  readonly withAsterisk?: boolean;
  readonly value: string;
  /** Columns of each input, for completion. */
  readonly tables: readonly (readonly Column[])[];
  /** Default: SQL. */
  readonly language?: 'sql' | 'plain';
  readonly isTall?: boolean;
  readonly onChange: (value: string) => void;
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--font-data)', padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--signal-soft) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--hairline)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px !important', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft) !important',
    color: 'var(--ink) !important',
  },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal', marginLeft: '12px' },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--signal)' },
  { tag: tags.comment, color: 'var(--ink-faint)', fontStyle: 'italic' },
]);

const dialect = SQLDialect.define({
  keywords: sqlKeywords,
  builtin: sqlFunctions.join(' '),
  types: 'string int bigint double float boolean date timestamp decimal smallint tinyint binary array map struct',
  identifierQuotes: '`',
  doubleQuotedStrings: true,
  backslashEscapes: true,
});

/** Undo keys of this field; if there is nothing to undo, they reach the elements around it. */
const ownHistory = historyKeymap.map((binding) => ({ ...binding, preventDefault: false }));

/** A field of SQL (or other code), with columns and functions to complete; Tab leaves it. */
export default function CodeInput({
  value,
  tables,
  language = 'sql',
  isTall = false,
  isCell = false,
  onChange,
  disabled,
  label,
  error,
  ...rest
}: CodeInputProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const now = useRef({ label, tables, onChange });
  now.current = { label, tables, onChange };
  const id = useId();

  useEffect(() => {
    const parent = container.current;
    if (parent === null) return;
    const newView = new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        extensions: extensionsFor(language, disabled, now),
      }),
    });
    view.current = newView;
    return () => {
      newView.destroy();
      view.current = null;
    };
    // later text is inserted: a new editor would lose the caret
    // oxlint-disable-next-line exhaustive-deps
  }, [language, disabled]);

  // attributes are read with the next change; a cell's row may have moved
  useEffect(() => view.current?.dispatch({}), [label]);

  useEffect(() => {
    const at = view.current;
    if (at !== null && at.state.doc.toString() !== value)
      at.dispatch({
        changes: { from: 0, to: at.state.doc.length, insert: value },
        // the drawing undoes its own changes
        annotations: Transaction.addToHistory.of(false),
      });
  }, [value]);

  useLateCompletions(view, tables);

  return (
    <Input.Wrapper size="xs" label={isCell ? undefined : label} error={error} id={id} labelElement="div" {...rest}>
      <div
        ref={container}
        className={classes.code}
        data-wrong={error !== undefined}
        style={{ minHeight: isTall ? 120 : isCell ? 28 : 32 }}
      />
    </Input.Wrapper>
  );
}

/** The latest props, as the editor reads them when it needs them. */
type Latest = RefObject<Pick<CodeInputProps, 'label' | 'tables' | 'onChange'>>;

function extensionsFor(language: 'sql' | 'plain', disabled: boolean, now: Latest): Extension[] {
  const complete = (context: CompletionContext): CompletionResult | null => completions(context, now.current.tables);
  return [
    history(),
    closeBrackets(),
    bracketMatching(),
    EditorView.lineWrapping,
    ...(language === 'sql' ? [sql({ dialect, upperCaseKeywords: false })] : []),
    syntaxHighlighting(colours),
    autocompletion({ override: language === 'sql' ? [complete] : [], icons: false, maxRenderedOptions: 60 }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...ownHistory, ...defaultKeymap]),
    placeholder(''),
    theme,
    EditorView.contentAttributes.of(() => ({ 'aria-label': now.current.label, spellcheck: 'false' })),
    EditorState.readOnly.of(disabled),
    EditorView.editable.of(!disabled),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) now.current.onChange(update.state.doc.toString());
    }),
  ];
}

/** Offers columns that load while a word is typed. */
function useLateCompletions(view: RefObject<EditorView | null>, tables: CodeInputProps['tables']): void {
  const names = tables.flatMap((table) => table.map(({ name }) => name)).join(' ');
  useEffect(() => {
    const at = view.current;
    if (at === null || !at.hasFocus || names === '') return;
    const { head } = at.state.selection.main;
    // CodeMirror asks for completions once a word
    // columns that load during typing are offered for the present word
    if (/[\p{L}\p{N}_]$/u.test(at.state.sliceDoc(Math.max(0, head - 1), head))) startCompletion(at);
  }, [view, names]);
}

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/;

function completions(context: CompletionContext, tables: readonly (readonly Column[])[]): CompletionResult | null {
  const word = context.matchBefore(/`?[\p{L}\p{N}_]*/u);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const columns = new Map<string, Completion>();
  for (const [i, table] of tables.entries())
    for (const { name, type } of table)
      if (!columns.has(name))
        columns.set(name, {
          label: plain.test(name) ? name : `\`${name.replaceAll('`', '``')}\``,
          detail: tables.length > 1 ? `${type} · ${i + 1}` : type,
          type: 'variable',
          boost: 50,
        });
  const functions = sqlFunctions.map((name): Completion => ({
    label: name,
    detail: '()',
    type: 'function',
    apply: (view, _, from, to) => {
      view.dispatch({ changes: { from, to, insert: `${name}()` }, selection: { anchor: from + name.length + 1 } });
    },
  }));
  return { from: word.from, options: [...columns.values(), ...functions], validFor: /^`?[\p{L}\p{N}_]*$/u };
}
