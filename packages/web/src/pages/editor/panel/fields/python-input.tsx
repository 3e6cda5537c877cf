import { autocompletion } from '@codemirror/autocomplete';
import { python } from '@codemirror/lang-python';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { keymap, lineNumbers, type EditorView, type KeyBinding } from '@codemirror/view';
import { Menu } from '@mantine/core';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { pythonTexts as texts } from '../../../../texts/python.ts';
import type { LineProblem, PythonShape } from '../../model/python-code.ts';
import { CodeEditor, type CodeLanguage, type CodeProps } from './code-editor.tsx';
import { lineMarks, setLineMark } from './line-mark.ts';
import { pythonSources } from './python-completion.ts';
import { insertionOf, snippetsFor, type SnippetName } from './python-snippets.ts';
import classes from './fields.module.css';

export interface PythonInputProps extends CodeProps {
  readonly shape: PythonShape;
  /** The problem whose line is marked. */
  readonly problem: LineProblem | undefined;
  /** Display text of the keys that show the rows. */
  readonly keys: string;
  /** Shows the rows of the node. */
  readonly onPreview: () => void;
}

/** A field of Python code: columns and PySpark to complete, snippets, and the line of a problem. */
export default function PythonInput({ shape, problem, keys, onPreview, ...rest }: PythonInputProps) {
  const view = useRef<EditorView>(null);
  const preview = useRef(onPreview);
  preview.current = onPreview;
  const language = useMemo(() => languageOf(shape, preview), [shape]);
  useLineMark(view, problem, [language, rest.disabled]);
  const insert = (name?: SnippetName): void => {
    const at = view.current;
    if (at === null) return;
    const { changes, anchor, head } = insertionOf(
      at.state.doc.toString(),
      at.state.selection.main.head,
      shape,
      rest.tables,
      name,
    );
    at.dispatch({ changes, selection: { anchor, head }, scrollIntoView: true, userEvent: 'input' });
    at.focus();
  };
  return (
    <CodeEditor {...rest} view={view} language={language}>
      <div className={classes.codeBar}>
        {rest.disabled ? null : <SnippetMenu shape={shape} onInsert={insert} />}
        {rest.disabled || rest.value.trim() !== '' ? null : (
          <button type="button" className={classes.link} onClick={() => insert()}>
            {texts.start[shape]}
          </button>
        )}
        <button type="button" className={classes.link} title={texts.showRowsHint(keys)} onClick={onPreview}>
          {texts.showRows}
        </button>
      </div>
    </CodeEditor>
  );
}

interface SnippetMenuProps {
  readonly shape: PythonShape;
  readonly onInsert: (name: SnippetName) => void;
}

const SnippetMenu = ({ shape, onInsert }: SnippetMenuProps) => (
  // the focus goes to the code
  <Menu position="bottom-start" width={220} transitionProps={{ duration: 0 }} returnFocus={false}>
    <Menu.Target>
      <button type="button" className={classes.link}>
        {texts.insert} <span aria-hidden>▾</span>
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {snippetsFor(shape).map((name) => (
        <Menu.Item key={name} onClick={() => onInsert(name)}>
          {texts.snippets[name]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

/** A key that shows the rows; the whole workflow does not run. */
const previewKey = (key: string, preview: RefObject<() => void>): KeyBinding => ({
  key,
  stopPropagation: true,
  run: () => {
    preview.current();
    return true;
  },
});

const languageOf =
  (shape: PythonShape, preview: RefObject<() => void>): CodeLanguage =>
  (latest) => [
    Prec.high(keymap.of(['Mod-Enter', 'Ctrl-Enter'].map((key) => previewKey(key, preview)))),
    python().language,
    indentUnit.of('    '),
    indentOnInput(),
    lineNumbers(),
    lineMarks,
    autocompletion({
      override: pythonSources(shape, () => latest.current.tables),
      icons: false,
      maxRenderedOptions: 60,
    }),
  ];

/** Marks the line of a problem, also in a new editor. */
function useLineMark(
  view: RefObject<EditorView | null>,
  problem: LineProblem | undefined,
  editor: readonly unknown[],
): void {
  useEffect(() => {
    view.current?.dispatch({ effects: setLineMark.of(problem) });
    // a problem is compared by its values
    // oxlint-disable-next-line exhaustive-deps
  }, [view, problem?.line, problem?.message, ...editor]);
}
