import { closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { EditorState, Transaction, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { Input } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import type { Column } from '../../state/live.ts';
import { codeTheme } from './code-theme.ts';
import classes from './fields.module.css';

/** Columns of each input. */
export type CodeTables = readonly (readonly Column[])[];

/** What a field of code needs in any language. */
export interface CodeProps {
  /** The label; hidden in a cell. */
  readonly label: string;
  readonly isCell?: boolean;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled: boolean;
  readonly withAsterisk?: boolean;
  readonly value: string;
  /** For completion. */
  readonly tables: CodeTables;
  readonly isTall?: boolean;
  readonly onChange: (value: string) => void;
}

/** The latest props, as the editor reads them when it needs them. */
type Latest = RefObject<Pick<CodeProps, 'label' | 'tables' | 'onChange' | 'error'>>;

/** Syntax, completion and keys of a language. */
export type CodeLanguage = (latest: Latest) => Extension;

interface CodeEditorProps extends CodeProps {
  /** Another language begins a new editor. */
  readonly language: CodeLanguage;
  readonly view: RefObject<EditorView | null>;
  /** What is drawn below the text. */
  readonly children?: ReactNode;
}

/** Undo keys of this field; if there is nothing to undo, they reach the elements around it. */
const ownHistory = historyKeymap.map((binding) => ({ ...binding, preventDefault: false }));

/** A field of code; Tab leaves it. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, tables, language, isTall = false, isCell = false, onChange, disabled, label, error, view } = props;
  const { description, withAsterisk, children } = props;
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef({ label, tables, onChange, error });
  latest.current = { label, tables, onChange, error };
  const id = useId();

  useEffect(() => {
    const parent = container.current;
    if (parent === null) return;
    const newView = new EditorView({
      parent,
      state: EditorState.create({ doc: value, extensions: extensionsFor(id, language, disabled, latest) }),
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
  useEffect(() => view.current?.dispatch({}), [view, label, error]);

  useEffect(() => {
    const at = view.current;
    if (at !== null && at.state.doc.toString() !== value)
      at.dispatch({
        changes: { from: 0, to: at.state.doc.length, insert: value },
        // the drawing undoes its own changes
        annotations: Transaction.addToHistory.of(false),
      });
  }, [view, value]);

  useLateCompletions(view, tables);

  return (
    <Input.Wrapper
      {...{ description, withAsterisk, error, id }}
      size="xs"
      label={isCell ? undefined : label}
      labelElement="div"
    >
      <div
        ref={container}
        className={classes.code}
        data-wrong={error !== undefined}
        style={{ minHeight: isTall ? 120 : isCell ? 28 : 32 }}
      />
      {children}
    </Input.Wrapper>
  );
}

function extensionsFor(id: string, language: CodeLanguage, disabled: boolean, latest: Latest): Extension[] {
  return [
    // before the keys below
    language(latest),
    history(),
    closeBrackets(),
    bracketMatching(),
    EditorView.lineWrapping,
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...ownHistory, ...defaultKeymap]),
    placeholder(''),
    codeTheme,
    EditorView.contentAttributes.of((): Record<string, string> => {
      const { label, error } = latest.current;
      const wrong = { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` };
      return { 'aria-label': label, spellcheck: 'false', ...(error === undefined ? {} : wrong) };
    }),
    EditorState.readOnly.of(disabled),
    EditorView.editable.of(!disabled),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString());
    }),
  ];
}

/** Offers columns that load while a word is typed. */
function useLateCompletions(view: RefObject<EditorView | null>, tables: CodeTables): void {
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
